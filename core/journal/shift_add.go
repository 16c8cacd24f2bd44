package journal

import (
	"cmp"
	"fmt"
	"sanduq/core"
	"sanduq/core/wire"
	"slices"
)

// AddTaken returns the figures with one receipt, or one cash sale, of a number more.
// On an error they are as they were; f is never changed. Errors: ErrFigures for
// what is no new receipt or cash sale, ErrSum.
func (f ShiftFigures) AddTaken(key TakenKey, minor, rounding int64, seq uint64) (ShiftFigures, error) {
	was := f
	run := &f.Receipts
	if key.Route == RouteCash {
		run = &f.Cash
	}
	paid, fits := plus(minor, rounding)
	if seq <= run.Last || minor <= 0 || fits && paid <= 0 || rounding != 0 && key.Route != RouteCash {
		return was, fmt.Errorf("%w: number %d after %d, %d and %d more", ErrFigures, seq, run.Last, minor, rounding)
	}
	run.Last = seq
	if run.First == 0 {
		run.First = seq
	}
	at, there := slices.BinarySearchFunc(f.Taken, key, func(t Taken, key TakenKey) int { return t.Compare(key) })
	f.Taken = slices.Clone(f.Taken)
	if !there {
		f.Taken = slices.Insert(f.Taken, at, Taken{TakenKey: key})
	}
	t, add := &f.Taken[at], Adder{}
	t.Number, t.Minor, t.Rounding = add.Sum(t.Number, 1), add.Sum(t.Minor, minor), add.Sum(t.Rounding, rounding)
	if add.Over || !fits {
		return was, ErrSum
	}
	return f, nil
}

// Move returns the figures with cash put into the drawer, or taken out of it
// where minor is below zero. The same holds for f. Errors: ErrFigures, ErrSum.
func (f ShiftFigures) Move(minor int64) (ShiftFigures, error) {
	was := f
	tally, add := &f.In, Adder{}
	if minor < 0 {
		tally, minor = &f.Out, add.less(0, minor)
	}
	if minor == 0 && !add.Over {
		return f, fmt.Errorf("%w: nothing was moved", ErrFigures)
	}
	tally.Number, tally.Minor = add.Sum(tally.Number, 1), add.Sum(tally.Minor, minor)
	if add.Over {
		return was, ErrSum
	}
	return f, nil
}

// Owe returns the figures with what became of money that is owed back: more of
// it, some returned, some kept; none is below zero. The same holds for f. Errors:
// ErrFigures where more would be closed than is open, ErrSum.
func (f ShiftFigures) Owe(more OwedSum) (ShiftFigures, error) {
	if more.Before != 0 || !more.sound() || more.Currency == "" {
		return f, fmt.Errorf("%w: owed back %+v", ErrFigures, more)
	}
	was, currency := f, more.Currency
	at, there := slices.BinarySearchFunc(f.Owed, currency, func(o OwedSum, currency string) int { return cmp.Compare(o.Currency, currency) })
	f.Owed = slices.Clone(f.Owed)
	if !there {
		f.Owed = slices.Insert(f.Owed, at, OwedSum{Currency: currency})
	}
	o, add := &f.Owed[at], Adder{}
	o.Opened, o.Returned, o.Kept = add.Sum(o.Opened, more.Opened), add.Sum(o.Returned, more.Returned), add.Sum(o.Kept, more.Kept)
	o.OpenedApart, o.ReturnedApart = add.Sum(o.OpenedApart, more.OpenedApart), add.Sum(o.ReturnedApart, more.ReturnedApart)
	o.Alone, o.Reversed = add.Sum(o.Alone, more.Alone), add.Sum(o.Reversed, more.Reversed)
	open, ok := o.Open()
	switch {
	case add.Over || !ok:
		return was, ErrSum
	case open < 0:
		return was, fmt.Errorf("%w: %d %s more closed than owed", ErrFigures, -open, currency)
	}
	return f, nil
}

// Adds is what a row of the debt adds to the sums of its shift; zero for a note.
func (d Debt) Adds(r DebtRow) OwedSum {
	o := OwedSum{Currency: d.Amount.Currency}
	switch r.Kind {
	case DebtOpened:
		o.Opened = d.Amount.Minor
	case DebtReturned:
		o.Returned = r.Minor
	case DebtKept:
		o.Kept = r.Minor
	}
	if r.Alone() {
		o.Alone = r.Minor
	}
	if d.Cause == DebtReversed {
		o.Reversed = o.Returned
	}
	if d.Cause.Apart() {
		o.OpenedApart, o.ReturnedApart = o.Opened, o.Returned
	}
	return o
}

