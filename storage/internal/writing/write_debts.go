package writing

import (
	"cmp"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// Debts writes rows of what is owed back, and brings their debts and the present
// shift, nil without one, to where they lead.
func (w *Writer) Debts(shift *codec.ShiftRecord, rows []journal.DebtRow) error {
	for i := range rows {
		if err := w.debt(shift, &rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func (w *Writer) debt(shift *codec.ShiftRecord, row *journal.DebtRow) error {
	h := &w.Head
	if want := h.Owed.Seq + 1; row.Seq != want || row.Shift != h.Present.Number {
		return record.Refused("row %d of what is owed back in shift %d, where %d is next and shift %d present", row.Seq, row.Shift, want, h.Present.Number)
	}
	opens := row.Debt == h.Debts.Count+1
	if row.Debt == 0 || row.Debt > h.Debts.Count && !opens {
		return record.Refused("there is no debt %d", row.Debt)
	}
	if opens && (!WellFormed(row.Sale) || !WellFormed(row.With)) {
		return record.Refused("a debt of %q with %q", row.Sale, row.With)
	}
	var was codec.DebtRecord
	var old record.Digest
	if !opens {
		var err error
		if was, old, err = w.DebtRecord(row.Debt); err != nil {
			return err
		}
	}
	next, err := was.Append(*row)
	if err != nil {
		return record.Refused("row %d: %v", row.Seq, err)
	}
	if shift != nil {
		if shift.Figures, err = figures(shift.Figures, next.Adds(*row)); err != nil {
			return record.Refused("row %d: %v", row.Seq, err)
		}
	}
	if err := w.Chain(record.OwedBucket, &h.Owed, row.Seq, row); err != nil {
		return err
	}
	fresh := codec.DebtRecord{Debt: next, Rows: append(slices.Clip(was.Rows), row.Seq)}
	if err := w.PutDebt(&fresh, !opens, old); err != nil {
		return err
	}
	return w.reowe(&was.Debt, &next)
}

// figures are those of a shift with what a row adds to them; a note adds nothing.
func figures(f journal.ShiftFigures, more journal.OwedSum) (journal.ShiftFigures, error) {
	if more == (journal.OwedSum{Currency: more.Currency}) {
		return f, nil
	}
	return f.Owe(more)
}

func (w *Writer) PutDebt(r *codec.DebtRecord, hadOld bool, old record.Digest) error {
	payload, err := codec.Debts.Append(nil, r)
	if err != nil {
		return record.Refused("debt %d cannot be written down: %v", r.Number, err)
	}
	m := Move{Name: record.DebtsBucket, Key: record.SeqKey(r.Number), HadOld: hadOld, Old: old, HasNew: true}
	if m.Fresh, err = w.Write(m.Name, m.Key, payload); err == nil {
		w.replaced(&w.Head.Debts, m)
	}
	return err
}

// reowe keeps the list of the debts that are open, and of those of each sale.
func (w *Writer) reowe(was, is *journal.Debt) error {
	b, err := w.In(record.OwingBucket)
	if err != nil {
		return err
	}
	if was.Number == 0 {
		w.Head.Owing++
		for _, key := range record.DebtKeys(is) {
			if err := b.Put(key, nil); err != nil {
				return err
			}
		}
		return nil
	}
	if was.Open() > 0 && is.Open() == 0 {
		w.Head.Owing--
		return b.Delete(record.OpenDebtKey(is.Number))
	}
	return nil
}

// owedNow is what the first shift of a shop begins with: all that is open.
func (w *Writer) owedNow() (f journal.ShiftFigures, err error) {
	open, err := w.OpenDebts(&w.Head)
	if err != nil {
		return f, err
	}
	for _, number := range open {
		d, _, err := w.DebtRecord(number)
		if err != nil {
			return f, err
		}
		at, there := slices.BinarySearchFunc(f.Owed, d.Amount.Currency, func(o journal.OwedSum, currency string) int { return cmp.Compare(o.Currency, currency) })
		if !there {
			f.Owed = slices.Insert(f.Owed, at, journal.OwedSum{Currency: d.Amount.Currency})
		}
		sum, ok := index.Plus(f.Owed[at].Before, d.Open())
		if !ok {
			return f, record.Refused("more is owed back in %s than can be counted", d.Amount.Currency)
		}
		f.Owed[at].Before = sum
	}
	return f, nil
}
