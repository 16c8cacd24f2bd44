package till_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// TestAStatementOpensAnEntry of what is owed back, once, in the name of who
// confirmed it, of a paid sale alone and at its own sum.
func TestAStatementOpensAnEntry(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		v := d.pays()
		other := amount
		other.Minor++
		d.refused("another sum", d.Refunds.OweByStatement(ctx, v.ID, "Huda", other, "TX-1 20 Nov"), journal.CodeDebtSum)
		d.refused("another currency", d.Refunds.OweByStatement(ctx, v.ID, "Huda", money.Amount{Minor: amount.Minor, Currency: "EUR"}, "TX-1 20 Nov"), journal.CodeDebtSum)
		d.refused("no reference", d.Refunds.OweByStatement(ctx, v.ID, "Huda", amount, "  "), journal.CodeReference)
		d.refused("a long one", d.Refunds.OweByStatement(ctx, v.ID, "Huda", amount, strings.Repeat("x", 121)), journal.CodeReference)
		d.refused("no sale", d.Refunds.OweByStatement(ctx, "20200101-000001", "Huda", amount, "TX-1"), journal.CodeNoSale)
		d.refused("a sale that is not paid", d.Refunds.OweByStatement(ctx, d.capped().ID, "Huda", amount, "TX-1"), journal.CodeStep)
		if debts, _ := d.store.Debts(ctx, journal.DebtQuery{}); len(debts) != 0 {
			t.Fatalf("what was refused is owed: %+v", debts)
		}
		d.do(d.Refunds.OweByStatement(ctx, v.ID, "Huda", amount, " TX-1 20 Nov "))
		d.refused("once more", d.Refunds.OweByStatement(ctx, v.ID, "Huda", amount, "TX-1 20 Nov"), journal.CodeReference)
		d.refused("from another statement", d.Refunds.OweByStatement(ctx, v.ID, "Huda", amount, "TX-1 21 Nov"), journal.CodeReference)
		debts, err := d.store.Debts(ctx, journal.DebtQuery{})
		d.do(err)
		if len(debts) != 1 || debts[0].Cause != journal.DebtBothLegs || debts[0].Sale != v.ID || debts[0].Open() != amount.Minor {
			t.Fatalf("owed back: %+v", debts)
		}
		rows, err := d.store.DebtRows(ctx, debts[0].Number)
		d.do(err)
		if len(rows) != 1 || rows[0].By != "Huda" {
			t.Errorf("the ledger: %+v", rows)
		}
		if s := d.sale(v.ID); !s.PaidTwice() || !s.Owed() || s.Status() != journal.StatusPaid {
			t.Errorf("the sale: alarm %v, owed %v, %s", s.PaidTwice(), s.Owed(), s.Status())
		}
		book, err := d.store.Audit(ctx, 0, 5)
		d.do(err)
		if len(book) == 0 || book[0].Action != journal.AuditPaidTwice || book[0].By != "Huda" || book[0].Detail != "TX-1 20 Nov" || book[0].SaleID != v.ID {
			t.Errorf("the book: %+v", book)
		}
		d.do(d.Refunds.ReturnDebt(ctx, debts[0].Number, "Huda", amount.Minor, amount.Minor, "R 9"))
		d.refused("after it was returned", d.Refunds.OweByStatement(ctx, v.ID, "Huda", amount, "TX-1 20 Nov"), journal.CodeReference)
	})
}

// TestAStatementBringsAnEndedSaleBack among those that need attention: it was out of
// hand, and a restart would bring it back.
func TestAStatementBringsAnEndedSaleBack(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		v := d.pays()
		d.do(d.Acknowledge(ctx, v.ID))
		d.pass(time.Second)
		shown := func(when string, want int) {
			if got := d.InFlight(); len(got) != want || want > 0 && got[0].ID != v.ID {
				t.Errorf("%s %d sales are in hand, want %d", when, len(got), want)
			}
		}
		if _, ok := d.Sale(v.ID); ok {
			t.Fatal("the sale is still in hand")
		}
		shown("before,", 0)
		d.do(d.Refunds.OweByStatement(ctx, v.ID, "Huda", amount, "TX-1 20 Nov"))
		shown("paid twice,", 1)
		d.do(d.ReadLate(ctx, v.ID, "Huda"))
		d.pass(time.Second)
		shown("after it was read,", 0)
		if _, ok := d.Sale(v.ID); ok {
			t.Error("the sale stays in hand")
		}
	})
}

// TestAnEntryFromAStatementNeedsTheRightOfWhatIsOwed, granted for one entry.
func TestAnEntryFromAStatementNeedsTheRightOfWhatIsOwed(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.hire()
		a, b := d.pays(), d.pays()
		d.refused("on nothing", d.Refunds.OweByStatement(ctx, a.ID, "Huda", amount, "TX-1"), journal.CodeManager)
		d.lend(journal.RightSums)
		d.refused("on a loan of something else", d.Refunds.OweByStatement(ctx, a.ID, "Huda", amount, "TX-1"), journal.CodeManager)
		d.lend(journal.RightOwed)
		d.do(d.Refunds.OweByStatement(ctx, a.ID, "somebody", amount, "TX-1"))
		d.refused("a second entry", d.Refunds.OweByStatement(ctx, b.ID, "Huda", amount, "TX-2"), journal.CodeManager)
		rows, err := d.store.DebtRows(ctx, 1)
		d.do(err)
		if len(rows) != 1 || rows[0].By != "Samira" || rows[0].DelegatedBy != "Huda" {
			t.Errorf("the ledger: %+v", rows)
		}
	})
}

