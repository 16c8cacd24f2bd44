package till_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// debts are the entries of what is owed back, the oldest first, as they are on the
// disk.
func (d *desk) debts() (all []journal.Debt) {
	d.t.Helper()
	found, err := d.store.Debts(d.t.Context(), journal.DebtQuery{Limit: 100})
	d.do(err)
	for _, one := range found {
		all = append([]journal.Debt{one}, all...)
	}
	return all
}

// instead opens another payment in place of a sale, with a manager's word.
func (d *desk) instead(old journal.SaleID) journal.View {
	d.t.Helper()
	v, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: old, Reason: journal.AsideWrongAmount, Manager: "Huda"})
	d.do(err)
	d.pass(5 * time.Second)
	return d.sale(v.ID)
}

// comes lets the bank's money of a sale come, and the till hear of it.
func (d *desk) comes(v journal.View) {
	d.t.Helper()
	d.gate.set(v.OrderID, "SUCCESS", "TX-"+string(v.ID))
	d.pass(20 * time.Minute)
	d.want(v.ID, journal.StatusPaid)
}

// TestBankMoneyBesideCashThatIsAWordAloneIsOwedBack: of what was taken for an order,
// the word that its customer paid in cash among it, all but one taking is owed back.
func TestBankMoneyBesideCashThatIsAWordAloneIsOwedBack(t *testing.T) {
	type entry struct {
		cause      journal.DebtCause
		sale, with int // by their numbers
	}
	say := func(reason string) func(*desk, journal.View) {
		return func(d *desk, v journal.View) { d.do(d.SetAside(d.t.Context(), v.ID, reason)) }
	}
	said := say(journal.AsidePaidCash)
	for name, c := range map[string]struct {
		play func(d *desk, a journal.View)
		want []entry
	}{
		"cash was said, then the money came":       {func(d *desk, a journal.View) { said(d, a); d.comes(a) }, []entry{{journal.DebtAfterCash, 1, 1}}},
		"cash was said, and nothing came":          {func(d *desk, a journal.View) { said(d, a); d.pass(time.Hour) }, nil},
		"the customer left, then the money came":   {func(d *desk, a journal.View) { say(journal.AsideCustomerLeft)(d, a); d.comes(a) }, []entry{{journal.DebtLate, 1, 1}}},
		"the money came, nobody said anything":     {func(d *desk, a journal.View) { d.comes(a) }, nil},
		"cash was said, and another one was paid":  {func(d *desk, a journal.View) { said(d, a); d.comes(d.instead(a.ID)) }, []entry{{journal.DebtAfterCash, 2, 2}}},
		"cash was said of the second, both came":   {func(d *desk, a journal.View) { b := d.instead(a.ID); said(d, b); d.comes(a); d.comes(b) }, []entry{{journal.DebtAfterCash, 1, 1}, {journal.DebtPaidTwice, 2, 1}}},
		"the first was paid, then cash was said":   {func(d *desk, a journal.View) { b := d.instead(a.ID); d.comes(a); said(d, b) }, []entry{{journal.DebtAfterCash, 1, 1}}},
		"the first was paid, cash said, both came": {func(d *desk, a journal.View) { b := d.instead(a.ID); d.comes(a); said(d, b); d.comes(b) }, []entry{{journal.DebtAfterCash, 1, 1}, {journal.DebtPaidTwice, 2, 1}}},
		"cash was said of both, and both came": {func(d *desk, a journal.View) { said(d, a); b := d.instead(a.ID); said(d, b); d.comes(a); d.comes(b) },
			[]entry{{journal.DebtAfterCash, 1, 1}, {journal.DebtPaidTwice, 2, 1}}},
		"cash was said before the money and after it": {func(d *desk, a journal.View) {
			b, c := d.instead(a.ID), d.instead(a.ID)
			said(d, b)
			d.comes(a)
			said(d, c)
		}, []entry{{journal.DebtAfterCash, 1, 1}}},
		"cash was said, then recorded": {func(d *desk, a journal.View) {
			said(d, a)
			d.shifts(0)
			_, err := d.TakeCash(d.t.Context(), journal.Draft{Amount: amount, Replaces: a.ID}, 13_000)
			d.do(err)
			d.comes(a)
		}, []entry{{journal.DebtAfterCash, 1, 2}}},
		"cash was taken off, said of the next, the money came": {func(d *desk, a journal.View) {
			takesOff(d, a)
			b := d.instead(a.ID)
			said(d, b)
			d.comes(b)
		}, []entry{{journal.DebtReversed, 2, 2}, {journal.DebtAfterCash, 3, 3}}},
		"cash was taken off, the money came, cash was said": {func(d *desk, a journal.View) {
			takesOff(d, a)
			b := d.instead(a.ID)
			c := d.instead(b.ID)
			d.comes(b)
			said(d, c)
		}, []entry{{journal.DebtReversed, 2, 2}, {journal.DebtAfterCash, 3, 3}}},
		"cash was said of another sale, then taken off":  {func(d *desk, a journal.View) { b := d.instead(a.ID); said(d, b); takesOff(d, a); d.comes(b) }, []entry{{journal.DebtReversed, 3, 3}}},
		"the customer left the second, its money came":   {func(d *desk, a journal.View) { b := d.instead(a.ID); say(journal.AsideCustomerLeft)(d, b); d.comes(b) }, []entry{{journal.DebtLate, 2, 2}}},
		"the customer left, came back, the first came":   {func(d *desk, a journal.View) { say(journal.AsideCustomerLeft)(d, a); d.instead(a.ID); d.comes(a) }, nil},
		"the first went back, the second came":           {func(d *desk, a journal.View) { b := d.instead(a.ID); d.comes(a); wrongly(d, a, true); d.comes(b) }, []entry{{journal.DebtLate, 1, 1}}},
		"the first is to go back, the second came":       {func(d *desk, a journal.View) { b := d.instead(a.ID); d.comes(a); wrongly(d, a, false); d.comes(b) }, []entry{{journal.DebtLate, 1, 1}}},
		"the first is to go back, cash said of the next": {func(d *desk, a journal.View) { b := d.instead(a.ID); d.comes(a); wrongly(d, a, false); said(d, b) }, []entry{{journal.DebtLate, 1, 1}}},
		"the first is to go back, cash said, the third came": {func(d *desk, a journal.View) {
			b, c := d.instead(a.ID), d.instead(a.ID)
			d.comes(a)
			wrongly(d, a, false)
			said(d, b)
			d.comes(c)
		}, []entry{{journal.DebtLate, 1, 1}, {journal.DebtAfterCash, 3, 3}}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(d *desk) {
				c.play(d, d.charge())
				var got []entry
				for _, one := range d.debts() {
					got = append(got, entry{one.Cause, one.Sale.Number(), one.With.Number()})
					if one.Amount != amount || one.Open() != amount.Minor && one.Returned != amount.Minor {
						t.Errorf("entry %d: %+v", one.Number, one)
					}
				}
				if fmt.Sprint(got) != fmt.Sprint(c.want) {
					t.Errorf("owed back %v, want %v", got, c.want)
				}
			})
		})
	}
}

