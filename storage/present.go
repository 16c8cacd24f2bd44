package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// A file can be removed, renamed or replaced while it is open, and every write
// into it goes well: only that no start will ever find it. A commit is durable
// when the file that it went into is the one at the store's path afterwards.

// held is the file that a store has open.
type held struct {
	handle *os.File // bbolt's own
	info   fs.FileInfo
}

// Present reports whether the store's path leads to the file that is open: nil,
// or an error that matches ErrReplaced. It may be called from any goroutine,
// and takes as long as looking up a path.
func (s *Store) Present() error {
	file := s.file.Load()
	if file == nil {
		return nil // nothing was opened yet
	}
	info, err := os.Stat(s.Path())
	if err != nil {
		return fault.ErrReplaced.Because(err)
	}
	if !os.SameFile(info, file.info) {
		return fault.ErrReplaced.Because(errors.New("another file lies at its path"))
	}
	return nil
}

// sameFolder reports whether the store's folder is the one in which it was
// opened: what is kept beside the file belongs there only.
func (s *Store) sameFolder() error {
	now, err := os.Stat(s.opts.Dir)
	if err != nil {
		return fault.ErrReplaced.Because(err)
	}
	if !os.SameFile(now, s.folder) {
		return fault.ErrReplaced.Because(errors.New("another folder lies at its path"))
	}
	return nil
}

// ours reports whether a file that was just opened may be the store's: the
// first one, the one that was open before, or the one that was to take its
// place.
func (s *Store) ours(file fs.FileInfo) error {
	before := s.file.Load()
	switch {
	case before == nil || os.SameFile(file, before.info):
		return nil
	case s.coming != nil && os.SameFile(file, s.coming.info):
		s.last = s.coming.last
		return nil
	}
	return fault.ErrReplaced.Because(errors.New("another file lies at its path"))
}

// successor is a proved file that is about to take the place of the open one.
type successor struct {
	info fs.FileInfo
	last head
}

// follows reports whether a head can be what became of the newest one that was
// committed: that one, or one more whose outcome was doubtful.
func (s *Store) follows(t tx, h head) error {
	last := s.last
	if last.Schema == 0 {
		return nil // nothing was read yet
	}
	switch {
	case h.Commits < last.Commits:
		return fault.ErrReplaced.Because(fmt.Errorf("it stands at %d commits, %d were made", h.Commits, last.Commits))
	case h.Commits > last.Commits+1:
		return fault.ErrReplaced.Because(fmt.Errorf("it stands at %d commits, only %d were made", h.Commits, last.Commits))
	case h.Commits == last.Commits && h.sums() != last.sums():
		return fault.ErrReplaced.Because(errors.New("it went another way"))
	case h.Commits == last.Commits:
		return nil
	}
	if err := errors.Join(onChain(t, receiptsBucket, last.Receipts), onChain(t, auditBucket, last.Audit)); err != nil {
		return fault.ErrReplaced.Because(err)
	}
	return nil
}

// sums are all that a head adds up.
type sums struct {
	sales, secrets, settings, totals counted
	receipts, audit                  chained
}

func (h head) sums() sums {
	return sums{h.Sales, h.Secrets, h.Settings, h.Totals, h.Receipts, h.Audit}
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
		err = guarded(func() error {
			return s.db.View(func(t *bbolt.Tx) error { return writeCopy(ctx, tx{t, s.seal()}, aside) })
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
