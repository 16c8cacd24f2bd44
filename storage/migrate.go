package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

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
	s.copies.progress = s.copies.half(0)
	defer func() { s.copies.progress = nil }()
	kept := filepath.Join(s.opts.Dir, fmt.Sprintf("till.schema-%d.db", from))
	part := kept + ".part"
	err := s.view(ctx, func(t record.Tx) error { return writeCopy(ctx, t, part) })
	if err := files.MoveInUnless(part, kept, err); err != nil {
		return fault.ErrBackup.Because(err)
	}
	aside := s.Path() + ".migrated"
	err = s.copies.read(kept, func(t record.Tx) error { // what is read here is the copy: it is proved by the way
		return s.copies.rewrite(ctx, aside, func(to *migrate.Rewriting) error { return step(ctx, t, to) })
	})
	if err == nil {
		s.copies.progress = s.copies.half(1)
		err = s.copies.verify(ctx, aside)
	}
	if err != nil {
		return errors.Join(bolt.Fault(err), files.Remove(aside))
	}
	var made record.Manifest
	if err := s.copies.read(aside, func(t record.Tx) (err error) {
		made, err = t.Manifest()
		return err
	}); err != nil {
		return err
	}
	return s.exchange(ctx, aside, successor{last: made})
}

// exchange puts a proved file in the place of the open one and opens it.
func (s *Store) exchange(ctx context.Context, aside string, next successor) (err error) {
	if next.info, err = files.Stat(aside); err != nil {
		return err
	}
	s.place.coming = &next
	if err := s.shut(); err != nil {
		return err
	}
	if err := os.Rename(aside, s.Path()); err != nil {
		return errors.Join(fault.ErrUnwritable.Because(err), s.openFile(ctx))
	}
	return errors.Join(files.SyncDir(s.opts.Dir), s.openFile(ctx))
}
