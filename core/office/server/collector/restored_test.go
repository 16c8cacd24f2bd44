//go:build linux

package collector

import (
	"slices"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestAnotherEpochChangesNoAmount: a till that was put back, or tampered with, tells of a sale
// that it sent before and names another amount or currency for the same order. What was paid
// first counts, and people hear of it; the till that tells the truth again is believed.
func TestAnotherEpochChangesNoAmount(t *testing.T) {
	for name, bend := range map[string]func(*office.Sale, *office.Receipt){
		"less":     func(s *office.Sale, r *office.Receipt) { s.Minor, r.Minor = 1, 1 },
		"more":     func(s *office.Sale, r *office.Receipt) { s.Minor, r.Minor = 99_000, 99_000 },
		"currency": func(s *office.Sale, r *office.Receipt) { s.Currency, r.Currency = "TND", "TND" },
	} {
		p := newPlace(t)
		d := p.desk("Harbour", "2")
		id := d.pay(today, 5000)
		d.pay(today, 300)
		d.must(t)
		was, first := d.sales[id], d.receipts[0]
		s := was
		bend(&s, &d.receipts[0])
		d.sales[id] = s
		refused(t, d.send(d.batch()), office.CodeEpoch)
		d.must(t)
		if got := p.paid(); got != "2 of 5300" {
			t.Errorf("%s: paid %s, want 2 of 5300", name, got)
		}
		if got := p.alarms(d.number); !slices.Contains(got, AlarmChanged) {
			t.Errorf("%s: alarms %v", name, got)
		}
		p.sound()
		d.sales[id], d.receipts[0] = was, first
		refused(t, d.send(d.batch()), office.CodeEpoch)
		d.must(t)
		if got := p.paid(); got != "2 of 5300" {
			t.Errorf("%s: told truly again: paid %s", name, got)
		}
		p.sound()
	}
}

// TestADayThatIsOverForMonthsIsNotBookedOnUnseen: a till that books a sale on a day before the
// sale's own changes the figures of a month that people have closed; one after today those of a
// month to come. It is kept as the till says, and people hear of it.
func TestADayThatIsOverForMonthsIsNotBookedOnUnseen(t *testing.T) {
	for booked, want := range map[journal.Day]bool{"20260120": true, "20261119": false, "20261121": false, "20270301": true} {
		p := newPlace(t)
		d := p.desk("Harbour", "2")
		id := d.charge(today, 700)
		d.late(id)
		s := d.sales[id]
		s.Booked = booked
		d.sales[id] = s
		d.must(t)
		if got := slices.Contains(p.alarms(d.number), AlarmClock); got != want {
			t.Errorf("booked on %s: alarms %v", booked, p.alarms(d.number))
		}
		p.sound()
	}
}
