//go:build !windows

package hostilefolder

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/fault"
)

// sumOf is the sum of a file's content; blank for no file.
func sumOf(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	content, err := os.ReadFile(path)
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:]), err
}

// verdict is what was found out about a round.
type verdict struct {
	kept     int  // commits that returned nil
	after    int  // of them after the file was back
	refused  int  // that did not, since the file was gone
	saved    bool // what a removed file held was found in the backup made of it
	frozen   bool // the next start lacks something, and says so
	unopened bool // the next start was refused in words
}

// validate holds a round against the law.
func (r *round) validate(ctx context.Context) (v verdict, err error) {
	var wrong []error
	wrong = append(wrong, r.sayings(&v)...)
	now, err := sumOf(r.place.put)
	wrong = append(wrong, err)
	if r.back == 0 && now != r.sum {
		wrong = append(wrong, errors.New("what lies in the file's place was written to"))
	}
	wrong = append(wrong, r.whereItLies(ctx, &v), r.nextStart(ctx, &v))
	return v, errors.Join(wrong...)
}

// gone reports whether the file was gone at a moment, for certain.
func (r *round) gone(at int64) bool {
	return !r.act.harmless && at > r.done && (r.back == 0 || at < r.back)
}

// sayings looks at what the till said, in its order.
func (r *round) sayings(v *verdict) (wrong []error) {
	tried, onDisk := map[int]int64{}, map[journal.SaleID]uint64{}
	for _, l := range r.lines {
		switch l.Kind {
		case KindTry:
			tried[l.N] = l.At
		case KindKept:
			v.kept++
			if l.At > r.back && r.back > 0 {
				v.after++
			}
			if r.gone(tried[l.N]) && r.gone(l.At) {
				wrong = append(wrong, fmt.Errorf("commit %d began %s after the file was gone, and returned nil", l.N, time.Duration(tried[l.N]-r.done)))
			}
			onDisk[l.Sale] = max(onDisk[l.Sale], l.Version)
		case KindReopen:
			if l.Text == "" && r.gone(l.At) {
				wrong = append(wrong, fmt.Errorf("%s after the file was gone, another was opened in its place", time.Duration(l.At-r.done)))
			}
		case KindTrouble:
			wrong = append(wrong, sentence("banner."+l.Code))
		case KindFailed:
			v.refused++
		case KindRead:
			onDisk[l.Sale] = max(onDisk[l.Sale], l.Version)
		case KindShown:
			if l.Version > onDisk[l.Sale] {
				wrong = append(wrong, fmt.Errorf("version %d of %s is shown (%s), %d is on the disk", l.Version, l.Sale, l.Text, onDisk[l.Sale]))
			}
		}
	}
	return wrong
}

// keptLines are the commits that returned nil.
func (r *round) keptLines() []Line {
	return slices.DeleteFunc(slices.Clone(r.lines), func(l Line) bool { return l.Kind != KindKept })
}

// whereItLies opens the file that the till had open, wherever it is now, and
// looks for all that was kept.
func (r *round) whereItLies(ctx context.Context, v *verdict) error {
	held := r.place.held
	switch {
	case r.act.lost:
		return nil
	case r.act.nameless:
		made, err := backup.List(r.place.dir)
		if err != nil || len(made) != 1 {
			return fmt.Errorf("what a removed file held was not saved: %v, %w", made, err)
		}
		held, v.saved = made[0].Path, true
	case held == "":
		held = r.place.path
	}
	dir := r.place.spare("looked at")
	if err := errors.Join(os.Mkdir(dir, 0o700), copyFile(held, filepath.Join(dir, "till.db"))); err != nil {
		return err
	}
	o := r.order.options()
	o.Dir, o.Checkpoints = dir, nil
	store, err := storage.Open(ctx, o)
	if err != nil {
		return fmt.Errorf("the file that was there: %w", err)
	}
	missing, err := missing(ctx, store, r.keptLines())
	if err == nil && missing != "" {
		err = fmt.Errorf("the file that was there: %s", missing)
	}
	if err == nil {
		err = lawful(ctx, store)
	}
	if err == nil {
		_, err = store.Verify(ctx)
	}
	return errors.Join(err, store.Close())
}

// lawful holds a till's books against the laws, as far as they can be held without
// its bank, which ended with it, and of demonstration data, which no till wrote.
func lawful(ctx context.Context, store journal.Store) error {
	books, err := oracle.Read(ctx, store)
	for _, b := range oracle.Validate(oracle.Evidence{Books: books}, oracle.Covered, oracle.Decided, oracle.WatchEnds) {
		err = errors.Join(err, errors.New(b.String()))
	}
	return err
}

// missing says what of the commits a store lacks; blank when it has all.
func missing(ctx context.Context, store *storage.Store, kept []Line) (string, error) {
	for _, l := range kept {
		if l.Sale != "" {
			s, err := store.Sale(ctx, l.Sale)
			if errors.Is(err, journal.ErrNotFound) || err == nil && s.Version < l.Version {
				return fmt.Sprintf("commit %d returned nil, and %s has version %d, not %d", l.N, l.Sale, s.Version, l.Version), nil
			}
			if err != nil {
				return "", err
			}
		}
		if l.Receipt != 0 {
			receipt, err := store.Receipt(ctx, l.Receipt)
			if errors.Is(err, journal.ErrNotFound) || err == nil && receipt.SaleID != l.Sale {
				return fmt.Sprintf("commit %d returned nil, and receipt %d is of %q", l.N, l.Receipt, receipt.SaleID), nil
			}
			if err != nil {
				return "", err
			}
		}
		if l.Audit != 0 {
			rows, err := store.Audit(ctx, l.Audit+1, 1)
			if err != nil {
				return "", err
			}
			if len(rows) == 0 || rows[0].Seq != l.Audit {
				return fmt.Sprintf("commit %d returned nil, and audit row %d is not there", l.N, l.Audit), nil
			}
		}
	}
	return "", nil
}

// nextStart opens the path as the next start does: it finds everything, or
// freezes, or is refused in words. It never waits and never breaks.
func (r *round) nextStart(ctx context.Context, v *verdict) error {
	type opened struct {
		store *storage.Store
		err   error
	}
	done := make(chan opened, 1)
	go func() {
		store, err := storage.Open(ctx, r.order.options())
		done <- opened{store, err}
	}()
	var o opened
	select {
	case o = <-done:
	case <-time.After(r.soon):
		return errors.New("the next start does not end")
	}
	if o.err != nil {
		if v.unopened = true; r.act.harmless || r.back > 0 {
			return fmt.Errorf("the next start: %w", o.err)
		}
		known, ok := errors.AsType[*fault.Error](o.err)
		if !ok {
			return fmt.Errorf("the next start is refused without a code: %w", o.err)
		}
		return sentence("startup." + string(known.Code))
	}
	what, err := missing(ctx, o.store, r.keptLines())
	if err == nil {
		err = lawful(ctx, o.store)
	}
	if err == nil && what != "" {
		f, freezeErr := o.store.Freeze(ctx)
		v.frozen = freezeErr == nil && f.Confirmed == nil
		if !v.frozen && !r.act.elsewhere {
			err = fmt.Errorf("the next start is not frozen (%v): %s", freezeErr, what)
		}
	}
	return errors.Join(err, o.store.Close())
}
