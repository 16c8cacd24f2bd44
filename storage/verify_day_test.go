package storage

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
	"sanduq/storage/verify"
)

// TestVerifyRecountsTheDay injects faults that leave every record as its writer made
// it, with a right MAC and in the manifest's sums: only the rows say otherwise.
func TestVerifyRecountsTheDay(t *testing.T) {
	shift := func(number uint64, bend func(r *codec.ShiftRecord)) func(*writing.Writer) error {
		return func(w *writing.Writer) error {
			r, mac, _, err := w.ShiftRecord(number)
			if err != nil {
				return err
			}
			bend(&r)
			present := w.Head.Present
			if w.Head.Present.Number != number { // as if it were, so that the sums stay right
				w.Head.Present.Number, w.Head.Present.MAC = number, mac
			}
			if err := w.PutShift(&r); err != nil || r.Z == 0 {
				return err
			}
			w.Head.Present = present
			return nil
		}
	}
	newest := func(n func(h *record.Manifest) record.Numbered, row any, bend func()) func(*writing.Writer) error {
		return func(w *writing.Writer) error {
			end := n(&w.Head).End
			payload, err := w.Row(n(&w.Head).Name, end.Seq, row)
			if err != nil {
				return err
			}
			bend()
			seq := end.Seq
			copy(end.Link[:], payload[:record.MacSize]) // of the row before
			return w.Chain(n(&w.Head).Name, end, seq, row)
		}
	}
	key := journal.TakenKey{Opened: 1, Route: "qr", Cashier: "Amal", Currency: "LYD"}
	traded := tradedFolder(t)
	var receipt journal.Receipt
	var z journal.Z
	var cash journal.CashReceipt
	for name, c := range map[string]struct {
		inject  func(*writing.Writer) error
		problem string
		part    string
	}{
		"a sale in two shifts": {shift(3, func(r *codec.ShiftRecord) {
			r.Figures, _ = r.Figures.AddTaken(key, 2_000, 0, 9)
		}), "the rows add up to", "shifts"},
		"a sale in none": {shift(1, func(r *codec.ShiftRecord) {
			r.Figures.Taken = slices.DeleteFunc(r.Figures.Taken, func(t journal.Taken) bool { return t.TakenKey == key })
		}), "Z 1:", "shifts"},
		"a sale in none, in the present shift": {shift(3, func(r *codec.ShiftRecord) {
			r.Figures.Taken, r.Figures.Receipts = r.Figures.Taken[:1], journal.SeqRange{}
		}),
			"the rows add up to", "shifts"},
		"a receipt of no shift": {newest((*record.Manifest).ReceiptNumbers, &receipt, func() { receipt.Shift = 0 }), "the rows add up to", "shifts"},
		"a receipt of a shift that is over": {newest((*record.Manifest).ReceiptNumbers, &receipt, func() { receipt.Shift = 1 }), "is of shift 1, after one of shift 2",
			"receipts"},
		"a receipt of a shift to come": {newest((*record.Manifest).ReceiptNumbers, &receipt, func() { receipt.Shift = 9 }), "there are rows of shift 9", "shifts"},
		"a receipt that was opened elsewhere": {newest((*record.Manifest).ReceiptNumbers, &receipt, func() { receipt.Opened = 2 }), "says that it was opened in shift 2, not 3",
			"sales"},
		"cash of another shift":            {newest((*record.Manifest).CashNumbers, &cash, func() { cash.Shift = 2 }), "in shift 2, not 3", "sales"},
		"cash of another amount":           {newest((*record.Manifest).CashNumbers, &cash, func() { cash.Amount.Minor++ }), "cash receipt 3", "sales"},
		"a Z of more money":                {newest((*record.Manifest).ZNumbers, &z, func() { z.Taken[0].Minor++ }), "Z 2:", "shifts"},
		"a Z of another shift":             {newest((*record.Manifest).ZNumbers, &z, func() { z.Shift = 1 }), "Z 2 and shift 1", "shifts"},
		"a Z after another":                {newest((*record.Manifest).ZNumbers, &z, func() { z.Before = 0 }), "Z 2 comes after 1", "shifts"},
		"a movement that no figure counts": {shift(3, func(r *codec.ShiftRecord) { r.Figures.In = journal.Tally{} }), "the rows add up to", "shifts"},
		"a movement of two shifts":         {shift(3, func(r *codec.ShiftRecord) { r.Moved.First-- }), "the movements of shift 3", "shifts"},
		"what was owed before":             {shift(3, func(r *codec.ShiftRecord) { r.Figures.Owed[0].Before++ }), "the rows add up to", "shifts"},
		"a shift that goes on after its Z": {shift(2, func(r *codec.ShiftRecord) { r.Z = 0 }), "do not know each other", "shifts"},
		"a debt dropped": {func(w *writing.Writer) error {
			b, err := w.In(record.DebtsBucket)
			return errors.Join(err, b.Delete(record.SeqKey(2)))
		}, "debt 2 is missing", "owed"},
		"a debt of less": {func(w *writing.Writer) error {
			d, old, err := w.DebtRecord(2)
			d.Returned, d.References = 2_000, append(d.References, "FT 3")
			return errors.Join(err, w.PutDebt(&d, true, old))
		}, "debt 2 is not what its rows lead to", "owed"},
		"a row that its debt does not know": {func(w *writing.Writer) error {
			d, old, err := w.DebtRecord(2)
			d.Rows, d.Returned, d.References = d.Rows[:1], 0, nil
			return errors.Join(err, w.PutDebt(&d, true, old))
		}, "does not know of its row", "owed"},
		"an open debt in no list": {func(w *writing.Writer) error {
			b, err := w.In(record.OwingBucket)
			return errors.Join(err, b.Delete(record.OpenDebtKey(2)))
		}, "missing in the list", "owed"},
		"a sale's debt in no list": {func(w *writing.Writer) error {
			b, err := w.In(record.OwingBucket)
			return errors.Join(err, b.Delete(record.DebtKeys(&journal.Debt{Number: 2, Sale: journal.NewSaleID(tradingDay, 1)})[0]))
		}, "missing in the list", "owed"},
		"a closed debt among the open": {func(w *writing.Writer) error {
			b, err := w.In(record.OwingBucket)
			w.Head.Owing++
			return errors.Join(err, b.Put(record.OpenDebtKey(1), nil))
		}, "debt 1 stands in a wrong list", "owed"},
		"a sale that says that all was returned": {func(w *writing.Writer) error {
			r, _, err := w.SaleRecord(journal.NewSaleID(tradingDay, 3))
			r.Sale.OwedEnd = journal.DebtReturned
			r.Sale.Version++
			return errors.Join(err, w.Sale(journal.Change{Sale: &r.Sale}))
		}, "and the ledger does not", "sales"},
		"shifts that the settings do not have": {func(w *writing.Writer) error { return w.Settings(journal.Settings{}, nil) }, "the settings have shifts: false", "shifts"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openTest(t, copyFolder(t, traded))
			if report, err := s.Verify(t.Context()); err != nil || report.Zs != 2 || report.Cash != 3 || report.Receipts != 4 {
				t.Fatalf("before: %+v, error %v", report, err)
			}
			if err := s.amend(func(here record.Tx, h *record.Manifest) error {
				w := writing.On(here, *h)
				err := c.inject(w)
				*h = w.Head
				return err
			}); err != nil {
				t.Fatal(err)
			}
			for how, look := range map[string]func() (verify.Report, error){
				"verify": func() (verify.Report, error) { return s.Verify(t.Context()) },
				"scrub":  func() (verify.Report, error) { return s.scrub(t.Context(), 0, 0) },
			} {
				report, err := look()
				if !errors.Is(err, journal.ErrCorrupt) || !strings.Contains(strings.Join(report.Problems, "\n"), c.problem) || !slices.Contains(report.Damaged, c.part) {
					t.Errorf("%s: error %v, damaged %v, problems\n%s", how, err, report.Damaged, strings.Join(report.Problems, "\n"))
				}
			}
		})
	}
}
