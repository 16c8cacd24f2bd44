package storage

import (
	"context"
	"slices"
	"time"

	"sanduq/core/till"
)

// gap is a run of receipt numbers that were left out.
type gap struct {
	After uint64 `json:"after"` // the newest receipt before it
	Next  uint64 `json:"next"`  // the first one after it
}

// newestReceipt is the newest number that was given out or left out.
func (h *head) newestReceipt() uint64 {
	if h.Freeze == nil {
		return h.Receipts.Seq
	}
	return max(h.Receipts.Seq, h.Freeze.Receipt)
}

// leftOut tells whether there is no receipt of this number on purpose.
func (h *head) leftOut(seq uint64) bool {
	return slices.ContainsFunc(h.Gaps, func(g gap) bool { return seq > g.After && seq < g.Next })
}

func (h *head) freeze(f till.Freeze) error {
	if h.Freeze != nil && f.Receipt < h.Freeze.Receipt {
		return refused("receipts were left out up to %d, not %d", h.Freeze.Receipt, f.Receipt)
	}
	h.Freeze = &f
	return nil
}

// putBack notes that the file is older than its newest state. What an earlier
// freeze left out stays left out.
func (h *head) putBack(cause till.FreezeCause, now time.Time) {
	f := till.Freeze{Cause: cause, Since: h.At, At: now.UTC()}
	if cause == till.FreezeRolledBack && h.Commits == 0 {
		f.Since = time.Time{} // made anew where a file was: that one's age is not known
	}
	if old := h.Freeze; old != nil {
		f.Day, f.Number, f.Receipt = old.Day, old.Number, old.Receipt
		if old.Confirmed == nil && old.Since.Before(f.Since) {
			f.Since = old.Since // what was missing then is missing still
		}
	}
	h.Freeze = &f
	h.At = f.At
}

// Freeze implements till.Store.
func (s *Store) Freeze(ctx context.Context) (f till.Freeze, err error) {
	err = s.view(ctx, func(t tx) error {
		h, err := t.head()
		if err != nil {
			return err
		}
		if h.Freeze == nil {
			return till.ErrNotFound
		}
		f = *h.Freeze
		return nil
	})
	return f, err
}

func (t tx) putBack(cause till.FreezeCause, now time.Time) error {
	h, err := t.head()
	if err != nil {
		return err
	}
	h.putBack(cause, now)
	h.Commits++
	return t.putHead(h)
}

// noticeRollback marks the open file as put back, unless it says so itself,
// and lets the checkpoint follow at once, so that it is noticed once.
func (s *Store) noticeRollback() error {
	err := s.amend(func(_ tx, h *head) error {
		if h.Freeze == nil || h.Freeze.Confirmed != nil {
			h.putBack(till.FreezeRolledBack, s.opts.Clock())
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.marker.keep(s.checkpointOf(s.last))
	return nil
}

// amend changes the open file's head while nobody else uses the store.
func (s *Store) amend(change func(t tx, h *head) error) error {
	begun, err := s.transaction(true)
	if err != nil {
		return err
	}
	defer s.rollback(begun)
	var h head
	err = guarded(func() (err error) {
		here := tx{begun, s.seal()}
		if h, err = here.head(); err == nil {
			err = change(here, &h)
		}
		if err != nil {
			return err
		}
		h.Commits++
		if err := here.putHead(h); err != nil {
			return err
		}
		return begun.Commit()
	})
	if err == nil {
		s.last = h
	}
	return err
}