// takesOff takes cash instead of a sale, and takes it off again.
func takesOff(d *desk, v journal.View) {
	d.t.Helper()
	d.shifts(20_000)
	cash, err := d.TakeCash(d.t.Context(), journal.Draft{Amount: amount, Cashier: "Amal", Replaces: v.ID}, 999_000)
	d.do(err)
	d.do(d.Refunds.ReverseCash(d.t.Context(), cash.ID, "Huda", 0, "the wrong customer"))
}

// wrongly enters a sale's money as owed back by a manager's word, and as returned.
func wrongly(d *desk, v journal.View, returned bool) {
	d.t.Helper()
	d.do(d.Refunds.OweLate(d.t.Context(), v.ID, "Huda", "the amount was wrong"))
	if returned {
		d.do(d.Refunds.ReturnDebt(d.t.Context(), 1, "Huda", amount.Minor, amount.Minor, "FT-1"))
	}
}

// TestTheSaleSaysThatItsMoneyCameAfterCash, in its record, its history and the audit,
// until somebody takes note of it, and stays owed after that. It is never called
// paid twice: of the cash nothing is known but the word.
func TestTheSaleSaysThatItsMoneyCameAfterCash(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		v := d.charge()
		d.do(d.SetAside(ctx, v.ID, journal.AsidePaidCash))
		d.comes(v)
		s := d.sale(v.ID)
		if !s.AfterCash() || !s.Owed() || s.PaidTwice() || s.OwedWith() != "" || !s.LateMoney() || !s.Open() {
			t.Errorf("the sale: %+v", s.Sale)
		}
		told, rows := 0, 0
		for _, e := range s.History {
			if e.Code == journal.HistoryAfterCash {
				told++
			}
		}
		book, err := d.store.Audit(ctx, 0, 100)
		d.do(err)
		for _, row := range book {
			if row.Action == journal.AuditOwed && row.SaleID == v.ID {
				rows++
			}
		}
		if told != 1 || rows != 1 {
			t.Errorf("told %d times, %d rows", told, rows)
		}
		attempts, err := d.Attempts(ctx, v.ID)
		d.do(err)
		if c := journal.Conclude(attempts); c.Outcome != journal.OutcomePaidCash || c.Sale != v.ID {
			t.Errorf("the order: %+v", c)
		}
		d.do(d.Refunds.NoteDebt(ctx, 1, "Huda"))
		if s = d.sale(v.ID); s.LateMoney() || !s.AfterCash() {
			t.Errorf("after somebody took note of it: alarm %v, owed %v", s.LateMoney(), s.AfterCash())
		}
	})
}

