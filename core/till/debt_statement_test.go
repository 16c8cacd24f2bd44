package till_test

import (
	"strings"
	"testing"

	"sanduq/core/money"
	"sanduq/core/till"
)

// TestAStatementOpensAnEntry of what is owed back, once, in the name of who
// confirmed it, of a paid sale alone and at its own sum.
func TestAStatementOpensAnEntry(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		v := d.pays()
		other := amount
		other.Minor++
		d.refused("another sum", d.OweByStatement(ctx, v.ID, "Huda", other, "TX-1 20 Nov"), till.CodeDebtSum)
		d.refused("another currency", d.OweByStatement(ctx, v.ID, "Huda", money.Amount{Minor: amount.Minor, Currency: "EUR"}, "TX-1 20 Nov"), till.CodeDebtSum)
		d.refused("no reference", d.OweByStatement(ctx, v.ID, "Huda", amount, "  "), till.CodeReference)
		d.refused("a long one", d.OweByStatement(ctx, v.ID, "Huda", amount, strings.Repeat("x", 121)), till.CodeReference)
		d.refused("no sale", d.OweByStatement(ctx, "20200101-000001", "Huda", amount, "TX-1"), till.CodeNoSale)
		d.refused("a sale that is not paid", d.OweByStatement(ctx, d.capped().ID, "Huda", amount, "TX-1"), till.CodeStep)
		if debts, _ := d.store.Debts(ctx, till.DebtQuery{}); len(debts) != 0 {
			t.Fatalf("what was refused is owed: %+v", debts)
		}
		d.do(d.OweByStatement(ctx, v.ID, "Huda", amount, " TX-1 20 Nov "))
		d.refused("once more", d.OweByStatement(ctx, v.ID, "Huda", amount, "TX-1 20 Nov"), till.CodeReference)
		d.refused("from another statement", d.OweByStatement(ctx, v.ID, "Huda", amount, "TX-1 21 Nov"), till.CodeReference)
		debts, err := d.store.Debts(ctx, till.DebtQuery{})
		d.do(err)
		if len(debts) != 1 || debts[0].Cause != till.DebtBothLegs || debts[0].Sale != v.ID || debts[0].Open() != amount.Minor {
			t.Fatalf("owed back: %+v", debts)
		}
		rows, err := d.store.DebtRows(ctx, debts[0].Number)
		d.do(err)
		if len(rows) != 1 || rows[0].By != "Huda" {
			t.Errorf("the ledger: %+v", rows)
		}
		if s := d.sale(v.ID); !s.PaidTwice() || !s.Owed() || s.Status() != till.StatusPaid {
			t.Errorf("the sale: alarm %v, owed %v, %s", s.PaidTwice(), s.Owed(), s.Status())
		}
		book, err := d.store.Audit(ctx, 0, 5)
		d.do(err)
		if len(book) == 0 || book[0].Action != till.AuditPaidTwice || book[0].By != "Huda" || book[0].Detail != "TX-1 20 Nov" || book[0].SaleID != v.ID {
			t.Errorf("the book: %+v", book)
		}
		d.do(d.ReturnDebt(ctx, debts[0].Number, "Huda", amount.Minor, amount.Minor, "R 9"))
		d.refused("after it was returned", d.OweByStatement(ctx, v.ID, "Huda", amount, "TX-1 20 Nov"), till.CodeReference)
	})
}

// TestAnEntryFromAStatementNeedsTheRightOfWhatIsOwed, lent for one entry.
func TestAnEntryFromAStatementNeedsTheRightOfWhatIsOwed(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.hire()
		a, b := d.pays(), d.pays()
		d.refused("on nothing", d.OweByStatement(ctx, a.ID, "Huda", amount, "TX-1"), till.CodeManager)
		d.lend(till.RightSums)
		d.refused("on a loan of something else", d.OweByStatement(ctx, a.ID, "Huda", amount, "TX-1"), till.CodeManager)
		d.lend(till.RightOwed)
		d.do(d.OweByStatement(ctx, a.ID, "somebody", amount, "TX-1"))
		d.refused("a second entry", d.OweByStatement(ctx, b.ID, "Huda", amount, "TX-2"), till.CodeManager)
		rows, err := d.store.DebtRows(ctx, 1)
		d.do(err)
		if len(rows) != 1 || rows[0].By != "Samira" || rows[0].LentBy != "Huda" {
			t.Errorf("the ledger: %+v", rows)
		}
	})
}
