package storetest

import (
	"cmp"
	"maps"
	"slices"

	"sanduq/core/journal"
)

// day is what Memory holds of shifts, cash and what is owed back: the records as
// they came. Every figure is counted from them again each time that it is asked
// for, never carried along.
type day struct {
	shifts    []journal.Shift // as each was last committed, by number
	present   uint64          // number of the present one; 0 for none
	began     map[uint64]mark
	ended     map[uint64]uint64 // the Z of each shift that is over
	zs        []journal.Z
	cash      []journal.CashReceipt
	movements []journal.Movement
	owed      []journal.DebtRow
}

// mark is how many rows of what is owed back there were when a shift began.
type mark struct{ owed int }

func (d *day) apply(c journal.Change) {
	if c.Z != nil {
		d.zs = append(d.zs, *c.Z)
		if d.ended == nil {
			d.ended = map[uint64]uint64{}
		}
		d.ended[c.Z.Shift], d.present = c.Z.Seq, 0
	}
	if c.Shift != nil {
		d.shifts = append(slices.DeleteFunc(d.shifts, func(s journal.Shift) bool { return s.Number == c.Shift.Number }), *c.Shift)
		d.present = c.Shift.Number
		if d.began == nil {
			d.began = map[uint64]mark{}
		}
		if _, known := d.began[d.present]; !known {
			d.began[d.present] = mark{owed: len(d.owed)}
		}
	}
	if c.Cash != nil {
		d.cash = append(d.cash, *c.Cash)
	}
	d.movements = append(d.movements, c.Movements...)
	d.owed = append(d.owed, c.Debts...)
}

// shift returns a shift as it was last committed.
func (d *day) shift(number uint64) (journal.Shift, bool) {
	at := slices.IndexFunc(d.shifts, func(s journal.Shift) bool { return s.Number == number })
	if at < 0 {
		return journal.Shift{}, false
	}
	return d.shifts[at], true
}

// figures counts what a shift adds up to, with more rows that are not on the
// disk yet. False when 64 bits do not hold a sum.
func (s *state) figures(number uint64, more journal.Change) (journal.ShiftFigures, bool) {
	var f journal.ShiftFigures
	taken, fits := map[journal.TakenKey]journal.Taken{}, true
	take := func(key journal.TakenKey, minor, rounding int64) {
		t := taken[key]
		t.TakenKey = key
		t.Number++
		t.Minor, t.Rounding = add(&fits, t.Minor, minor), add(&fits, t.Rounding, rounding)
		taken[key] = t
	}
	for _, r := range append(slices.Clone(s.receipts), optional(more.Receipt)...) {
		if r.Shift == number {
			take(journal.TakenKey{Opened: r.Opened, Route: r.Route, Cashier: r.Cashier, Currency: r.Amount.Currency}, r.Amount.Minor, 0)
			extend(&f.Receipts, r.Seq)
		}
	}
	for _, r := range append(slices.Clone(s.day.cash), optional(more.Cash)...) {
		if r.Shift == number {
			take(journal.TakenKey{Opened: number, Route: journal.RouteCash, Cashier: r.Cashier, Currency: r.Amount.Currency}, r.Amount.Minor, r.Rounding)
			extend(&f.Cash, r.Seq)
		}
	}
	f.Taken = slices.SortedFunc(maps.Values(taken), func(a, b journal.Taken) int { return a.Compare(b.TakenKey) })
	for _, m := range append(slices.Clone(s.day.movements), more.Movements...) {
		tally := &f.In
		if m.Kind == journal.MovementOut {
			tally = &f.Out
		}
		if m.Shift == number && m.Kind != journal.MovementHand {
			tally.Number++
			tally.Minor = add(&fits, tally.Minor, m.Minor)
		}
	}
	f.Owed = s.owedOf(number, more.Debts, &fits)
	return f, fits
}

