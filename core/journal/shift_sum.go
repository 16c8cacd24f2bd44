package journal

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"sanduq/core"
)

// Z is the end of a shift: numbered without a gap, chained, and never changed.
// It holds every figure that it shows and is whole without any other record. An
// X is the same while the shift goes on: it has no number.
type Z struct {
	Seq    uint64 `json:"seq,omitempty"`    // 0 for an X
	Before uint64 `json:"before,omitempty"` // the Z before it; 0 for none
	// Shift is mostly the Z's own number. They differ where records were put back
	// while it was open: a Z of that number may be on paper.
	Shift uint64 `json:"shift"`

	Shop        string           `json:"shop"`
	Place       string           `json:"place,omitempty"`
	Till        string           `json:"till"`
	Environment core.Environment `json:"environment"`

	Begun   time.Time `json:"begun"`
	Opened  *Opening  `json:"opened,omitempty"` // nil where nobody had opened it
	At      time.Time `json:"at"`
	By      string    `json:"by,omitempty"`
	SetBack bool      `json:"setBack,omitempty"` // the clock was set back meanwhile: At is before the beginning
	Booked  Day       `json:"booked,omitempty"`  // the day on which it stands; blank in earlier records: see BookingDay
	Blind   bool      `json:"-"`                 // of an X: the person who asked may not see what should be in the drawer, and no sum of cash

	Taken    []Taken    `json:"taken,omitempty"`
	Receipts SeqRange   `json:"receipts,omitzero"`
	Cash     SeqRange   `json:"cash,omitzero"`
	Drawer   *DrawerSum `json:"drawer,omitempty"` // nil where nobody had opened it
	Open     StillOpen  `json:"open,omitzero"`
	Owed     []OwedSum  `json:"owed,omitempty"`
	OwedBy   []SaleID   `json:"owedBy,omitempty"` // the sales whose money is owed back, not all where there are many
}

// DrawerSum is what should be in the drawer, and what was.
type DrawerSum struct {
	Currency string `json:"currency"`
	Float    int64  `json:"float"`
	Sales    Tally  `json:"sales,omitzero"` // cash sales, by their amounts
	Rounding int64  `json:"rounding,omitempty"`
	In       Tally  `json:"in,omitzero"`
	Out      Tally  `json:"out,omitzero"`
	Expected int64  `json:"expected"`

	Counted *DrawerCount `json:"counted,omitempty"` // nil where nobody counted
	Counts  int          `json:"counts,omitempty"`  // how often somebody did
	// Difference is Counted less Expected: below zero is short. 0 where nobody
	// counted.
	Difference int64  `json:"difference,omitempty"`
	Reason     string `json:"reason,omitempty"` // of the difference
}

// Closing is what an X or a Z is made of beside its shift.
type Closing struct {
	Settings    Settings
	Environment core.Environment
	At          time.Time
	By          string
	Booked      Day // as Z has it
	Open        StillOpen
	OwedBy      []SaleID
	Seq, Before uint64 // Seq is 0 for an X, which holds no count
	Reason      string // of a difference
}

// SumUp returns the X or the Z of a shift. It is a function of its arguments
// alone and reads no sale. Errors: ErrFigures, ErrSum.
func SumUp(s Shift, f ShiftFigures, c Closing) (Z, error) {
	z := Z{
		Seq: c.Seq, Before: c.Before, Shift: s.Number, Shop: c.Settings.Shop, Place: c.Settings.Place, Till: c.Settings.Till,
		Environment: c.Environment, Begun: s.Begun, At: c.At, By: c.By, Booked: c.Booked, Taken: slices.Clone(f.Taken), Receipts: f.Receipts, Cash: f.Cash,
		Open: StillOpen{Sales: slices.Clone(c.Open.Sales), Sums: maps.Clone(c.Open.Sums)}, Owed: slices.Clone(f.Owed), OwedBy: slices.Clone(c.OwedBy),
	}
	start := s.Begun
	if s.Opened != nil {
		opened := *s.Opened
		z.Opened, start = &opened, opened.At
	}
	z.SetBack = z.At.Before(start) || start.Before(s.Begun)
	if s.Number == 0 || c.Seq != 0 && c.Before >= c.Seq {
		return Z{}, fmt.Errorf("%w: Z %d after %d of shift %d", ErrFigures, c.Seq, c.Before, s.Number)
	}
	if err := errors.Join(z.checkTaken(), z.checkOwed()); err != nil {
		return Z{}, err
	}
	drawer, err := drawerSum(s, f, c)
	if err != nil {
		return Z{}, err
	}
	z.Drawer = drawer
	return z, nil
}

