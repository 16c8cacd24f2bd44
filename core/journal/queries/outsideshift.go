package queries

import (
	"cmp"
	"context"
	"errors"
	"sanduq/core/journal"
	"slices"
)

// OutsideShift is what was taken before a shift while the shop had switched shifts off,
// and after the shift before. No Z holds it: a Z holds what came in its shift, and
// there was none. Beside it are the numbers that were left out in the shift.
type OutsideShift struct {
	Sums     []journal.Line // by currency, receipts and cash
	Receipts journal.SeqRange
	Cash     journal.SeqRange
	More     bool // there may be older ones, which were not counted
	// LeftOut are the numbers that were left out in the shift itself, oldest first, after the
	// journal was put back to an older state.
	LeftOut []journal.LeftOut
	// Entered was typed in from paper, or withdrawn, during the shift, oldest first, of
	// whatever numbers were left out; no sum has it.
	Entered []Entered
}

// mostOutsideShift bounds how many numbers are read of each kind. A till that went
// without shifts for longer has more in its reports.
const mostOutsideShift = 50_000

// Shifts is what the money of no shift is read from: a store.
type Shifts interface {
	Shift(ctx context.Context, number uint64) (journal.ShiftState, error)
	Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error)
	Receipt(ctx context.Context, seq uint64) (journal.Receipt, error)
	CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error)
	Head(ctx context.Context, day journal.Day) (journal.Head, error)
	Freezes
	Audited
}

// Freezes is what the numbers that were left out are read from: a store.
type Freezes interface {
	Freeze(ctx context.Context) (journal.Freeze, error)
}

// LeftOut returns all numbers that were ever left out, oldest first, after the journal was
// put back to an older state; nil for none. It costs one record. Error: CodeStore.
func LeftOut(ctx context.Context, from Freezes) ([]journal.LeftOut, error) {
	f, err := from.Freeze(ctx)
	switch {
	case errors.Is(err, journal.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, journal.Refuse(journal.CodeStore, err)
	}
	return f.LeftOut, nil
}

// OutsideShiftOf is Till.OutsideShift of a store that no till has open.
func OutsideShiftOf(ctx context.Context, from Shifts, z journal.Z) (OutsideShift, error) {
	runs, err := LeftOutRuns(ctx, from)
	if err != nil {
		return OutsideShift{}, err
	}
	var found OutsideShift
	for _, r := range runs {
		if r.Shift == z.Shift && z.Shift != 0 {
			r.LeftOut.Entered = 0 // it goes on growing, and what stands beside a closed Z does not
			found.LeftOut = append(found.LeftOut, r.LeftOut)
		}
		for _, e := range r.Rows {
			if e.Shift == z.Shift && z.Shift != 0 {
				found.Entered = append(found.Entered, e)
			}
		}
	}
	slices.SortFunc(found.Entered, func(a, b Entered) int { return cmp.Compare(a.Seq, b.Seq) })
	s, err := from.Shift(ctx, z.Shift)
	if err != nil {
		return OutsideShift{}, journal.Refuse(journal.CodeStore, err)
	}
	off, err := afterOff(ctx, from, s.Shift)
	if err != nil || !off {
		return found, journal.WithCode(err)
	}
	receipt, cash, err := firstTaken(ctx, from, s)
	if err != nil {
		return OutsideShift{}, journal.Refuse(journal.CodeStore, err)
	}
	w := outsideShiftWalk{shift: z.Shift, found: found}
	err = errors.Join(
		w.down(receipt, &w.found.Receipts, func(seq uint64) (uint64, journal.Line, error) {
			r, err := from.Receipt(ctx, seq)
			return r.Shift, journal.Line{Currency: r.Amount.Currency, Tally: journal.Tally{Minor: r.Amount.Minor}}, err
		}),
		w.down(cash, &w.found.Cash, func(seq uint64) (uint64, journal.Line, error) {
			r, err := from.CashReceipt(ctx, seq)
			return r.Shift, journal.Line{Currency: r.Amount.Currency, Tally: journal.Tally{Minor: r.Amount.Minor}}, err
		}))
	switch {
	case err != nil:
		return OutsideShift{}, journal.Refuse(journal.CodeStore, err)
	case w.add.Over:
		return OutsideShift{}, journal.Refuse(journal.CodeSum, journal.ErrSum)
	}
	slices.SortFunc(w.found.Sums, journal.ByCurrency)
	return w.found, nil
}

// afterOff reports whether shifts were off between a shift and the one before it: else
// it begins in the very moment of that one's Z.
func afterOff(ctx context.Context, from Shifts, s journal.Shift) (bool, error) {
	if s.After == 0 {
		return false, nil
	}
	before, err := from.Zs(ctx, s.After+1, 1)
	if err != nil {
		return false, journal.Refuse(journal.CodeStore, err)
	}
	return len(before) == 1 && !before[0].At.Equal(s.Begun), nil
}

// firstTaken returns the numbers below which what came before a shift stands: the
// first that it took, or where it took none, the first of the shifts that follow it, or
// the next to be given out. 0 where shifts were off again before any.
func firstTaken(ctx context.Context, from Shifts, s journal.ShiftState) (receipt, cash uint64, err error) {
	for {
		receipt, cash = cmp.Or(receipt, s.Figures.Receipts.First), cmp.Or(cash, s.Figures.Cash.First)
		switch {
		case receipt != 0 && cash != 0:
			return receipt, cash, nil
		case s.Z == 0:
			h, err := from.Head(ctx, journal.DayOf(s.Begun)) // its numbers of paper are of no day
			return cmp.Or(receipt, h.Receipt+1), cmp.Or(cash, h.Cash+1), err
		}
		next, err := from.Shift(ctx, s.Z+1)
		if errors.Is(err, journal.ErrNotFound) {
			return receipt, cash, nil
		}
		if err != nil {
			return 0, 0, err
		}
		if off, err := afterOff(ctx, from, next.Shift); off || err != nil {
			return receipt, cash, err
		}
		s = next
	}
}

// outsideShiftWalk adds up what belongs to no shift.
type outsideShiftWalk struct {
	shift uint64
	found OutsideShift
	add   journal.Adder
}

// down reads one kind of records from below a number on, to the newest of an earlier
// shift. Numbers that were left out after records were put back are no records.
func (w *outsideShiftWalk) down(from uint64, run *journal.SeqRange, read func(seq uint64) (shift uint64, one journal.Line, err error)) error {
	for seq, n := from, 0; seq > 1; n++ {
		if seq--; n == mostOutsideShift {
			w.found.More = true
			return nil
		}
		shift, one, err := read(seq)
		switch {
		case errors.Is(err, journal.ErrNotFound), err == nil && shift >= w.shift:
			continue
		case err != nil:
			return err
		case shift != 0:
			return nil
		}
		run.First, run.Last = seq, max(run.Last, seq)
		w.count(one)
	}
	return nil
}

func (w *outsideShiftWalk) count(one journal.Line) { w.found.Sums = w.add.Line(w.found.Sums, one) }
