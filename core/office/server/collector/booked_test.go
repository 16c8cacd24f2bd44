//go:build linux

package collector

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/stdlib"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/schema"
)

// late settles a sale of another day today.
func (d *desk) late(id journal.SaleID) {
	d.setStatus(id, journal.StatusPaid)
	s := d.sales[id]
	s.SettledAt, s.Booked = noon, today
	d.sales[id] = s
	d.receipts[s.ReceiptSeq-1].SettledAt = noon
}

const paidByDays = "SELECT string_agg(format('%s: %s of %s', day, sales, minor), ', ' ORDER BY day) FROM totals WHERE status = 'paid'"

// TestTheLayoutOfBookingDaysComesAndGoes: the older layout counts every sale on its own
// day, and the way up again finds where each is booked.
func TestTheLayoutOfBookingDaysComesAndGoes(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(before, 100)
	open, failed := d.charge(before, 700), d.charge(before, 50)
	d.must(t)
	d.late(open)
	d.setStatus(failed, journal.StatusFailed)
	d.must(t)
	p.sound()
	const is, was = "2026-10-31: 1 of 100, 2026-11-20: 1 of 700", "2026-10-31: 2 of 800, 2026-11-20: 0 of 0"
	if got := query[string](p, paidByDays); got != is {
		t.Fatalf("totals %s, want %s", got, is)
	}
	db := stdlib.OpenDBFromPool(p.db.current())
	defer func() { _ = db.Close() }()
	all, err := schema.Layouts(db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := all.DownTo(t.Context(), 14); err != nil {
		t.Fatal(err)
	}
	if got := query[string](p, paidByDays); got != was {
		t.Errorf("by the older layout the totals are %s, want %s", got, was)
	}
	if _, err := all.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := query[string](p, paidByDays); got != is {
		t.Errorf("up to date again the totals are %s, want %s", got, is)
	}
	p.db.current().Reset() // statements of another layout
	p.sound()
}

// TestATillSaysLaterWhereItBooked: an older till, or an older office, told of a sale
// without the day. Days differ until the same state comes with it, by the version that
// knows it; what comes late without it changes nothing.
func TestATillSaysLaterWhereItBooked(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(before, 100)
	d.late(d.charge(before, 700))
	told := d.batch()
	told.Version = 2
	for i := range told.Sales {
		told.Sales[i] = office.As(told.Sales[i], 2)
	}
	if err := d.send(told); err != nil {
		t.Fatal(err)
	}
	if got, want := query[string](p, paidByDays), "2026-10-31: 2 of 800"; got != want {
		t.Errorf("told by version 2, totals %s, want %s", got, want)
	}
	differs := func(version int) bool {
		var sum office.DayDigest
		for n := 1; n <= 2; n++ {
			s := office.As(d.sales[journal.NewSaleID(before, n)], version)
			sum.Add(n, s.Version, s.UpdatedAt, s.Booked)
		}
		var out office.DaysAnswer
		if err := ask(p.url+"/v1/days", d.key, jsonBody(office.Days{Version: version, Till: d.number, Epoch: d.cursor.Epoch, Days: map[journal.Day]office.DayState{before: sum.Sum()}}), &out); err != nil {
			t.Fatal(err)
		}
		return len(out.Again) > 0
	}
	if differs(2) || !differs(3) {
		t.Errorf("a day differs by version 2: %t, by version 3: %t", differs(2), differs(3))
	}
	clear(d.told)
	for _, again := range []bool{false, true} {
		b := d.batch()
		if again { // and what came first comes late
			b.Version = 2
			for i := range b.Sales {
				b.Sales[i] = office.As(b.Sales[i], 2)
			}
		}
		if err := d.send(b); err != nil {
			t.Fatal(err)
		}
		clear(d.told)
		if got, want := query[string](p, paidByDays), "2026-10-31: 1 of 100, 2026-11-20: 1 of 700"; got != want {
			t.Errorf("late: %t, totals %s, want %s", again, got, want)
		}
	}
	if differs(2) || differs(3) {
		t.Errorf("a day differs by version 2: %t, by version 3: %t", differs(2), differs(3))
	}
	p.sound()
	if got := p.alarms(d.number); len(got) != 0 {
		t.Errorf("alarms %v", got)
	}
}

// TestTheSameVersionChangesNoMoreThanItsBooking: a till that tells another content of a
// version, or of the same microsecond, is not believed, and the office's database has
// nothing to refuse: what it refuses keeps other tills waiting.
func TestTheSameVersionChangesNoMoreThanItsBooking(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	id := d.pay(before, 100)
	d.must(t)
	was := d.sales[id]
	again := func(bend func(*office.Sale)) {
		t.Helper()
		s := was
		bend(&s)
		b := d.batch()
		b.Sales = []office.Sale{s}
		if err := d.send(b); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
	again(func(s *office.Sale) { s.Cashier, s.UpdatedAt = "Amal", s.UpdatedAt.Add(400*time.Nanosecond) })
	again(func(s *office.Sale) { s.Cashier, s.Route, s.Booked = "Huda", "cash", today })
	again(func(s *office.Sale) { s.Cashier, s.UpdatedAt, s.Booked = "Huda", s.UpdatedAt.Add(-time.Second), today })
	if got, want := query[string](p, "SELECT format('%s %s %s', cashier, route, booked) FROM sales"), "Samira qr 2026-11-20"; got != want {
		t.Errorf("kept as %s, want %s", got, want)
	}
	if got, want := query[string](p, paidByDays), "2026-10-31: 0 of 0, 2026-11-20: 1 of 100"; got != want {
		t.Errorf("totals %s, want %s", got, want)
	}
	p.sound()
	err := p.db.exec(t.Context(), "UPDATE sales SET cashier = 'Amal'")
	if !blames(err) { // so that a batch alone waits, should there be another way
		t.Errorf("nobody is to blame for %v", err)
	}
}
