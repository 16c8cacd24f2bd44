package journal

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Check reports whether a Z is what its shift and the shift's figures sum up to.
// The store asks it in the commit of the Z, so that nothing which was committed
// after the Z was made can be missing from it. Errors: ErrFigures, ErrSum.
func (z *Z) Check(s Shift, f ShiftFigures) error {
	reason := ""
	if z.Drawer != nil {
		reason = z.Drawer.Reason
	}
	want, err := SumUp(s, f, Closing{
		Settings:    Settings{Shop: z.Shop, Place: z.Place, Till: z.Till},
		Environment: z.Environment, At: z.At, By: z.By, Booked: z.Booked, Open: z.Open, OwedBy: z.OwedBy, Seq: z.Seq, Before: z.Before, Reason: reason,
	})
	if err != nil {
		return err
	}
	if z.Seq == 0 || !want.equal(z) {
		return fmt.Errorf("%w: Z %d is not what shift %d adds up to", ErrFigures, z.Seq, s.Number)
	}
	return nil
}

// equal reports whether two Zs say the same of the same moments.
func (z *Z) equal(other *Z) bool {
	a, b := *z, *other
	same := a.Begun.Equal(b.Begun) && a.At.Equal(b.At) && slices.Equal(a.Taken, b.Taken) && slices.Equal(a.Owed, b.Owed) &&
		slices.Equal(a.OwedBy, b.OwedBy) && slices.Equal(a.Open.Sales, b.Open.Sales) && maps.Equal(a.Open.Sums, b.Open.Sums) &&
		a.Opened.equal(b.Opened) && a.Drawer.equal(b.Drawer)
	return same && a.Seq == b.Seq && a.Before == b.Before && a.Shift == b.Shift && a.Shop == b.Shop && a.Place == b.Place && a.Till == b.Till &&
		a.Environment == b.Environment && a.By == b.By && a.SetBack == b.SetBack && a.Booked == b.Booked && a.Receipts == b.Receipts && a.Cash == b.Cash
}

func (o *Opening) equal(other *Opening) bool {
	if o == nil || other == nil {
		return o == other
	}
	a, b := *o, *other
	at := a.At.Equal(b.At)
	a.At = b.At
	return at && a == b
}

func (d *DrawerSum) equal(other *DrawerSum) bool {
	if d == nil || other == nil {
		return d == other
	}
	a, b := *d, *other
	counted := a.Counted.equal(b.Counted)
	a.Counted, b.Counted = nil, nil
	return counted && a == b
}

func (c *DrawerCount) equal(other *DrawerCount) bool {
	if c == nil || other == nil {
		return c == other
	}
	return c.Currency == other.Currency && c.Minor == other.Minor && slices.Equal(c.Pieces, other.Pieces)
}

// Follows reports whether s may be the record of its shift after was; the zero
// Shift stands for none. A shift begins unopened and without counts; what it says
// is only added to. Error: ErrFigures.
func (s Shift) Follows(was Shift) error {
	if was.Number == 0 {
		if s.Version == 1 && s.Number > s.After && s.Opened == nil && len(s.Counts) == 0 {
			return nil
		}
		return fmt.Errorf("%w: shift %d begins as %+v", ErrFigures, s.Number, s)
	}
	kept := len(s.Counts) - len(was.Counts)
	switch {
	case s.Number != was.Number, s.Version != was.Version+1, s.After != was.After, !s.Begun.Equal(was.Begun):
	case was.Opened != nil && !was.Opened.equal(s.Opened):
	case kept < 0 || kept > 0 && s.Opened == nil || !slices.EqualFunc(s.Counts[:len(was.Counts)], was.Counts, ShiftCount.equal):
	default:
		return errors.Join(s.checkOpened(), s.checkCounts())
	}
	return fmt.Errorf("%w: shift %d after version %d", ErrFigures, s.Number, was.Version)
}

func (s Shift) checkOpened() error {
	if o := s.Opened; o != nil && (o.Currency == "" || o.Float < 0) {
		return fmt.Errorf("%w: a float of %d %q", ErrFigures, o.Float, o.Currency)
	}
	return nil
}

func (s Shift) checkCounts() error {
	for _, c := range s.Counts {
		if c.Cash.Currency != s.Opened.Currency || c.Cash.Minor < 0 {
			return fmt.Errorf("%w: %d %q counted in a drawer of %s", ErrFigures, c.Cash.Minor, c.Cash.Currency, s.Opened.Currency)
		}
	}
	return nil
}

func (c ShiftCount) equal(other ShiftCount) bool {
	return c.At.Equal(other.At) && c.By == other.By && c.Cash.equal(&other.Cash) && c.NewestCash == other.NewestCash && c.NewestMovement == other.NewestMovement
}

// CountedFor refuses to close a shift whose drawer was not counted since cash came
// or went. One that nobody opened has no drawer.
func (s ShiftState) CountedFor(h *Head) error {
	if s.Opened == nil {
		return nil
	}
	switch _, stale, ok := s.Counted(h.Cash, h.Movement); {
	case !ok:
		return Refuse(CodeCount, nil)
	case stale:
		return Refuse(CodeCountStale, nil)
	}
	return nil
}
