package storage

import (
	"errors"
	"fmt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
)

// Present reports whether the store's path leads to the file that is open: nil,
// or an error that matches ErrReplaced. It may be called from any goroutine,
// and takes as long as looking up a path.
func (s *Store) Present() error { return s.place.present() }

// follows reports whether a manifest can be what became of the newest one that was
// committed: that one, or one more whose outcome was indeterminate.
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
