package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
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
	last record.Manifest
}

// follows reports whether a manifest can be what became of the newest one that was
// committed: that one, or one more whose outcome was doubtful.
func (s *Store) follows(t record.Tx, h record.Manifest) error {
	last := s.last
	if last.Schema == 0 {
		return nil // nothing was read yet
	}
	switch {
	case h.Commits < last.Commits:
		return fault.ErrReplaced.Because(fmt.Errorf("it stands at %d commits, %d were made", h.Commits, last.Commits))
	case h.Commits > last.Commits+1:
		return fault.ErrReplaced.Because(fmt.Errorf("it stands at %d commits, only %d were made", h.Commits, last.Commits))
	case h.Commits == last.Commits && h.Sums() != last.Sums():
		return fault.ErrReplaced.Because(errors.New("it went another way"))
	case h.Commits == last.Commits:
		return nil
	}
	if err := errors.Join(onChain(t, record.ReceiptsBucket, last.Receipts), onChain(t, record.AuditBucket, last.Audit)); err != nil {
		return fault.ErrReplaced.Because(err)
	}
	return nil
}
