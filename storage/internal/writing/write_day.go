package writing

import (
	"errors"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/record"
)

// saleOfDay checks what shifts and cash ask of a sale, and writes its cash
// receipt.
func (w *Writer) saleOfDay(old journal.Sale, c journal.Change) error {
	sale, present := c.Sale, w.Head.Present.Number
	switch r := c.Receipt; {
	case old.Version == 0 && sale.Shift != present:
		return record.Refused("%s says shift %d, present is %d", sale.ID, sale.Shift, present)
	case old.Version != 0 && sale.Shift != old.Shift:
		return record.Refused("%s goes from shift %d to %d", sale.ID, old.Shift, sale.Shift)
	case r != nil && (r.Shift != present || r.Opened != sale.Shift):
		return record.Refused("receipt %d of shift %d, opened in %d, comes in %d", r.Seq, r.Shift, r.Opened, present)
	case sale.Booked != old.Booked && r == nil && c.Cash == nil:
		return record.Refused("%s goes from booking day %q to %q without money", sale.ID, old.Booked, sale.Booked)
	case sale.Booked != "" && (sale.Booked == sale.ID.Day() || journal.DayOf(sale.Booked.Time(time.UTC)) != sale.Booked):
		return record.Refused("%s is booked on %q", sale.ID, sale.Booked)
	case c.Cash == nil && sale.CashSeq != old.CashSeq:
		return record.Refused("cash receipt of %s changes from %d to %d", sale.ID, old.CashSeq, sale.CashSeq)
	case sale.CashSeq == 0 && sale.Step != journal.StepCash && sale.Route != journal.RouteCash && c.Cash == nil:
		return nil
	case sale.CashSeq == 0 || sale.Step != journal.StepCash || sale.Route != journal.RouteCash ||
		sale.Session != (core.PaymentSession{}) || c.Secrets != nil && !c.Secrets.Empty():
		return record.Refused("%s is taken in cash and otherwise", sale.ID)
	}
	if c.Cash == nil {
		return nil
	}
	return w.cash(old, sale, c.Cash)
}

// cash checks the rules that tie a cash receipt to its sale and writes it.
func (w *Writer) cash(old journal.Sale, sale *journal.Sale, r *journal.CashReceipt) error {
	if err := r.Check(); err != nil {
		return record.Refused("cash %d: %v", r.Seq, err)
	}
	switch {
	case old.Version != 0:
		return record.Refused("%s was there before its cash", sale.ID)
	case r.SaleID != sale.ID || r.Seq != sale.CashSeq:
		return record.Refused("cash %d of %s comes with %s", r.Seq, r.SaleID, sale.ID)
	case r.Amount != sale.Amount || r.Cashier != sale.Cashier || r.Environment != sale.Environment:
		return record.Refused("cash %d is not its sale's", r.Seq)
	case r.Shift != w.Head.Present.Number:
		return record.Refused("cash %d says shift %d, present is %d", r.Seq, r.Shift, w.Head.Present.Number)
	}
	return w.next(w.Head.CashNumbers(), r.Seq, r)
}

// day carries out what a change means to shifts, the drawer and what is owed back,
// once its sale is written. In a shop without shifts it reads nothing for a sale.
func (w *Writer) day(c journal.Change) error {
	if c.Z != nil && (c.Sale != nil || c.Freeze != nil || len(c.Movements)+len(c.Debts) > 0) {
		return record.Refused("more than a closing comes with Z %d", c.Z.Seq)
	}
	var shift *codec.ShiftRecord // the present one, where the change touches it
	if w.Head.Present.Number != 0 && (c.Receipt != nil || c.Cash != nil || c.Shift != nil || c.Z != nil || len(c.Movements)+len(c.Debts) > 0) {
		r, err := w.PresentShift(&w.Head)
		if err != nil {
			return err
		}
		shift = &r
	}
	if err := w.money(shift, c); err != nil {
		return err
	}
	if opens := shift != nil && c.Z == nil && c.Shift != nil && c.Shift.Opened != nil && shift.Opened == nil; opens {
		if err := errors.Join(c.Shift.Follows(shift.Shift), c.Shift.Opens(c.Movements)); err != nil {
			return record.Refused("%v", err)
		}
		shift.Opened = c.Shift.Opened // its first movement comes with it
	}
	if err := w.movements(shift, c.Movements); err != nil {
		return err
	}
	if err := w.Debts(shift, c.Debts); err != nil {
		return err
	}
	if err := w.advanceShift(shift, c); err != nil {
		return err
	}
	if c.Settings != nil && c.Settings.Shifts != (w.Head.Present.Number != 0) {
		return record.Refused("the settings have shifts: %v; present is shift %d", c.Settings.Shifts, w.Head.Present.Number)
	}
	return nil
}

// money adds what was taken to the present shift, nil without one.
func (w *Writer) money(shift *codec.ShiftRecord, c journal.Change) (err error) {
	if shift == nil {
		return nil
	}
	f := &shift.Figures
	if r := c.Receipt; r != nil {
		key := journal.TakenKey{Opened: r.Opened, Route: r.Route, Cashier: r.Cashier, Currency: r.Amount.Currency}
		if *f, err = f.AddTaken(key, r.Amount.Minor, 0, r.Seq); err != nil {
			return record.Refused("receipt %d: %v", r.Seq, err)
		}
	}
	if r := c.Cash; r != nil {
		if shift.Opened == nil { // another currency than the drawer's could not be summed up, see advanceShift
			return record.Refused("cash %d in a drawer that nobody opened", r.Seq)
		}
		key := journal.TakenKey{Opened: r.Shift, Route: journal.RouteCash, Cashier: r.Cashier, Currency: r.Amount.Currency}
		if *f, err = f.AddTaken(key, r.Amount.Minor, r.Rounding, r.Seq); err != nil {
			return record.Refused("cash %d: %v", r.Seq, err)
		}
	}
	return nil
}

