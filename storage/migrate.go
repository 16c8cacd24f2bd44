package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/bolt"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
)

// migrate brings an older file to the layout of this program. The file as it
// was stays beside it; what replaces it is proved first. A power cut leaves
// the old file or the new one.
func (s *Store) migrate(ctx context.Context, l migrate.Layout) error {
	for {
		var from uint64
		if err := s.view(ctx, func(t record.Tx) error {
			h, err := t.Manifest()
			from = h.Schema
			return err
		}); err != nil {
			return fault.ErrDamaged.Because(err)
		}
		if from >= l.Schema() {
			return nil
		}
		s.opts.Logger.Info("store is being brought to a newer layout", "from", from, "to", from+1)
		if err := s.migrateStep(ctx, from, l.Step(from)); err != nil {
			return fmt.Errorf("storage: migrate from schema %d: %w", from, err)
		}
	}
}

// migrateStep takes one step and opens the file that it made.
func (s *Store) migrateStep(ctx context.Context, from uint64, step migrate.Migration) error {
	s.progress = s.half(0)
	defer func() { s.progress = nil }()
	kept := filepath.Join(s.opts.Dir, fmt.Sprintf("till.schema-%d.db", from))
	part := kept + ".part"
	err := s.view(ctx, func(t record.Tx) error { return writeCopy(ctx, t, part) })
	if err == nil {
		err = files.MoveIn(part, kept)
	}
	if err != nil {
		return errors.Join(fault.ErrBackup.Because(err), files.Remove(part))
	}
	aside := s.Path() + ".migrated"
	err = s.readCopy(kept, func(t record.Tx) error { // what is read here is the copy: it is proved by the way
		return s.rewrite(ctx, aside, func(to *migrate.Rewriting) error { return step(ctx, t, to) })
	})
	if err == nil {
		s.progress = s.half(1)
		err = s.verifyCopy(ctx, aside)
	}
	if err != nil {
		return errors.Join(bolt.Fault(err), files.Remove(aside))
	}
	var made record.Manifest
	if err := s.readCopy(aside, func(t record.Tx) (err error) {
		made, err = t.Manifest()
		return err
	}); err != nil {
		return err
	}
	return s.exchange(ctx, aside, successor{last: made})
}

// rewrite builds a file at path, which is replaced, and syncs it.
func (s *Store) rewrite(ctx context.Context, path string, build func(*migrate.Rewriting) error) error {
	return migrate.Rewrite(ctx, s.seal(), path, func(r *migrate.Rewriting) error {
		r.Progress = s.progress
		return build(r)
	})
}

// half tells the progress of writing the new file, or of proving it: each goes
// through all sales.
func (s *Store) half(second uint64) func(done, total uint64) {
	if s.opts.Progress == nil {
		return nil
	}
	return func(done, total uint64) { s.opts.Progress(second*total+done, 2*total) }
}

// readCopy reads a file that nobody has open.
func (s *Store) readCopy(path string, read func(record.Tx) error) error {
	return readCopyWith(s.seal(), path, s.opts.Timeout, read)
}

// readCopyWith is readCopy with a key of one's own.
func readCopyWith(seal *record.Sealer, path string, timeout time.Duration, read func(record.Tx) error) error {
	return record.Guarded(func() error {
		options := bolt.Options(timeout)
		options.ReadOnly, options.InitialMmapSize = true, 0
		db, err := bbolt.Open(path, 0o600, options)
		if err != nil {
			return err
		}
		return errors.Join(db.View(func(t *bbolt.Tx) error { return read(record.NewTx(t, seal)) }), db.Close())
	})
}

// exchange puts a proved file in the place of the open one and opens it.
func (s *Store) exchange(ctx context.Context, aside string, next successor) (err error) {
	if next.info, err = os.Stat(aside); err != nil {
		return err
	}
	s.coming = &next
	if err := s.shut(); err != nil {
		return err
	}
	if err := os.Rename(aside, s.Path()); err != nil {
		return errors.Join(fault.ErrUnwritable.Because(err), s.openFile(ctx))
	}
	return errors.Join(files.SyncDir(s.opts.Dir), s.openFile(ctx))
}
