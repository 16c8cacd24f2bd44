package storetest

import (
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// checkSaleOfDay refuses what shifts and cash forbid to a sale.
func (s *state) checkSaleOfDay(old journal.Sale, c journal.Change) error {
	sale, present := c.Sale, s.day.present
	switch {
	case old.Version == 0 && sale.Shift != present:
		return refused("%s is opened in shift %d, not %d", sale.ID, present, sale.Shift)
	case old.Version != 0 && sale.Shift != old.Shift:
		return refused("%s goes from shift %d to %d", sale.ID, old.Shift, sale.Shift)
	case c.Receipt != nil && (c.Receipt.Shift != present || c.Receipt.Opened != sale.Shift):
		return refused("receipt %d of shift %d, opened in %d", c.Receipt.Seq, c.Receipt.Shift, c.Receipt.Opened)
	case c.Z != nil:
		return refused("a sale comes with Z %d", c.Z.Seq)
	case c.Receipt == nil && c.Cash == nil && sale.Booked != old.Booked:
		return refused("%s is booked on %q, and no money came", sale.ID, sale.Booked)
	}
	if at, err := time.Parse("20060102", string(sale.Booked)); sale.Booked != "" && (err != nil || journal.DayOf(at) != sale.Booked || sale.Booked == sale.ID.Day()) {
		return refused("%s is booked on %q", sale.ID, sale.Booked)
	}
	return s.checkCash(old, c)
}

func (s *state) checkCash(old journal.Sale, c journal.Change) error {
	sale, r := c.Sale, c.Cash
	isCash := sale.CashSeq != 0 || sale.Step == journal.StepCash || sale.Route == journal.RouteCash
	if isCash && (sale.Step != journal.StepCash || sale.Route != journal.RouteCash || sale.CashSeq == 0 || sale.ReceiptSeq != 0 ||
		sale.Session != (core.PaymentSession{}) || c.Secrets != nil && !c.Secrets.Empty()) {
		return refused("%s is taken in cash and more", sale.ID)
	}
	if r == nil {
		if sale.CashSeq != old.CashSeq {
			return refused("cash receipt of %s changes from %d to %d", sale.ID, old.CashSeq, sale.CashSeq)
		}
		return nil
	}
	if err := r.Check(); err != nil {
		return refused("cash %d: %v", r.Seq, err)
	}
	switch {
	case old.Version != 0:
		return refused("%s was there before its cash", sale.ID)
	case r.Seq != s.newestCash()+1 || r.Seq != sale.CashSeq || r.SaleID != sale.ID:
		return refused("cash %d of %s after %d comes with %s", r.Seq, r.SaleID, s.newestCash(), sale.ID)
	case r.Amount != sale.Amount || r.Cashier != sale.Cashier || r.Environment != sale.Environment:
		return refused("cash %d is not of its sale", r.Seq)
	case r.Shift != s.day.present:
		return refused("cash %d in shift %d", r.Seq, r.Shift)
	}
	if shift, there := s.day.shift(r.Shift); there && (shift.Opened == nil || shift.Opened.Currency != r.Amount.Currency) {
		return refused("cash %d in a drawer of %+v", r.Seq, shift.Opened)
	}
	return nil
}

// checkDay refuses what the rules of shifts, Zs, movements and debts forbid.
func (s *state) checkDay(c journal.Change) error {
	if err := s.checkZ(c); err != nil {
		return err
	}
	if err := s.checkShift(c); err != nil {
		return err
	}
	if was, there := s.day.shift(s.day.present); there && c.Z == nil && c.Shift != nil && was.Opened == nil && c.Shift.Opened != nil {
		if err := c.Shift.Opens(c.Movements); err != nil {
			return refused("%v", err)
		}
	}
	for i, m := range c.Movements {
		shift, there := s.day.shift(m.Shift)
		if c.Shift != nil && c.Z == nil && c.Shift.Number == shift.Number {
			shift = *c.Shift // it may be opened with it
		}
		if m.Seq != uint64(len(s.day.movements)+i)+1 || m.Shift != s.day.present || !there || shift.Opened == nil || m.Check() != nil {
			return refused("movement %+v", m)
		}
	}
	debts := s.debts()
	for i, row := range c.Debts {
		if row.Seq != uint64(len(s.day.owed)+i)+1 || row.Shift != s.day.present {
			return refused("row %+v of what is owed back", row)
		}
		at := slices.IndexFunc(debts, func(d journal.Debt) bool { return d.Number == row.Debt })
		if at < 0 && row.Debt == uint64(len(debts))+1 {
			if !wellFormed(row.Sale) || !wellFormed(row.With) {
				return refused("a debt of %q with %q", row.Sale, row.With)
			}
			at, debts = len(debts), append(debts, journal.Debt{})
		}
		if at < 0 {
			return refused("no debt %d", row.Debt)
		}
		next, err := debts[at].Append(row)
		if err != nil {
			return refused("%v", err)
		}
		debts[at] = next
	}
	return s.checkSum(c)
}

// checkSum refuses what the present shift could not hold, or could not be summed up
// with any more.
func (s *state) checkSum(c journal.Change) error {
	shift, there := s.day.shift(s.day.present)
	if !there || c.Z != nil {
		return nil
	}
	if c.Shift != nil {
		shift = *c.Shift
	}
	figures, fits := s.figures(shift.Number, c)
	if _, err := journal.SumUp(shift, figures, journal.Closing{Seq: s.newestZ() + 1}); err != nil || !fits {
		return refused("shift %d cannot hold it: %v", shift.Number, err)
	}
	return nil
}

func (s *state) checkZ(c journal.Change) error {
	z := c.Z
	if z == nil {
		return nil
	}
	if len(c.Movements)+len(c.Debts) > 0 || c.Freeze != nil {
		return refused("more than a closing comes with Z %d", z.Seq)
	}
	present, there := s.day.shift(s.day.present)
	if !there || z.Shift != present.Number {
		return refused("Z %d of shift %d, present is %d", z.Seq, z.Shift, s.day.present)
	}
	before := uint64(0)
	if n := len(s.day.zs); n > 0 {
		before = s.day.zs[n-1].Seq
	}
	figures, fits := s.figures(present.Number, journal.Change{})
	if err := z.Check(present, figures); err != nil || !fits || z.Seq != s.newestZ()+1 || z.Before != before {
		return refused("Z %d after %d: %v", z.Seq, s.newestZ(), err)
	}
	off := c.Settings != nil && !c.Settings.Shifts
	if off != (c.Shift == nil) {
		return refused("Z %d and what follows it", z.Seq)
	}
	return nil
}

func (s *state) checkShift(c journal.Change) error {
	was, _ := s.day.shift(s.day.present)
	if on := s.day.present != 0 || c.Shift != nil; c.Z == nil && c.Settings != nil && c.Settings.Shifts != on {
		return refused("shifts are switched to %v without one", c.Settings.Shifts)
	}
	if c.Shift == nil {
		return nil
	}
	after := s.newestZ()
	switch {
	case c.Z != nil:
		was, after = journal.Shift{}, c.Z.Seq
	case s.day.present == 0:
		if c.Settings == nil || !c.Settings.Shifts {
			return refused("a shift begins by itself")
		}
	}
	if was.Number == 0 && (c.Shift.Number != after+1 || c.Shift.After != after) {
		return refused("shift %d after Z %d begins after %d", c.Shift.Number, c.Shift.After, after)
	}
	if err := c.Shift.Follows(was); err != nil {
		return refused("%v", err)
	}
	return nil
}

func (s *state) newestZ() uint64 {
	var newest uint64
	if n := len(s.day.zs); n > 0 {
		newest = s.day.zs[n-1].Seq
	}
	if s.freeze != nil {
		newest = max(newest, s.freeze.Z)
	}
	return newest
}

func (s *state) newestCash() uint64 {
	var newest uint64
	if n := len(s.day.cash); n > 0 {
		newest = s.day.cash[n-1].Seq
	}
	if s.freeze != nil {
		newest = max(newest, s.freeze.Cash)
	}
	return newest
}

func (s *state) dayHead() journal.Head {
	return journal.Head{Shift: s.day.present, Z: s.newestZ(), Cash: s.newestCash(), Movement: uint64(len(s.day.movements)),
		Debt: uint64(len(s.debts())), DebtRow: uint64(len(s.day.owed))}
}
