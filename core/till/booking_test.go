package till_test

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/report"
)

// takenOn is what the figures of the days from one to the other say was taken, by route.
func (d *desk) takenOn(from, to journal.Day) string {
	d.t.Helper()
	r, err := report.Build(d.t.Context(), report.Kept(d.store, time.UTC), report.Query{Filter: report.Filter{Period: report.Period{From: from, To: to}}})
	d.do(err)
	sums := map[string]int64{}
	for _, one := range r.Reports {
		for _, route := range one.Rows[report.ByRoute] {
			sums[route.Name+" "+one.Currency] += route.Now.Minor
		}
		if one.Cash.Taken.Now.Minor != 0 {
			sums["cash "+one.Currency] += one.Cash.Taken.Now.Minor
		}
	}
	return fmt.Sprint(sums)
}

// behind is what the list behind a figure of some days holds.
func (d *desk) behind(from, to journal.Day) (ids []journal.SaleID) {
	d.t.Helper()
	page, err := d.store.Sales(d.t.Context(), journal.SaleQuery{From: from, To: to, Booked: true, Status: journal.StatusPaid})
	d.do(err)
	for _, s := range page.Sales {
		ids = append(ids, s.ID)
	}
	return ids
}

// TestLateMoneyIsBookedWhenItComes: a customer pays a sale of last month. The month is
// what it was; the money, its receipt and its sale are found on the day on which it came.
func TestLateMoneyIsBookedWhenItComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		defer d.Close()
		d.shifts(0)
		first := d.Today()
		d.pays()
		late := d.charge()
		d.do(d.SetAside(t.Context(), late.ID, journal.AsideCustomerLeft))
		d.counts(0)
		d.closes("")
		before := d.takenOn(first, first)
		time.Sleep(36 * time.Hour)
		today := d.Today()
		d.do(d.Shifts.OpenShift(t.Context(), "Amal", 0, "the safe"))
		d.gate.set(late.OrderID, "SUCCESS", "TX-late")
		d.pass(2 * time.Hour)
		s := d.want(late.ID, journal.StatusPaid)
		if got := d.takenOn(first, first); got != before {
			t.Errorf("the closed day was %s and is %s", before, got)
		}
		if got, want := d.takenOn(today, today), fmt.Sprintf("map[qr LYD:%d]", s.Amount.Minor); got != want || s.Booked != today {
			t.Errorf("today has %s, booked on %q; want %s on %s", got, s.Booked, want, today)
		}
		if got := d.behind(today, today); len(got) != 1 || got[0] != late.ID {
			t.Errorf("behind today's figure stand %v", got)
		}
		if got := d.behind(first, first); len(got) != 1 || got[0] == late.ID {
			t.Errorf("behind the closed day's figure stand %v", got)
		}
	})
}

// TestAClockThatIsSetBackBooksIntoNoClosedDay: a month after a Z, somebody sets the clock
// back into the month before. What is taken then is booked where the books are, and says
// what the clock showed.
func TestAClockThatIsSetBackBooksIntoNoClosedDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var off atomic.Int64
		d := clocked(t, &off)
		defer d.Close()
		d.shifts(0)
		closed := d.Today()
		d.pays()
		old := d.charge()
		d.do(d.SetAside(t.Context(), old.ID, journal.AsideCustomerLeft))
		d.counts(0)
		d.closes("")
		before := d.takenOn(closed, closed)
		off.Store(int64(30 * 24 * time.Hour))
		d.do(d.Shifts.OpenShift(t.Context(), "Amal", 0, "the safe"))
		month := d.Today()
		off.Store(0)
		clock := d.Today()
		cash, paid := d.cash(12_500, 12_500), d.pays()
		d.gate.set(old.OrderID, "SUCCESS", "TX-old")
		d.pass(3 * time.Hour)
		for _, id := range []journal.SaleID{cash.ID, paid.ID, old.ID} {
			s := d.sale(id)
			word := clock.Time(time.UTC).Format(time.DateOnly) + " / " + month.Time(time.UTC).Format(time.DateOnly)
			says := func(e journal.HistoryEvent) bool { return e.Code == journal.HistoryClockBehind && e.Word == word }
			if s.BookingDay() != month || !slices.ContainsFunc(s.History, says) {
				t.Errorf("%s is booked on %s, want %s; it says %+v", id, s.BookingDay(), month, s.History)
			}
		}
		if got := d.takenOn(closed, clock); got != before {
			t.Errorf("the closed month was %s and is %s", before, got)
		}
		rows, err := d.store.Audit(t.Context(), 0, 50)
		d.do(err)
		said := 0
		for _, row := range rows {
			if row.Action == journal.AuditClockBehind {
				said++
			}
		}
		if said < 3 {
			t.Errorf("the audit says %d times that the clock is behind the books", said)
		}
		d.counts(12_500)
		z := d.closes("")
		if z.BookingDay(time.UTC) != month || z.Booked != month {
			t.Errorf("the Z stands on %s, want %s", z.BookingDay(time.UTC), month)
		}
		d.do(d.Shifts.OpenShift(t.Context(), "Amal", 0, "the safe")) // by the clock in the closed month
		if s := d.cash(1_000, 1_000); s.BookingDay() != month {
			t.Errorf("after a Z by the wrong clock, money is booked on %s, want %s", s.BookingDay(), month)
		}
	})
}

// TestTheNextSaleIsNamedAsItIsBooked: where the clock was set back behind the books, also
// after a start and after a Z.
func TestTheNextSaleIsNamedAsItIsBooked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var off atomic.Int64
		d := clocked(t, &off)
		next := func(d *desk, when string) {
			t.Helper()
			if said, is := d.NextID(), d.cash(1_000, 1_000).ID; said != is {
				t.Errorf("%s: %s was said, %s it is", when, said, is)
			}
		}
		off.Store(int64(30 * 24 * time.Hour))
		d.shifts(0)
		off.Store(0)
		next(d, "a shift that was taken ahead")
		d.counts(1_000)
		d.closes("")
		d.do(d.Shifts.OpenShift(t.Context(), "Amal", 0, "the safe"))
		next(d, "after a Z")
		d.Close()
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		next(e, "after a start")
	})
}
