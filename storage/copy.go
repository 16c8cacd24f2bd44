package storage

import (
	"context"
	"errors"
	"os"

	"go.etcd.io/bbolt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
	"sanduq/storage/verify"
)

// Copy makes a copy of the store as it is now, at path, while it goes on
// working. The copy is synced and verified, record by record, before it has its
// name. Errors match ErrBackup. It ends early when the store is reopened or
// closed.
func (s *Store) Copy(ctx context.Context, path string) error {
	ctx, done := s.long.begin(ctx)
	defer done()
	aside := path + ".part"
	err := s.view(ctx, func(t record.Tx) error { return writeCopy(ctx, t, aside) })
	if err == nil {
		err = s.verifyCopy(ctx, aside)
	}
	if err == nil {
		err = files.MoveIn(aside, path)
	}
	if err != nil {
		return errors.Join(fault.ErrBackup.Because(err), files.Remove(aside))
	}
	return nil
}

func writeCopy(ctx context.Context, t record.Tx, path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = t.WriteTo(files.NewPaced(ctx, file))
	return errors.Join(err, file.Sync(), file.Close())
}

// verifyCopy opens a copy and reads all of it.
func (s *Store) verifyCopy(ctx context.Context, path string) error {
	return s.verifyCopyWith(ctx, s.seal(), path)
}

// verifyCopyWith is verifyCopy with a key of one's own.
func (s *Store) verifyCopyWith(ctx context.Context, seal *record.Sealer, path string) error {
	return readCopyWith(seal, path, s.opts.Timeout, func(copied record.Tx) error {
		if err := migrate.Identify(copied); err != nil {
			return err
		}
		if h, err := copied.Manifest(); err != nil || h.Schema < migrate.Current.Schema() {
			return errors.Join(err, s.verifyOlder(ctx, path, copied, h.Schema))
		}
		_, err := verify.Telling(ctx, copied, s.progress)
		return err
	})
}

// verifyOlder verifies a copy of an older layout by bringing it to the next one.
func (s *Store) verifyOlder(ctx context.Context, path string, copied record.Tx, schema uint64) error {
	tried := path + ".tried"
	err := migrate.Rewrite(ctx, copied.Seal, tried, func(to *migrate.Rewriting) error { return migrate.Current.Step(schema)(ctx, copied, to) })
	if err == nil {
		err = s.verifyCopyWith(ctx, copied.Seal, tried)
	}
	return errors.Join(err, files.Remove(tried))
}

// saveHeld makes a backup of a file that has no name any more, while it is
// still open: it holds all that was committed, and ends with this process. life
// is held for writing.
func (s *Store) saveHeld(ctx context.Context) {
	file := s.file.Load()
	if s.db == nil || s.saved || s.broken.Load() || !files.Nameless(file.handle) {
		return
	}
	if err := s.sameFolder(); err != nil {
		s.opts.Logger.Error("the store's file was removed, and its folder too: nothing can be saved", "err", err)
		return
	}
	s.saved = true
	path, err := files.NextBackup(s.opts.Dir, s.opts.Clock())
	if err == nil {
		aside := path + ".part"
		err = record.Guarded(func() error {
			return s.db.View(func(t *bbolt.Tx) error { return writeCopy(ctx, record.Tx{Tx: t}, aside) })
		})
		if err == nil {
			err = s.verifyCopy(ctx, aside)
		}
		if err == nil {
			err = files.MoveIn(aside, path)
		}
		err = errors.Join(err, files.Remove(aside))
	}
	s.opts.Logger.Error("the store's file was removed while it was open; what it held was saved as a backup", "path", path, "err", err)
}