// Next returns the figures with which the next shift begins: what is owed back
// is owed on. Error: ErrSum.
func (f ShiftFigures) Next() (ShiftFigures, error) {
	var next ShiftFigures
	for _, o := range f.Owed {
		open, ok := o.Open()
		if !ok {
			return ShiftFigures{}, ErrSum
		}
		if open != 0 {
			next.Owed = append(next.Owed, OwedSum{Currency: o.Currency, Before: open})
		}
	}
	return next, nil
}

// Line is one row of a Z: a name, how many, and how much.
type Line struct {
	Route    core.Route
	Cashier  string
	Opened   uint64
	Currency string
	Tally
}

// ByRoute adds up what was taken by each route and currency, in the order of a
// slip: by currency, and there QR, account, wallet, others, cash.
func (z *Z) ByRoute() ([]Line, error) {
	lines, err := z.by(func(t Taken) (Line, bool) { return Line{Route: t.Route, Currency: t.Currency}, true })
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(routeRank(a.Route), routeRank(b.Route)), cmp.Compare(a.Route, b.Route))
	})
	return lines, err
}

func routeRank(r core.Route) int {
	order := wire.Routes()
	if r == RouteCash {
		return len(order) + 1
	}
	if at := slices.Index(order, r); at >= 0 {
		return at
	}
	return len(order)
}

// ByCashier adds up what each cashier took, receipts and cash, by currency and
// name.
func (z *Z) ByCashier() ([]Line, error) {
	return z.by(func(t Taken) (Line, bool) { return Line{Cashier: t.Cashier, Currency: t.Currency}, true })
}

// Late adds up what came for sales of earlier shifts, by the shift in which they
// were opened. It is part of what was taken.
func (z *Z) Late() ([]Line, error) {
	return z.by(func(t Taken) (Line, bool) { return Line{Opened: t.Opened, Currency: t.Currency}, t.Opened != z.Shift })
}

// Returned is what was given back in a currency of what was taken, then or before, in minor
// units: what was taken less this is what stays of it. Zero where sums are not told.
func (z *Z) Returned(currency string) int64 {
	at := slices.IndexFunc(z.Owed, func(o OwedSum) bool { return o.Currency == currency })
	if at < 0 || z.Blind {
		return 0
	}
	return z.Owed[at].Returned - z.Owed[at].ReturnedApart
}

// Sums adds up all that was taken, by currency.
func (z *Z) Sums() ([]Line, error) {
	return z.by(func(t Taken) (Line, bool) { return Line{Currency: t.Currency}, true })
}

// by adds up figures under the lines that a function gives them. Error: ErrSum.
func (z *Z) by(line func(Taken) (l Line, wanted bool)) ([]Line, error) {
	var lines []Line
	add := Adder{}
	for _, t := range z.Taken {
		l, wanted := line(t)
		if !wanted {
			continue
		}
		at := slices.IndexFunc(lines, func(other Line) bool {
			other.Tally = Tally{}
			return other == l
		})
		if at < 0 {
			at, lines = len(lines), append(lines, l)
		}
		lines[at].Number, lines[at].Minor = add.Sum(lines[at].Number, t.Number), add.Sum(lines[at].Minor, t.Minor)
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.Opened, b.Opened), cmp.Compare(a.Cashier, b.Cashier))
	})
	if add.Over {
		return nil, ErrSum
	}
	return lines, nil
}

// Line counts one more of a currency.
func (a *Adder) Line(all []Line, one Line) []Line {
	at := slices.IndexFunc(all, func(l Line) bool { return l.Currency == one.Currency })
	if at < 0 {
		at, all = len(all), append(all, Line{Currency: one.Currency})
	}
	l := &all[at]
	l.Number, l.Minor = a.Sum(l.Number, 1), a.Sum(l.Minor, one.Minor)
	return all
}

// ByCurrency compares the currencies of two lines.
func ByCurrency(a, b Line) int { return cmp.Compare(a.Currency, b.Currency) }
