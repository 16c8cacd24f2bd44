package till_test

import (
	"slices"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// concludes is what the sheet says of an order.
func (d *desk) concludes(id journal.SaleID) journal.Outcome {
	d.t.Helper()
	attempts, err := d.Attempts(d.t.Context(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	return journal.Conclude(attempts).Outcome
}

// ends wants both sales of an order to say how what was owed back ended, on the
// disk and on the screen, and the filter and the sheet with them.
func (d *desk) ends(a, b journal.SaleID, want journal.DebtKind, outcome journal.Outcome) {
	d.t.Helper()
	var owed []journal.SaleID
	if want == "" {
		owed = []journal.SaleID{b, a}
	}
	for _, id := range []journal.SaleID{a, b} {
		s, err := d.store.Sale(d.t.Context(), id)
		if err != nil {
			d.t.Fatal(err)
		}
		if s.OwedEnd != want || s.Owed() != (want == "") || s.OwedSince.IsZero() || s.OwedWith() == "" {
			d.t.Errorf("%s: ended %q, owed back %v since %v with %q; want %q", id, s.OwedEnd, s.Owed(), s.OwedSince, s.OwedWith(), want)
		}
		if v, live := d.Sale(id); live && v.OwedEnd != want {
			d.t.Errorf("%s: the screen says %q, want %q", id, v.OwedEnd, want)
		}
		if got := d.concludes(id); got != outcome {
			d.t.Errorf("the sheet of %s says %s, want %s", id, got, outcome)
		}
	}
	if got := d.owed(); !slices.Equal(got, owed) {
		d.t.Errorf("the filter finds %v, want %v", got, owed)
	}
}

// TestWhatWasReturnedIsNoLongerOwedBack, in part it is, and neither sale, list,
// filter nor sheet says so of what is closed, no matter whether anyone took note of it.
func TestWhatWasReturnedIsNoLongerOwedBack(t *testing.T) {
	const part = 4_000
	for name, c := range map[string]struct {
		first, rest func(d *desk, minor, open int64) error
		want        journal.DebtKind
		outcome     journal.Outcome
	}{
		"returned": {returns("FT-1"), returns("FT-2"), journal.DebtReturned, journal.OutcomeReturned},
		"kept":     {keeps, keeps, journal.DebtKept, journal.OutcomeKept},
		"both":     {keeps, returns("FT-1"), journal.DebtKept, journal.OutcomeKept},
	} {
		for _, read := range []bool{false, true} {
			bubble(t, func(d *desk) {
				t.Log(name, read)
				a, b := d.twice()
				d.do(d.Acknowledge(t.Context(), a))
				d.do(d.Acknowledge(t.Context(), b))
				if read {
					d.do(d.Refunds.NoteDebt(t.Context(), 1, "Huda"))
				}
				d.ends(a, b, "", journal.OutcomePaidTwice)
				d.do(c.first(d, part, amount.Minor))
				d.pass(time.Second)
				d.ends(a, b, "", journal.OutcomePaidTwice)
				d.do(c.rest(d, amount.Minor-part, amount.Minor-part))
				d.pass(time.Second)
				d.ends(a, b, c.want, c.outcome)
				if s := d.sale(b); s.PaidTwice() || s.LateMoney() {
					t.Errorf("%s still raises its alarm: paid twice %v, late %v", b, s.PaidTwice(), s.LateMoney())
				}
				e := open(t, d.store.Crash(), d.gate)
				defer e.Close()
				e.pass(time.Minute)
				e.ends(a, b, c.want, c.outcome)
			})
		}
	}
}

func returns(reference string) func(*desk, int64, int64) error {
	return func(d *desk, minor, open int64) error {
		return d.Refunds.ReturnDebt(d.t.Context(), 1, "Huda", minor, open, reference)
	}
}

func keeps(d *desk, minor, open int64) error {
	return d.Refunds.KeepDebt(d.t.Context(), 1, "Huda", minor, open, "agreed")
}

// TestTheRowThatClosesADebtComesWithItsSale in one commit: no power cut falls
// between them. The other sale is told after the start.
func TestTheRowThatClosesADebtComesWithItsSale(t *testing.T) {
	bubble(t, func(d *desk) {
		a, b := d.twice()
		var disk *storetest.Memory
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			for _, row := range c.Debts {
				if row.Kind == journal.DebtReturned && (c.Sale == nil || c.Sale.ID != b || c.Sale.OwedEnd != journal.DebtReturned) {
					t.Errorf("the row comes with %+v", c.Sale)
				}
			}
			if c.Sale != nil && c.Sale.ID == a && c.Sale.OwedEnd != "" {
				return storetest.Lost
			}
			return storetest.Stored
		})
		d.do(returns("FT-1")(d, amount.Minor, amount.Minor))
		d.pass(time.Second)
		disk = d.store.Crash()
		if s, _ := disk.Sale(t.Context(), a); !s.Owed() {
			t.Fatal("the other was told before the power went")
		}
		e := open(t, disk, d.gate)
		defer e.Close()
		e.pass(time.Minute)
		e.ends(a, b, journal.DebtReturned, journal.OutcomeReturned)
	})
}

// TestWhatAnOlderProgramClosed is right on the sheet at once, and on the sales
// after the next start; so is what one opened again.
func TestWhatAnOlderProgramClosed(t *testing.T) {
	bubble(t, func(d *desk) {
		a, b := d.twice()
		d.Close()
		rewrite := func(row *journal.DebtRow, end journal.DebtKind, ids ...journal.SaleID) {
			if row != nil {
				d.must(d.store.Commit(t.Context(), journal.Change{Debts: []journal.DebtRow{*row}}))
			}
			for _, id := range ids {
				s, err := d.store.Sale(t.Context(), id)
				d.must(err)
				s.OwedEnd, s.Version = end, s.Version+1
				d.must(d.store.Commit(t.Context(), journal.Change{Sale: &s}))
			}
		}
		head, err := d.store.Head(t.Context(), d.Today())
		d.must(err)
		rewrite(&journal.DebtRow{Seq: head.DebtRow + 1, Debt: 1, Kind: journal.DebtReturned, At: time.Now(), By: "Huda", Minor: amount.Minor, Open: amount.Minor, Reference: "FT-1"}, "")
		e := open(t, d.store, d.gate)
		for _, id := range []journal.SaleID{a, b} {
			if got := e.concludes(id); got != journal.OutcomeReturned {
				t.Errorf("the sheet of %s says %s", id, got)
			}
		}
		e.pass(time.Minute)
		e.ends(a, b, journal.DebtReturned, journal.OutcomeReturned)
		e.Close()
		rewrite(&journal.DebtRow{Seq: head.DebtRow + 2, Debt: 2, Kind: journal.DebtOpened, At: time.Now(), Cause: journal.DebtPaidTwice, Sale: b, With: a, Amount: amount}, "")
		f := open(t, d.store, d.gate)
		defer f.Close()
		f.pass(time.Minute)
		f.ends(a, b, "", journal.OutcomePaidTwice)
	})
}

// TestASecondDebtOpensASaleAgain: all of one was returned, and then the gateway
// tells of the other leg.
func TestASecondDebtOpensASaleAgain(t *testing.T) {
	bubble(t, func(d *desk) {
		a, b := d.twice()
		d.do(returns("FT-1")(d, amount.Minor, amount.Minor))
		d.pass(time.Second)
		d.ends(a, b, journal.DebtReturned, journal.OutcomeReturned)
		d.do(d.Refunds.OweByStatement(t.Context(), b, "Huda", amount, "TX-B 2026-11-20"))
		d.pass(time.Second)
		if s := d.sale(b); !s.Owed() || d.concludes(b) != journal.OutcomePaidTwice {
			t.Errorf("owed back %v, the sheet says %s", s.Owed(), d.concludes(b))
		}
		d.do(d.Refunds.ReturnDebt(t.Context(), 2, "Huda", amount.Minor, amount.Minor, "FT-2"))
		d.pass(time.Second)
		d.ends(a, b, journal.DebtReturned, journal.OutcomeReturned)
	})
}

// TestCashThatWasGivenBackIsNoLongerOwed, where the cash was a word alone.
func TestCashThatWasGivenBackIsNoLongerOwed(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.do(d.SetAside(t.Context(), v.ID, journal.AsidePaidCash))
		d.gate.set(v.OrderID, "SUCCESS", "TX-A")
		d.pass(7 * time.Minute)
		if s := d.sale(v.ID); !s.Owed() || !s.LateMoney() {
			t.Fatalf("owed %v, late %v", s.Owed(), s.LateMoney())
		}
		d.do(keeps(d, amount.Minor, amount.Minor))
		if s := d.sale(v.ID); s.Owed() || s.LateMoney() || d.concludes(v.ID) != journal.OutcomeKept {
			t.Errorf("owed %v, late %v, the sheet says %s", s.Owed(), s.LateMoney(), d.concludes(v.ID))
		}
	})
}
