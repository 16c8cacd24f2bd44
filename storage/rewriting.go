package storage

import (
	"context"
	"errors"
	"fmt"
	"os"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
)

// ErrBusy matches a compaction that a commit overtook. Nothing was changed.
var ErrBusy = errors.New("storage: the store was written to meanwhile")

// rewriting writes what the open file holds into a new one beside it, which takes its
// place unless something is committed meanwhile. A power cut leaves one or the other.
type rewriting struct {
	s        *Store
	what     string // for errors
	aside    string
	seal     *record.Sealer // of the new file; nil for that of the open one
	otherKey bool           // it is another than the open file's

	copied record.Manifest // from which it was written
	done   func()          // ends the long read in which it is written
}

// run writes the file, proves it and puts it in the open one's place. Errors: ErrBusy,
// ErrFull; ErrSlow, which poisons the store, as a failure to exchange the files does.
func (w *rewriting) run(ctx context.Context, build func(context.Context, record.Tx, *migrate.Rewriting) error) error {
	s := w.s
	ctx, w.done = s.long.begin(ctx)
	defer w.done()
	err := s.view(ctx, func(t record.Tx) (err error) {
		if w.copied, err = t.Manifest(); err != nil {
			return err
		}
		if info, err := os.Stat(s.Path()); err != nil || !s.place.roomFor(info.Size()) {
			return errors.Join(err, fault.ErrFull.Because(errors.New("no room for a second file")))
		}
		if w.seal == nil { // not before: a key change that comes first is seen here, one that comes later ends this read
			w.seal = s.seal()
		}
		return migrate.Rewrite(ctx, w.seal, w.aside, func(to *migrate.Rewriting) error { return build(ctx, t, to) })
	})
	if err == nil {
		err = s.copies.verifyWith(ctx, w.seal, w.aside)
	}
	if err == nil {
		s.step("written")
		err = s.within(func() error { return w.takePlace(ctx) })
	}
	if errors.Is(err, fault.ErrSlow) {
		s.poison(err)
		return err // what hangs may need it yet
	}
	return errors.Join(err, files.Remove(w.aside))
}

// takePlace exchanges the files unless the open one has moved on. With another key,
// reads that take long end first: what they gathered is of the key before.
func (w *rewriting) takePlace(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.done() // what follows is short, and must not be cut off
	s := w.s
	if w.otherKey {
		defer s.long.end()()
	}
	s.life.Lock()
	defer s.life.Unlock()
	if err := w.unmoved(); err != nil {
		return err
	}
	next := successor{last: s.last}
	if w.otherKey {
		if err := readCopy(w.seal, w.aside, s.opts.Timeout, func(t record.Tx) (err error) {
			next.last, err = t.Manifest()
			return err
		}); err != nil {
			return err
		}
		s.keys.known = append(s.keys.known, w.seal)
	}
	if err := s.exchange(context.WithoutCancel(ctx), w.aside, next); err != nil {
		err = fmt.Errorf("storage: %s: %w", w.what, err)
		s.poison(err) // reopening finds one file or the other
		return err
	}
	s.step("exchanged")
	return nil
}

// unmoved reports whether the open file is the one at its path and stands where
// what was written does: nil, ErrBusy, or an error. life is held for writing.
func (w *rewriting) unmoved() error {
	s := w.s
	if err := s.usable(); err != nil {
		return err
	}
	if err := s.Present(); err != nil { // another file is not to be written over
		s.poison(err)
		return err
	}
	if s.last.Commits != w.copied.Commits {
		return ErrBusy
	}
	return nil
}
