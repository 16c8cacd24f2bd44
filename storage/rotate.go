package storage

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
	"sanduq/storage/migrate"
)

// A recovery code gives away a data key. Whoever has an old code and a backup
// from its time has that key for good, so a new code comes with a new key: the
// file is sealed with it anew, and backups made from then on open with neither
// the old code nor the old key. At every moment all keys that a file here may
// be sealed with are kept:
//
//	newest  coming  former    the file at the store's path
//	old                       sealed with old
//	old     new               sealed with old    after a crash nothing uses new
//	old     new               sealed with new    after a crash the next opening goes on
//	new             old       sealed with new
//
// The former key stays, so that this till's backups from before are restored
// here without a code; they are sealed with the newest key then. The store's own
// file is never taken under it again: whoever has the old code could write one.

// rotateTries is how often a file is sealed anew that sales change meanwhile.
const rotateTries = 5

// rotate seals the store with a new data key, which wrapped wraps for a
// recovery code. ErrBusy when sales came in between each time.
func (s *Store) rotate(ctx context.Context, wrapped func(key []byte) ([]byte, error)) error {
	held, err := keys.LoadRing(ctx, s.opts.Keys)
	if err != nil {
		return err
	}
	held = s.promote(ctx, held)
	key := make([]byte, keys.Size)
	if _, err := rand.Read(key); err != nil {
		return err
	}
	seal, err := record.NewSealer(key)
	if err != nil {
		return err
	}
	recovery, err := wrapped(key)
	if err != nil {
		return err
	}
	held.Coming = key
	if err := keys.ReplaceRing(ctx, s.opts.Keys, held); err != nil {
		return err
	}
	s.step("kept")
	err = ErrBusy
	for n := 0; n < rotateTries && errors.Is(err, ErrBusy); n++ {
		err = s.sealAnew(ctx, seal, recovery)
	}
	if err != nil {
		return err // the coming key stays: what is doubtful may be sealed with it
	}
	s.step("sealed")
	var newest checkpoint
	if err := s.view(ctx, func(t record.Tx) error {
		h, err := t.Manifest()
		newest = s.checkpointOf(h)
		return err
	}); err == nil { // else a later commit's is kept
		s.checkpoints.keep(newest)
	}
	s.promote(ctx, held)
	s.step("promoted")
	return nil
}

// sealAnew writes the file under another key and puts it in the place of the
// open one, unless something is committed meanwhile: ErrBusy.
func (s *Store) sealAnew(ctx context.Context, seal *record.Sealer, recovery []byte) error {
	ctx, done := s.long.begin(ctx)
	defer done()
	aside := s.Path() + ".rekeyed"
	var copied record.Manifest
	err := s.view(ctx, func(t record.Tx) (err error) {
		if copied, err = t.Manifest(); err != nil {
			return err
		}
		if info, err := os.Stat(s.Path()); err != nil || !s.roomFor(info.Size()) {
			return errors.Join(err, fault.ErrFull.Because(errors.New("no room for a second file")))
		}
		return migrate.Rewrite(ctx, seal, aside, func(to *migrate.Rewriting) error { return migrate.Reseal(ctx, t, to, recovery) })
	})
	if err == nil {
		err = s.verifyCopyWith(ctx, seal, aside)
	}
	if err == nil {
		s.step("written")
		err = s.within(func() error { return s.takeKey(ctx, done, aside, copied, seal) })
	}
	if errors.Is(err, fault.ErrSlow) {
		s.poison(err)
		return err // what hangs may need it yet
	}
	return errors.Join(err, files.Remove(aside))
}

// takeKey exchanges the files; reads that take long end, since what they
// gathered is of the other key.
func (s *Store) takeKey(ctx context.Context, done func(), aside string, copied record.Manifest, seal *record.Sealer) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	done()
	defer s.long.end()()
	s.life.Lock()
	defer s.life.Unlock()
	if err := s.unmoved(copied); err != nil {
		return err
	}
	var made record.Manifest
	if err := readCopyWith(seal, aside, s.opts.Timeout, func(t record.Tx) (err error) {
		made, err = t.Manifest()
		return err
	}); err != nil {
		return err
	}
	s.known = append(s.known, seal)
	if err := s.exchange(context.WithoutCancel(ctx), aside, successor{last: made}); err != nil {
		err = fmt.Errorf("storage: seal anew: %w", err)
		s.poison(err)
		return err
	}
	s.step("exchanged")
	return nil
}

// unmoved reports whether the open file is the one at its path and stands where
// a copy of it does: nil, ErrBusy, or an error. life is held for writing.
func (s *Store) unmoved(copied record.Manifest) error {
	if err := s.usable(); err != nil {
		return err
	}
	if err := s.Present(); err != nil { // another file is not to be written over
		s.poison(err)
		return err
	}
	if s.last.Commits != copied.Commits {
		return ErrBusy
	}
	return nil
}