// TestEachSaleBesideCashSaysSo: the one that was paid after the word was said of
// another raises the alarm by itself, and learns of a third taking.
func TestEachSaleBesideCashSaysSo(t *testing.T) {
	bubble(t, func(d *desk) {
		a := d.charge()
		d.do(d.SetAside(t.Context(), a.ID, journal.AsidePaidCash))
		b := d.instead(a.ID)
		d.comes(b)
		if s := d.sale(b.ID); s.SetAside != nil || !s.AfterCash() || !s.LateMoney() {
			t.Errorf("the second: %+v", s.Sale)
		}
		since := d.sale(b.ID).OwedSince
		d.comes(a)
		if s := d.owes(b.ID, a.ID, journal.HistoryAlsoPaid); !s.OwedSince.Equal(since) {
			t.Errorf("it was owed back since %v, and now since %v", since, s.OwedSince)
		}
		d.owes(a.ID, b.ID, journal.HistoryPaidTwice)
	})
}

// TestThePlugAroundTheWordThatCashWasTaken pulls the plug after each commit from
// the charge to the entry, and lets each commit fail both ways: the money that comes
// is owed back exactly if the word is on the disk, once.
func TestThePlugAroundTheWordThatCashWasTaken(t *testing.T) {
	total := 0
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		defer d.Close()
		v := d.charge()
		d.do(d.SetAside(t.Context(), v.ID, journal.AsidePaidCash))
		d.comes(v)
		total = d.store.Commits()
	})
	owed := 0
	for k := range total {
		for _, outcome := range []storetest.Outcome{storetest.Stored, storetest.Lost, storetest.Kept} {
			t.Run(fmt.Sprintf("%d/%d", k, outcome), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { owed += plugAroundTheWord(t, k, outcome) })
			})
		}
	}
	if owed == 0 || owed == 3*total {
		t.Errorf("of %d runs %d end with an entry", 3*total, owed)
	}
}

func plugAroundTheWord(t *testing.T, k int, outcome storetest.Outcome) int {
	store, gate := storetest.NewMemory(), newGateway()
	d := open(t, store, gate)
	var hit atomic.Bool
	store.OnCommit(func(n int, _ journal.Change) storetest.Outcome {
		if n == k && hit.CompareAndSwap(false, true) {
			return outcome
		}
		return storetest.Stored
	})
	v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
	synctest.Wait()
	if err == nil && !hit.Load() {
		if err = d.SetAside(t.Context(), v.ID, journal.AsidePaidCash); err != nil && journal.CodeOf(err) == "" {
			t.Errorf("an error without a code: %v", err)
		}
	}
	for _, order := range gate.orders() {
		gate.set(order, "SUCCESS", "TX-"+order)
	}
	if outcome == storetest.Stored && hit.Load() { // the plug
		store = store.At(k + 1)
	} else {
		d.pass(20 * time.Minute)
		if outcome == storetest.Stored {
			store = store.At(k + 1)
		}
	}
	d.Close()
	e := open(t, store, gate)
	defer e.Close()
	for _, order := range gate.orders() {
		gate.set(order, "SUCCESS", "TX-"+order)
	}
	e.pass(30 * time.Minute)
	want := 0
	page, err := e.store.Sales(t.Context(), journal.SaleQuery{Limit: 10})
	e.do(err)
	for _, s := range page.Sales {
		said := s.SetAside != nil && s.SetAside.Reason == journal.AsidePaidCash
		if said && s.ReceiptSeq != 0 {
			want++
		}
		if s.AfterCash() != (said && s.ReceiptSeq != 0) {
			t.Errorf("%s: said %v, receipt %d, owed since %v", s.ID, said, s.ReceiptSeq, s.OwedSince)
		}
	}
	if debts := e.debts(); len(debts) != want {
		t.Errorf("owed back %+v, want %d", debts, want)
	}
	return want
}