// movements writes what moved in the drawer.
func (w *Writer) movements(shift *codec.ShiftRecord, rows []journal.Movement) error {
	for i := range rows {
		m := &rows[i]
		if shift == nil || shift.Opened == nil || m.Shift != shift.Number {
			return record.Refused("movement %d of shift %d, where %d is present", m.Seq, m.Shift, w.Head.Present.Number)
		}
		if want := w.Head.Drawer.Seq + 1; m.Seq != want {
			return record.Refused("movement %d where %d is next", m.Seq, want)
		}
		err := m.Check()
		if signed := m.Signed(); err == nil && signed != 0 {
			shift.Figures, err = shift.Figures.Move(signed)
		}
		if err != nil {
			return record.Refused("movement %d: %v", m.Seq, err)
		}
		if shift.Moved.First == 0 {
			shift.Moved.First = m.Seq
		}
		shift.Moved.Last = m.Seq
		if err := w.Chain(record.DrawerBucket, &w.Head.Drawer, m.Seq, m); err != nil {
			return err
		}
	}
	return nil
}

// advanceShift takes the present shift's step: to its next version, to its end and the
// next shift, or from none to the first. shift is nil where it is not touched.
func (w *Writer) advanceShift(shift *codec.ShiftRecord, c journal.Change) error {
	switch {
	case c.Z != nil:
		return w.close(shift, c)
	case c.Shift != nil && w.Head.Present.Number == 0:
		return w.first(c)
	case c.Shift != nil:
		if err := c.Shift.Follows(shift.Shift); err != nil {
			return record.Refused("%v", err)
		}
		shift.Shift = *c.Shift
	}
	if shift == nil {
		return nil
	}
	if c.Shift != nil || c.Cash != nil || len(c.Movements) > 0 { // what the drawer should hold has changed
		if _, err := journal.SumUp(shift.Shift, shift.Figures, journal.Closing{Seq: 1}); err != nil {
			return record.Refused("shift %d could not be closed any more: %v", shift.Number, err)
		}
	}
	return w.PutShift(shift)
}

// first begins the first shift of a shop.
func (w *Writer) first(c journal.Change) error {
	if c.Settings == nil { // settings without shifts are refused with every change
		return record.Refused("shift %d begins, and nobody switches shifts on", c.Shift.Number)
	}
	figures, err := w.owedNow()
	if err != nil {
		return err
	}
	return w.beginShift(c.Shift, w.Head.ZNumbers().Newest(), figures)
}

// close ends the present shift with its Z, and begins the next.
func (w *Writer) close(shift *codec.ShiftRecord, c journal.Change) error {
	z := c.Z
	if shift == nil { // of another shift, see Check
		return record.Refused("Z %d of shift %d, present is %d", z.Seq, z.Shift, w.Head.Present.Number)
	}
	if before := w.Head.Zs.Seq; z.Before != before {
		return record.Refused("Z %d after %d, the newest is %d", z.Seq, z.Before, before)
	}
	if err := z.Check(shift.Shift, shift.Figures); err != nil {
		return record.Refused("%v", err)
	}
	if ends := c.Settings != nil && !c.Settings.Shifts; ends != (c.Shift == nil) {
		return record.Refused("Z %d, and what follows is not said, or twice", z.Seq)
	}
	if err := w.next(w.Head.ZNumbers(), z.Seq, z); err != nil {
		return err
	}
	shift.Z = z.Seq
	if err := w.PutShift(shift); err != nil || c.Shift == nil {
		return err
	}
	figures, err := shift.Figures.Next()
	if err != nil {
		return record.Refused("%v", err)
	}
	return w.beginShift(c.Shift, z.Seq, figures)
}

// beginShift writes the beginning of a shift after a Z; 0 for none.
func (w *Writer) beginShift(shift *journal.Shift, after uint64, figures journal.ShiftFigures) error {
	if err := shift.Follows(journal.Shift{}); err != nil {
		return record.Refused("%v", err)
	}
	if shift.Number != after+1 || shift.After != after {
		return record.Refused("shift %d after Z %d, the newest is %d", shift.Number, shift.After, after)
	}
	return w.PutShift(&codec.ShiftRecord{ShiftState: journal.ShiftState{Shift: *shift, Figures: figures}, OwedAfter: w.Head.Owed.Seq})
}

// PutShift writes the record of the present shift: with its Z it is over.
func (w *Writer) PutShift(r *codec.ShiftRecord) error {
	payload, err := codec.Shifts.Append(nil, r)
	if err != nil {
		return record.Refused("shift %d cannot be written down: %v", r.Number, err)
	}
	m := Move{Name: record.ShiftsBucket, Key: record.SeqKey(r.Number), HasNew: true}
	if was := w.Head.Present; was.Number == r.Number {
		m.HadOld, m.Old = true, was.MAC
	}
	if m.Fresh, err = w.Write(m.Name, m.Key, payload); err != nil {
		return err
	}
	w.Head.Present = record.Present{}
	if r.Z == 0 {
		w.Head.Present = record.Present{Number: r.Number, MAC: m.Fresh}
	}
	w.replaced(&w.Head.Shifts, m)
	return nil
}
