package storetest

import (
	"context"
	"testing"
	"time"

	"sanduq/core/journal"
)

// bankStatements: what a statement has of a sale is kept beside it, replaced as a
// whole, and survives a crash. The sale is the same letter by letter.
func bankStatements(t *testing.T, open opener) {
	h := open(t)
	s, ctx := h.Store, context.Background()
	same(t, "before the first", must[[]journal.BankStatement](t)(s.Statements(ctx, 9)), []journal.BankStatement(nil))
	for n := 1; n <= 3; n++ {
		sale := fresh(today, n)
		mustCommit(t, s, journal.Change{Sale: &sale})
		if n < 3 {
			paid, receipt := settled(sale, uint64(n))
			mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})
		}
	}
	first, second := journal.NewSaleID(today, 1), journal.NewSaleID(today, 2)
	before := mustSale(t, s, first)
	line := journal.BankLine{Statement: "s1", Line: "a", Day: today}
	of := func(id journal.SaleID, lines ...journal.BankLine) journal.Reconciled {
		return journal.Reconciled{Sale: id, Class: journal.ReconciledByNumber, At: noon, Lines: lines}
	}
	one := journal.BankStatement{ID: "s1", Bank: "Palm", Account: "x", File: "a.csv", From: today, To: today, At: noon, Open: 2}
	mustCommit(t, s, journal.Change{Reconciled: []journal.Reconciled{of(first, line), of(second, line)}, Statement: &one})
	two := one
	two.ID, two.At, two.Signed = "s2", noon.Add(time.Hour), &journal.Decision{At: noon, By: "Huda"}
	two.Lines = "0123456789abcdef" // one has none, as those of older versions
	two.Answers = []journal.BankAnswer{{Row: "r", Answer: "yes", By: "Huda", At: noon}}
	mustCommit(t, s, journal.Change{Statement: &two, Audit: []journal.AuditRow{auditRow(1)}})
	same(t, "statements", must[[]journal.BankStatement](t)(s.Statements(ctx, 9)), []journal.BankStatement{two, one})
	same(t, "a page", must[[]journal.BankStatement](t)(s.Statements(ctx, 1)), []journal.BankStatement{two})
	same(t, "one sale", must[[]journal.Reconciled](t)(s.Reconciled(ctx, second, second)), []journal.Reconciled{of(second, line)})

	for name, c := range map[string]journal.Change{
		"a sale that is not there":  {Reconciled: []journal.Reconciled{of(journal.NewSaleID(today, 9), line)}},
		"a sale without a receipt":  {Reconciled: []journal.Reconciled{of(first), of(journal.NewSaleID(today, 3), line)}},
		"one sale twice":            {Reconciled: []journal.Reconciled{of(first), of(first, line)}},
		"a statement without an ID": {Reconciled: []journal.Reconciled{of(first)}, Statement: &journal.BankStatement{}},
		"an audit row out of order": {Reconciled: []journal.Reconciled{of(first)}, Audit: []journal.AuditRow{auditRow(9)}},
	} {
		wantErr(t, name, s.Commit(ctx, c), journal.ErrRefused)
	}
	same(t, "after what was refused", must[[]journal.Reconciled](t)(s.Reconciled(ctx, first, second)), []journal.Reconciled{of(first, line), of(second, line)})

	back := line
	back.Line, back.Back = "b", true
	changed := of(first, line, back)
	if changed.Reconciles() || !of(first, line).Reconciles() {
		t.Error("a payment that was taken back is no reconciled one")
	}
	one.Open = 0
	mustCommit(t, s, journal.Change{Reconciled: []journal.Reconciled{changed, of(second)}, Statement: &one})
	all := readAll(t, s)
	same(t, "replaced and taken away", all.Reconciled, []journal.Reconciled{changed})
	same(t, "the sale", mustSale(t, s, first), before)
	same(t, "after a crash", readAll(t, h.Crash(t)), all)
}