// drawerSum is what should be in the drawer and, for a Z, what was counted last.
func drawerSum(s Shift, f ShiftFigures, c Closing) (*DrawerSum, error) {
	cash := cashOf(f.Taken)
	if s.Opened == nil {
		if len(cash) > 0 || f.In != (Tally{}) || f.Out != (Tally{}) || len(s.Counts) > 0 {
			return nil, fmt.Errorf("%w: cash in a shift that nobody opened", ErrFigures)
		}
		return nil, nil
	}
	d := &DrawerSum{Currency: s.Opened.Currency, Float: s.Opened.Float, In: f.In, Out: f.Out, Counts: len(s.Counts)}
	add := Adder{}
	for _, t := range cash {
		if t.Currency != d.Currency {
			return nil, fmt.Errorf("%w: cash in %s in a drawer of %s", ErrFigures, t.Currency, d.Currency)
		}
		d.Sales.Number = add.Sum(d.Sales.Number, t.Number)
		d.Sales.Minor = add.Sum(d.Sales.Minor, t.Minor)
		d.Rounding = add.Sum(d.Rounding, t.Rounding)
	}
	if d.Float < 0 || d.In.Minor < 0 || d.Out.Minor < 0 {
		return nil, fmt.Errorf("%w: less than nothing was put in or taken out", ErrFigures)
	}
	d.Expected = add.Sum(add.Sum(d.Float, d.Sales.Minor), add.Sum(d.Rounding, d.In.Minor))
	d.Expected = add.less(d.Expected, d.Out.Minor)
	if n := len(s.Counts); n > 0 && c.Seq != 0 {
		counted := s.Counts[n-1].Cash
		if counted.Currency != d.Currency {
			return nil, fmt.Errorf("%w: %s counted in a drawer of %s", ErrFigures, counted.Currency, d.Currency)
		}
		counted.Pieces = slices.Clone(counted.Pieces)
		d.Counted, d.Difference = &counted, add.less(counted.Minor, d.Expected)
		if d.Difference != 0 {
			d.Reason = c.Reason
		}
	}
	if add.Over {
		return nil, ErrSum
	}
	return d, nil
}

// cashOf are the figures of cash sales.
func cashOf(all []Taken) (cash []Taken) {
	for _, t := range all {
		if t.Route == RouteCash {
			cash = append(cash, t)
		}
	}
	return cash
}

// checkTaken holds the figures against what figures can be.
func (z *Z) checkTaken() error {
	var bank, cash int64
	add := Adder{}
	for i, t := range z.Taken {
		if i > 0 && z.Taken[i-1].Compare(t.TakenKey) >= 0 || t.Number <= 0 || t.Opened > z.Shift || t.Rounding != 0 && t.Route != RouteCash {
			return fmt.Errorf("%w: %+v in shift %d", ErrFigures, t, z.Shift)
		}
		if t.Route == RouteCash {
			cash = add.Sum(cash, t.Number)
		} else {
			bank = add.Sum(bank, t.Number)
		}
	}
	if add.Over {
		return ErrSum
	}
	if !z.Cash.holds(cash) || !z.Receipts.holds(bank) {
		return fmt.Errorf("%w: %d receipts from %d to %d, %d in cash from %d to %d", ErrFigures, bank, z.Receipts.First, z.Receipts.Last, cash,
			z.Cash.First, z.Cash.Last)
	}
	return nil
}

// holds reports whether n records can have a run of numbers: it may be longer,
// since numbers are left out after records were put back.
func (r SeqRange) holds(n int64) bool {
	if n == 0 {
		return r == SeqRange{}
	}
	return r.First > 0 && r.Last >= r.First && r.Last-r.First >= uint64(n)-1
}

// checkOwed holds what is owed back against what can be.
func (z *Z) checkOwed() error {
	for i, o := range z.Owed {
		open, ok := o.Open()
		if !ok {
			return ErrSum
		}
		if i > 0 && z.Owed[i-1].Currency >= o.Currency || o.Before < 0 || open < 0 || !o.sound() {
			return fmt.Errorf("%w: owed back %+v", ErrFigures, o)
		}
	}
	return nil
}

// sound reports whether no part is below zero or above its whole.
func (o OwedSum) sound() bool {
	closed, fits := plus(o.Returned, o.Kept)
	return min(o.Opened, o.Returned, o.Kept, o.OpenedApart, o.ReturnedApart, o.Alone, o.Reversed) >= 0 && o.Reversed <= o.Returned && o.OpenedApart <= o.Opened && o.ReturnedApart <= o.Returned &&
		(!fits || o.Alone <= closed)
}

// Adder adds sums and remembers that one did not fit.
type Adder struct{ Over bool }

func (a *Adder) Sum(x, y int64) int64 {
	sum, ok := plus(x, y)
	a.Over = a.Over || !ok
	return sum
}

func (a *Adder) less(x, y int64) int64 {
	rest, ok := minus(x, y)
	a.Over = a.Over || !ok
	return rest
}

// BookingDay is the business day on which the Z stands, in whatever zone the till was when
// it was made. Earlier records have it only where the clock was set back; it is the day of
// their moment in a zone.
func (z *Z) BookingDay(zone *time.Location) Day { return cmp.Or(z.Booked, DayOf(z.At.In(zone))) }

// FirstBookingDay is the earliest day on which anything may be booked after a Z and in
// the shift that follows it; before is the Z, nil for none, and present the shift, blank
// for none. Blank is any day. A till's clock may show an earlier day all the same: it was
// set back.
func FirstBookingDay(before *Z, present Shift, zone *time.Location) (day Day) {
	if present.BookFrom != "" {
		return present.BookFrom
	}
	if before != nil {
		day = before.BookingDay(zone)
	}
	if present.Opened != nil {
		day = max(day, DayOf(present.Opened.At.In(zone)))
	}
	return day
}
