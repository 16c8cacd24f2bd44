package till

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/core/journal"
)

// loadShift reads which shift is present.
func (t *Till) loadShift(ctx context.Context) error {
	state, err := t.cfg.Store.Shift(ctx, 0)
	switch {
	case errors.Is(err, journal.ErrNotFound):
		t.shift.Store(nil)
	case err != nil:
		return fmt.Errorf("read the present shift: %w", err)
	default:
		t.shift.Store(&state.Shift)
	}
	return nil
}

// dayMoved takes in what a commit that is durable did to shift, cash and what is
// owed back, and tells everyone. The committer's lock is held.
func (t *Till) dayMoved(c journal.Change) {
	t.givenBack.note(c.Debts)
	switch {
	case c.Shift != nil:
		t.shift.Store(c.Shift)
	case c.Z != nil:
		t.shift.Store(nil)
	case c.Cash == nil && c.Receipt == nil && len(c.Movements)+len(c.Debts) == 0:
		return
	}
	t.hub.Publish(journal.Notice{Kind: journal.NoticeDay})
}

// mayTake refuses to begin a sale, or to move cash, where the shop uses shifts
// and nobody has opened one. cash is the currency that would go into the drawer;
// blank for none. Errors: CodeShift, CodeShiftCurrency.
func (t *Till) mayTake(cash string) error {
	s := t.shift.Load()
	switch {
	case s == nil:
		return nil
	case s.Opened == nil:
		return journal.Refuse(journal.CodeShift, nil)
	case cash != "" && cash != s.Opened.Currency:
		return journal.Refuse(journal.CodeShiftCurrency, fmt.Errorf("%s in a drawer of %s", cash, s.Opened.Currency))
	}
	return nil
}

// NoShift reports whether no sale can begin because nobody has opened a shift.
func (t *Till) NoShift() bool {
	s := t.shift.Load()
	return s != nil && s.Opened == nil
}

// switchShifts completes the change of the settings where it switches shifts on
// or off, and refuses what an open shift forbids. Errors: CodeShiftOpen,
// CodeShiftCurrency.
func (t *Till) switchShifts(h *journal.Head, c *journal.Change, by string) error {
	present, set := t.shift.Load(), c.Settings
	switch {
	case present != nil && present.Opened != nil && !set.Shifts:
		return journal.Refuse(journal.CodeShiftOpen, nil)
	case present != nil && present.Opened != nil && set.Currency != present.Opened.Currency:
		return journal.Refuse(journal.CodeShiftCurrency, nil)
	case present == nil && set.Shifts:
		c.Shift = &journal.Shift{Number: h.Z + 1, Version: 1, After: h.Z, Begun: t.Now()}
	case present != nil && !set.Shifts:
		z, err := t.sumUp(h, *set, by, "")
		if err != nil {
			return err
		}
		c.Z = &z
		c.Audit = append(c.Audit, t.rows(h, []journal.AuditRow{{By: by, Action: journal.AuditShiftClosed, Detail: journal.ZNumber(z.Seq)}})...)
	}
	return nil
}

// leaveOut takes the numbers of Zs and of cash receipts into a freeze that may
// have been given out since the journal was put back, whether or not what is left
// of it knows of any: the shop may have begun with both since. A Z takes minutes, so
// there can be one in ten at the most. The gap of cash receipts makes a count of
// before stale: what moved since, nobody here knows.
func leaveOut(f *journal.Freeze, h journal.Head, now time.Time) {
	f.Cash = max(f.Cash, h.Cash+uint64(missed(f.Since, now)))
	f.Z = max(f.Z, h.Z+uint64(missed(f.Since, now)/(10*fastestTill)+1))
}
