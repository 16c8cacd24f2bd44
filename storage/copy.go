package storage

import (
	"context"

	"go.etcd.io/bbolt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
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
		err = s.copies.verify(ctx, aside)
	}
	if err := files.MoveInUnless(aside, path, err); err != nil {
		return fault.ErrBackup.Because(err)
	}
	return nil
}

// saveHeld makes a backup of a file that has no name any more, while it is
// still open: it holds all that was committed, and ends with this process. life
// is held for writing.
func (s *Store) saveHeld(ctx context.Context) {
	file := s.place.file.Load()
	if s.db == nil || s.saved || s.broken.Load() || !files.Nameless(file.handle) {
		return
	}
	if err := s.place.sameFolder(); err != nil {
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
			err = s.copies.verify(ctx, aside)
		}
		err = files.MoveInUnless(aside, path, err)
	}
	s.opts.Logger.Error("the store's file was removed while it was open; what it held was saved as a backup", "path", path, "err", err)
}
