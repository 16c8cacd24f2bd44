package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
)

// keepBackups is how many copies stay; the oldest go.
const keepBackups = 14

const backupPattern = "till-????????-??????.db"

// Backup makes a copy of the store as it is now while it goes on working, in
// the folder "backups" beside it, and returns its path. The copy is synced and
// proved, record by record, before it has its name; only then the oldest
// beyond 14 go. It opens with the same data key, or with the recovery code if
// one was made. Errors match ErrBackup. It ends early when the store is
// reopened or closed.
func (s *Store) Backup(ctx context.Context) (string, error) {
	folder := filepath.Join(s.opts.Dir, "backups")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", ErrBackup.because(err)
	}
	path := filepath.Join(folder, "till-"+s.opts.Clock().UTC().Format("20060102-150405")+".db")
	if err := s.copyTo(ctx, path); err != nil {
		return "", err
	}
	if err := prune(folder); err != nil {
		s.opts.Logger.Warn("old backups stay", "err", err)
	}
	return path, nil
}

// Backups lists the copies there are, newest first.
func (s *Store) Backups() ([]string, error) {
	found, err := filepath.Glob(filepath.Join(s.opts.Dir, "backups", backupPattern))
	slices.Sort(found)
	slices.Reverse(found)
	return found, err
}

func prune(folder string) error {
	found, err := filepath.Glob(filepath.Join(folder, backupPattern))
	slices.Sort(found)
	for len(found) > keepBackups {
		err = errors.Join(err, os.Remove(found[0]))
		found = found[1:]
	}
	return err
}

// copyTo writes a copy aside, proves it and moves it in.
func (s *Store) copyTo(ctx context.Context, path string) error {
	ctx, done := s.long.begin(ctx)
	defer done()
	aside := path + ".part"
	err := s.view(ctx, func(t tx) error { return writeCopy(t, aside) })
	if err == nil {
		err = s.prove(ctx, aside)
	}
	if err == nil {
		err = moveIn(aside, path)
	}
	if err != nil {
		return errors.Join(ErrBackup.because(err), removeIfThere(aside))
	}
	return nil
}

func writeCopy(t tx, path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = t.WriteTo(file)
	return errors.Join(err, file.Sync(), file.Close())
}

// prove opens a copy and reads all of it.
func (s *Store) prove(ctx context.Context, path string) error {
	return s.readCopy(path, func(copied tx) error {
		if err := copied.identify(); err != nil {
			return err
		}
		if h, err := copied.head(); err != nil || h.Schema < current.schema() {
			return errors.Join(err, s.proveOlder(ctx, path, copied, h.Schema))
		}
		_, err := copied.verify(ctx)
		return err
	})
}

// proveOlder proves a copy of an older layout by bringing it to the next one.
func (s *Store) proveOlder(ctx context.Context, path string, copied tx, schema uint64) error {
	tried := path + ".tried"
	err := s.rewrite(ctx, tried, func(to *rewriting) error { return current.steps[schema-1](ctx, copied, to) })
	if err == nil {
		err = s.prove(ctx, tried)
	}
	return errors.Join(err, removeIfThere(tried))
}