// twoLegs answers for the account with a word of its own; the QR's leg may take long.
type twoLegs struct {
	*gateway
	paid, slow atomic.Bool
}

func (g *twoLegs) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	switch {
	case c.ByAccountNumber && g.paid.Load():
		return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: "TX-ACCOUNT"}, nil
	case c.ByAccountNumber:
		return wire.StatusResult{State: core.StatePending, RawStatus: "PENDING"}, nil
	case g.slow.Load():
		time.Sleep(8 * time.Second)
	}
	return g.gateway.FetchStatus(ctx, c)
}

// byAccount lets a sale whose QR is out be paid by its account.
func (d *desk) byAccount(g *twoLegs, id journal.SaleID, before func()) journal.View {
	ctx := d.t.Context()
	d.do(d.Validate(ctx, id, entry(core.RouteAccount)))
	d.do(d.SubmitOTP(ctx, id, core.NewSecret(goodCode), false))
	before()
	g.paid.Store(true)
	d.do(d.Check(ctx, id))
	d.pass(10 * time.Second)
	v := d.want(id, journal.StatusPaid)
	if !v.SecondWatched() {
		d.t.Fatalf("its other leg is not watched: %+v", v.Sale)
	}
	return v
}

// TestTheEndOfTheOtherLegLetsTheSaleGo: nobody waits for it any more, and it is not kept in
// memory until the next start.
func TestTheEndOfTheOtherLegLetsTheSaleGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		g := &twoLegs{gateway: gate}
		d := on(t, store, g, store, gate, nil)
		defer d.Close()
		v := d.charge()
		d.byAccount(g, v.ID, func() {})
		d.do(d.Acknowledge(t.Context(), v.ID))
		for range 40 { // days
			if d.pass(24 * time.Hour); !d.sale(v.ID).SecondWatched() {
				break
			}
		}
		if _, held := d.Sale(v.ID); held || d.sale(v.ID).SecondWatched() {
			t.Errorf("held %v, its other leg watched %v", held, d.sale(v.ID).SecondWatched())
		}
	})
}

// TestOneDebitIsEnteredOnce, no matter which tells of it first: the gateway and a statement
// call it by different names.
func TestOneDebitIsEnteredOnce(t *testing.T) {
	const said = "TX-ACCOUNT 2026-11-20"
	with := func(name string, f func(d *desk, g *twoLegs)) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store, gate := storetest.NewMemory(), newGateway()
				g := &twoLegs{gateway: gate}
				d := on(t, store, g, store, gate, nil)
				defer d.Close()
				f(d, g)
			})
		})
	}
	entries := func(d *desk, id journal.SaleID, want int) {
		n := 0
		for _, debt := range d.debts() {
			if debt.Sale == id && debt.Cause == journal.DebtBothLegs {
				n++
			}
		}
		if there, err := d.Refunds.OwedByBothLegs(d.t.Context(), id); n != want || there != (want > 0) || err != nil {
			d.t.Errorf("%d entries of one debit, want %d: %v, %v", n, want, there, err)
		}
	}
	with("the statement, while the gateway is asked", func(d *desk, g *twoLegs) {
		b := d.charge()
		d.byAccount(g, b.ID, func() {})
		d.gate.set(b.OrderID, "SUCCESS", "TX-QR")
		g.slow.Store(true)
		d.pass(22 * time.Second) // the question of the thirtieth second is under way
		d.do(d.Refunds.OweByStatement(d.t.Context(), b.ID, "Huda", amount, said))
		d.pass(time.Hour)
		entries(d, b.ID, 1)
	})
	with("the gateway, of an order that another sale was paid for too", func(d *desk, g *twoLegs) {
		a := d.charge()
		b, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: a.ID, Reason: journal.AsideWrongAmount})
		d.do(err)
		d.pass(5 * time.Second)
		paid := d.byAccount(g, b.ID, func() {
			d.gate.set(a.OrderID, "SUCCESS", "TX-A")
			d.pass(10 * time.Minute)
		})
		entries(d, b.ID, 0)
		d.gate.set(paid.OrderID, "SUCCESS", "TX-QR")
		d.pass(3 * time.Hour)
		entries(d, b.ID, 1)
		d.refused("the statement after it", d.Refunds.OweByStatement(d.t.Context(), b.ID, "Huda", amount, said), journal.CodeReference)
		entries(d, b.ID, 1)
	})
	with("nobody, while the ledger cannot be read", func(d *desk, _ *twoLegs) {
		b := d.pays()
		d.store.FailReads(journal.ErrCorrupt)
		d.refused("unread", d.Refunds.OweByStatement(d.t.Context(), b.ID, "Huda", amount, said), journal.CodeStore)
		d.store.FailReads(nil)
		entries(d, b.ID, 0)
	})
}
