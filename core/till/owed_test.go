package till_test

import (
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// twice has one order paid by two sales: a first, which was set aside, and b.
func (d *desk) twice() (a, b journal.SaleID) {
	d.t.Helper()
	return d.twiceAs("TX-A", "TX-B")
}

// twiceAs is twice by the transactions of both.
func (d *desk) twiceAs(one, other string) (a, b journal.SaleID) {
	d.t.Helper()
	first := d.charge()
	second, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: first.ID, Reason: journal.AsideWrongAmount})
	if err != nil {
		d.t.Fatal(err)
	}
	d.pass(5 * time.Second)
	d.gate.set(first.OrderID, "SUCCESS", one)
	d.pass(7 * time.Minute)
	d.gate.set(second.OrderID, "SUCCESS", other)
	d.pass(7 * time.Minute)
	return first.ID, second.ID
}

// owes wants a sale to say that money of its order is owed back, and with whom.
func (d *desk) owes(id, with journal.SaleID, code string) journal.Sale {
	d.t.Helper()
	s, err := d.store.Sale(d.t.Context(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	at := slices.IndexFunc(s.History, func(e journal.HistoryEvent) bool { return e.Code == code })
	if !s.Owed() || s.OwedWith() != with || at < 0 || s.History[at].Word != with.Paper() {
		d.t.Errorf("%s: owed back %v, with %q, its history %+v", id, s.Owed(), s.OwedWith(), s.History)
	}
	return s
}

func (d *desk) owed() (ids []journal.SaleID) {
	d.t.Helper()
	page, err := d.Sales(d.t.Context(), journal.SaleQuery{Owed: true})
	if err != nil {
		d.t.Fatal(err)
	}
	for _, s := range page.Sales {
		ids = append(ids, s.ID)
	}
	return ids
}

// TestBothSalesSayThatMoneyIsOwedBack, and go on saying so after a cashier has
// taken note of it.
func TestBothSalesSayThatMoneyIsOwedBack(t *testing.T) {
	bubble(t, func(d *desk) {
		a, b := d.twice()
		d.owes(a, b, journal.HistoryAlsoPaid)
		d.owes(b, a, journal.HistoryPaidTwice)
		for _, id := range []journal.SaleID{a, b} {
			d.do(d.ReadLateAlert(t.Context(), id)) // Understood
			d.do(d.Acknowledge(t.Context(), id))
		}
		for id, with := range map[journal.SaleID]journal.SaleID{a: b, b: a} {
			s, err := d.store.Sale(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if last := s.History[len(s.History)-1]; last.Code != journal.HistoryOwedRead || last.Word != d.Settings().Cashier {
				t.Errorf("%s does not say who took note of it: %+v", id, last)
			}
			if s.PaidTwice() || !s.Owed() || s.OwedWith() != with {
				t.Errorf("%s after the tap: alarm %v, owed back %v with %q", id, s.PaidTwice(), s.Owed(), s.OwedWith())
			}
		}
		if got := d.owed(); !slices.Equal(got, []journal.SaleID{b, a}) {
			t.Errorf("the filter finds %v, want %v", got, []journal.SaleID{b, a})
		}
	})
}

// TestATwinThatWasNotToldIsToldAfterARestart: the power goes between the two
// records.
func TestATwinThatWasNotToldIsToldAfterARestart(t *testing.T) {
	bubble(t, func(d *desk) {
		first := d.charge()
		second, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: first.ID, Reason: journal.AsideWrongAmount})
		if err != nil {
			t.Fatal(err)
		}
		d.pass(5 * time.Second)
		d.gate.set(first.OrderID, "SUCCESS", "TX-A")
		d.pass(7 * time.Minute)
		var disk *storetest.Memory
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if disk == nil && c.Sale != nil && c.Sale.ID == first.ID && !c.Sale.OwedSince.IsZero() {
				return storetest.Lost
			}
			return storetest.Stored
		})
		d.gate.set(second.OrderID, "SUCCESS", "TX-B")
		d.pass(5 * time.Second)
		disk = d.store.Crash()
		if s, _ := disk.Sale(t.Context(), first.ID); s.Owed() {
			t.Fatal("it was told before the power went")
		}
		e := open(t, disk, d.gate)
		defer e.Close()
		e.pass(time.Minute)
		e.owes(first.ID, second.ID, journal.HistoryAlsoPaid)
	})
}