// TestASaleThatWasPaidBeforeTheWordSaysSoToo: its money is owed back, and its record
// says so, is found, and says afterwards how it ended. So it does where the plug is
// pulled before it could, and where an older program never told it.
func TestASaleThatWasPaidBeforeTheWordSaysSoToo(t *testing.T) {
	for _, plug := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			ctx := t.Context()
			store, gate := storetest.NewMemory(), newGateway()
			d := open(t, store, gate)
			a := d.charge()
			b := d.instead(a.ID)
			d.comes(a)
			d.do(d.Acknowledge(ctx, a.ID))
			d.do(d.ReadLateAlert(ctx, a.ID)) // it came after it was set aside
			entry := -1
			store.OnCommit(func(n int, c journal.Change) storetest.Outcome {
				if len(c.Debts) > 0 {
					entry = n
				}
				return storetest.Stored
			})
			d.do(d.SetAside(ctx, b.ID, journal.AsidePaidCash))
			d.pass(time.Minute)
			if plug {
				disk := store.At(entry + 1)
				d.Close()
				if s, err := disk.Sale(ctx, a.ID); err != nil || !s.OwedSince.IsZero() {
					t.Fatalf("the plug came too late: %+v, %v", s, err)
				}
				d = open(t, disk, gate)
				d.pass(time.Minute)
			}
			defer d.Close()
			s := d.sale(a.ID)
			if !s.AfterCash() || !s.Owed() || !s.LateMoney() || s.Status() != journal.StatusPaid || count(s.Sale, journal.HistoryAfterCash) != 1 {
				t.Errorf("plug %v: the sale says %+v", plug, s.Sale)
			}
			page, err := d.store.Sales(ctx, journal.SaleQuery{Owed: true})
			d.do(err)
			if len(page.Sales) != 1 || page.Sales[0].ID != a.ID {
				t.Errorf("plug %v: found as owed back: %d sales", plug, len(page.Sales))
			}
			if s := d.sale(b.ID); s.Owed() || s.AfterCash() {
				t.Errorf("plug %v: the sale of the word is owed too: %+v", plug, s.Sale)
			}
			d.do(d.Refunds.NoteDebt(ctx, 1, "Huda"))
			if s := d.sale(a.ID); s.LateMoney() || !s.Owed() {
				t.Errorf("plug %v: noted: alarm %v, owed %v", plug, s.LateMoney(), s.Owed())
			}
			d.do(d.Refunds.ReturnDebt(ctx, 1, "Huda", amount.Minor, amount.Minor, "FT-1"))
			if s := d.sale(a.ID); s.Owed() || s.OwedEnd != journal.DebtReturned || count(s.Sale, journal.HistoryAfterCash) != 1 {
				t.Errorf("plug %v: returned: %+v", plug, s.Sale)
			}
			d.balances()
		})
	}
}

// TestTheEntryOfAWordThatWasClosedUntold: who closes it at once lets the sale say both.
func TestTheEntryOfAWordThatWasClosedUntold(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		a := d.charge()
		b := d.instead(a.ID)
		d.comes(a)
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if c.Sale != nil && c.Sale.ID == a.ID && len(c.Debts) == 0 {
				return storetest.Lost // nothing tells it before
			}
			return storetest.Stored
		})
		d.do(d.SetAside(ctx, b.ID, journal.AsidePaidCash))
		d.pass(time.Minute)
		d.do(d.Refunds.KeepDebt(ctx, 1, "Huda", amount.Minor, amount.Minor, "for the next purchase"))
		if s := d.sale(a.ID); s.OwedSince.IsZero() || s.OwedEnd != journal.DebtKept || s.LateMoney() || count(s.Sale, journal.HistoryAfterCash) != 1 {
			t.Errorf("the sale: %+v", s.Sale)
		}
	})
}

// count is how often a sale's history knows of something.
func count(s journal.Sale, code string) (n int) {
	for _, e := range s.History {
		if e.Code == code {
			n++
		}
	}
	return n
}

// TestAWordInDoubtIsToldToo: the disk said no to the word, and has it all the same.
func TestAWordInDoubtIsToldToo(t *testing.T) {
	for _, outcome := range []storetest.Outcome{storetest.Kept, storetest.Lost} {
		bubble(t, func(d *desk) {
			a := d.charge()
			b := d.instead(a.ID)
			d.comes(a)
			d.store.FailNext(outcome)
			err := d.SetAside(t.Context(), b.ID, journal.AsidePaidCash)
			kept := outcome == storetest.Kept
			if kept {
				d.do(err)
			} else {
				d.refused("what the disk lost", err, journal.CodeStore)
			}
			d.pass(time.Minute)
			if s := d.sale(a.ID); s.Owed() != kept || s.AfterCash() != kept || (len(d.debts()) == 1) != kept {
				t.Errorf("kept %v: owed %v, entries %+v", kept, s.Owed(), d.debts())
			}
		})
	}
}
