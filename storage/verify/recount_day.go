package verify

import (
	"maps"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// shiftRecount counts what each shift adds up to from the rows of the chains, in
// its own arithmetic: a shift is some hundred bytes, whatever was sold in it.
type shiftRecount struct {
	sums   map[uint64]*shiftSums
	newest map[string]uint64 // the shift of the row that was passed last, by chain
	passed uint64            // the newest shift that was compared
	owed   balance           // what is owed back as the shifts pass
	over   bool              // a sum did not fit
}

// shiftSums is what the rows of one shift add up to.
type shiftSums struct {
	taken          map[journal.TakenKey]journal.Taken
	receipts, cash journal.SeqRange
	moved          journal.SeqRange
	in, out        journal.Tally
	owed           map[string]journal.OwedSum // without what was owed before
}

func newShiftRecount() shiftRecount {
	return shiftRecount{sums: map[uint64]*shiftSums{}, newest: map[string]uint64{}, owed: balance{open: map[string]int64{}}}
}

// of returns the sums of a shift, nil for none. A chain never goes back to an
// earlier shift.
func (r *shiftRecount) of(name string, seq, shift uint64) (*shiftSums, error) {
	if shift == 0 {
		return nil, nil
	}
	if newest := r.newest[name]; shift < newest {
		return nil, record.Corrupt("%s: row %d is of shift %d, after one of shift %d", name, seq, shift, newest)
	}
	r.newest[name] = shift
	if shift <= r.passed { // compared as it was: these came since
		return nil, nil
	}
	s := r.sums[shift]
	if s == nil {
		s = &shiftSums{taken: map[journal.TakenKey]journal.Taken{}, owed: map[string]journal.OwedSum{}}
		r.sums[shift] = s
	}
	return s, nil
}

func (r *shiftRecount) add(to *int64, more int64) {
	sum, ok := index.Plus(*to, more)
	r.over = r.over || !ok
	*to = sum
}

func (r *shiftRecount) addTaken(s *shiftSums, key journal.TakenKey, minor, rounding int64) {
	t := s.taken[key]
	t.TakenKey = key
	t.Number++
	r.add(&t.Minor, minor)
	r.add(&t.Rounding, rounding)
	s.taken[key] = t
}

func extend(r *journal.SeqRange, seq uint64) {
	if r.First == 0 {
		r.First = seq
	}
	r.Last = seq
}

func (r *shiftRecount) receipt(row *journal.Receipt) error {
	s, err := r.of(record.ReceiptsBucket, row.Seq, row.Shift)
	if s == nil {
		return err
	}
	r.addTaken(s, journal.TakenKey{Opened: row.Opened, Route: row.Route, Cashier: row.Cashier, Currency: row.Amount.Currency}, row.Amount.Minor, 0)
	extend(&s.receipts, row.Seq)
	return nil
}

func (r *shiftRecount) cash(row *journal.CashReceipt) error {
	s, err := r.of(record.CashBucket, row.Seq, row.Shift)
	if s == nil {
		return err
	}
	r.addTaken(s, journal.TakenKey{Opened: row.Shift, Route: journal.RouteCash, Cashier: row.Cashier, Currency: row.Amount.Currency}, row.Amount.Minor, row.Rounding)
	extend(&s.cash, row.Seq)
	return nil
}

func (r *shiftRecount) movement(row *journal.Movement) error {
	s, err := r.of(record.DrawerBucket, row.Seq, row.Shift)
	if s == nil {
		return err
	}
	extend(&s.moved, row.Seq)
	for kind, tally := range map[journal.MovementKind]*journal.Tally{journal.MovementIn: &s.in, journal.MovementOut: &s.out} {
		if row.Kind == kind {
			tally.Number++
			r.add(&tally.Minor, row.Minor)
		}
	}
	return nil
}

// debt counts a row of an entry of what is owed back.
func (r *shiftRecount) debt(row *journal.DebtRow, currency string, cause journal.DebtCause) error {
	s, err := r.of(record.OwedBucket, row.Seq, row.Shift)
	if s == nil {
		return err
	}
	sum := s.owed[currency]
	sum.Currency = currency
	apart := cause == journal.DebtBothLegs || cause == journal.DebtMaybeTwice
	switch row.Kind {
	case journal.DebtOpened:
		r.add(&sum.Opened, row.Amount.Minor)
		if apart {
			r.add(&sum.OpenedApart, row.Amount.Minor)
		}
	case journal.DebtReturned:
		r.add(&sum.Returned, row.Minor)
		if apart {
			r.add(&sum.ReturnedApart, row.Minor)
		}
		if cause == journal.DebtReversed {
			r.add(&sum.Reversed, row.Minor)
		}
	case journal.DebtKept:
		r.add(&sum.Kept, row.Minor)
	}
	if row.DelegatedBy == "" {
		r.add(&sum.Alone, row.Minor)
	}
	s.owed[currency] = sum
	return nil
}

// figures are what a shift should say, with what was owed when it began.
func (s *shiftSums) figures(before map[string]int64) journal.ShiftFigures {
	f := journal.ShiftFigures{Receipts: s.receipts, Cash: s.cash, In: s.in, Out: s.out}
	f.Taken = slices.SortedFunc(maps.Values(s.taken), func(a, b journal.Taken) int { return a.Compare(b.TakenKey) })
	for currency, open := range before {
		sum := s.owed[currency]
		sum.Currency, sum.Before = currency, open
		s.owed[currency] = sum
	}
	for _, currency := range slices.Sorted(maps.Keys(s.owed)) {
		if sum := s.owed[currency]; sum != (journal.OwedSum{Currency: currency}) {
			f.Owed = append(f.Owed, sum)
		}
	}
	return f
}

// balance is what is owed back, by currency, after a row of the ledger.
type balance struct {
	seq  uint64
	open map[string]int64 // none that is zero
}