// owedOf counts what became of what is owed back in a shift.
func (s *state) owedOf(number uint64, more []journal.DebtRow, fits *bool) (out []journal.OwedSum) {
	currencies, apart, reversed := map[uint64]string{}, map[uint64]bool{}, map[uint64]bool{}
	sums := map[string]*journal.OwedSum{}
	for at, row := range append(slices.Clone(s.day.owed), more...) {
		if row.Kind == journal.DebtOpened {
			currencies[row.Debt] = row.Amount.Currency
			reversed[row.Debt] = row.Cause == journal.DebtReversed
			apart[row.Debt] = row.Cause == journal.DebtBothLegs || row.Cause == journal.DebtMaybeTwice
		}
		currency := currencies[row.Debt]
		sum := sums[currency]
		if sum == nil {
			sum = &journal.OwedSum{Currency: currency}
			sums[currency] = sum
		}
		before := at < s.day.began[number].owed
		switch {
		case row.Kind == journal.DebtOpened && before:
			sum.Before = add(fits, sum.Before, row.Amount.Minor)
		case before:
			sum.Before = add(fits, sum.Before, -row.Minor)
		case row.Shift != number:
		case row.Kind == journal.DebtOpened:
			sum.Opened = add(fits, sum.Opened, row.Amount.Minor)
			if apart[row.Debt] {
				sum.OpenedApart = add(fits, sum.OpenedApart, row.Amount.Minor)
			}
		case row.Kind == journal.DebtReturned:
			sum.Returned = add(fits, sum.Returned, row.Minor)
			if apart[row.Debt] {
				sum.ReturnedApart = add(fits, sum.ReturnedApart, row.Minor)
			}
			if reversed[row.Debt] {
				sum.Reversed = add(fits, sum.Reversed, row.Minor)
			}
		case row.Kind == journal.DebtKept:
			sum.Kept = add(fits, sum.Kept, row.Minor)
		}
	}
	for at, row := range append(slices.Clone(s.day.owed), more...) {
		if at >= s.day.began[number].owed && row.Shift == number && row.DelegatedBy == "" {
			sum := sums[currencies[row.Debt]]
			sum.Alone = add(fits, sum.Alone, row.Minor)
		}
	}
	for _, sum := range sums {
		if *sum != (journal.OwedSum{Currency: sum.Currency}) {
			add(fits, add(fits, sum.Before, sum.Opened), 0)
			out = append(out, *sum)
		}
	}
	slices.SortFunc(out, func(a, b journal.OwedSum) int { return cmp.Compare(a.Currency, b.Currency) })
	return out
}

// debts makes every debt of its rows.
func (s *state) debts() (all []journal.Debt) {
	for _, row := range s.day.owed {
		at := slices.IndexFunc(all, func(d journal.Debt) bool { return d.Number == row.Debt })
		if at < 0 {
			at, all = len(all), append(all, journal.Debt{})
		}
		all[at], _ = all[at].Append(row) // it was taken when it was committed
	}
	return all
}

func optional[T any](v *T) []T {
	if v == nil {
		return nil
	}
	return []T{*v}
}

func extend(r *journal.SeqRange, seq uint64) {
	if r.First == 0 {
		r.First = seq
	}
	r.Last = seq
}

// add adds up and notes when 64 bits do not hold the sum.
func add(fits *bool, a, b int64) int64 {
	sum := a + b
	if b > 0 && sum < a || b < 0 && sum > a {
		*fits = false
	}
	return sum
}

func cloneDay(out *journal.Change, c journal.Change) error {
	var err error
	copyTo(&err, &out.Cash, c.Cash)
	copyTo(&err, &out.Shift, c.Shift)
	copyTo(&err, &out.Z, c.Z)
	if len(c.Movements) > 0 && err == nil {
		out.Movements, err = clone(c.Movements)
	}
	if len(c.Debts) > 0 && err == nil {
		out.Debts, err = clone(c.Debts)
	}
	return err
}

func copyTo[T any](err *error, to **T, from *T) {
	if from == nil || *err != nil {
		return
	}
	var copied T
	copied, *err = clone(*from)
	*to = &copied
}
