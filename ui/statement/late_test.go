package statement

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	bank "sanduq/core/report/statement"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestAPaymentOfAnOlderSaleIsFound: the sale was opened ten days before its customer paid. What was
// read of it before is known with the next file too.
func TestAPaymentOfAnOlderSaleIsFound(t *testing.T) {
	sales := sold(6)
	at := slices.IndexFunc(sales, func(s journal.Sale) bool { _, paid := bank.EntryOf(s); return paid && s.ID.Day() == friday })
	late := sales[at]
	late.ID, late.Booked = "20261110-000001", friday
	sales = records{late}
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 560), sales)
	b := &book{sales: map[journal.SaleID]journal.Reconciled{}}
	h.deps.Book, h.deps.Owe = b, nil
	h.screen.opened.deps = h.deps
	e, _ := bank.EntryOf(late)
	row := func(id string) string {
		return fmt.Sprintf("%s,%s,%d.%03d,C,%s,Transfer\n", e.At.Format("02/01/2006"), e.At.Format("15:04:05"), e.Amount.Minor/1000, e.Amount.Minor%1000, id)
	}
	const head = "Date,Time,Amount (LYD),D/C,Transaction ID,Details\n"
	h.files["first.csv"] = head + row(e.TransactionID)
	h.files["second.csv"] = h.files["first.csv"] + row("ELSEWHERE-1")
	for _, name := range []string{"first.csv", "second.csv"} {
		written := b.written
		h.screen.open(name)
		if h.screen.step == stepColumns {
			h.screen.columns.bank.SetText("Palm Bank")
			h.screen.match()
		}
		if h.screen.step != stepResult {
			t.Fatalf("%s: step %d, %v", name, h.screen.step, h.errs)
		}
		rows := h.screen.opened.found.result.Rows
		if !slices.ContainsFunc(rows, func(r reconcile.Row) bool { return r.Kind == reconcile.Matched && r.Sales == 1 }) || !b.sales[late.ID].Reconciles() {
			t.Errorf("%s: %+v, kept %+v", name, rows, b.sales)
		}
		if more := b.written - written; name == "second.csv" && more != 0 {
			t.Errorf("%s: %d records are written anew", name, more)
		}
	}
}
