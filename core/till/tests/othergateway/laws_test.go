package othergateway_test

import (
	"context"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
)

// known is how long money may be on the ledger before the till says so, while
// nothing is in the way.
const known = 2 * time.Hour

// breaks writes down which laws were broken.
func (d *day) breaks(all []oracle.Breach) {
	for _, b := range all {
		d.problem("%v", b)
	}
}

// evidence is what is on the disk, and the gateway's truth.
func (d *day) evidence() oracle.Evidence {
	books, err := oracle.Read(context.Background(), d.disk)
	if err != nil {
		d.problem("the books cannot be read: %v", err)
	}
	e := oracle.Evidence{Books: books, Ledger: oracle.Ledger{Debits: driver.DebitsOf(d.gate)}, Untold: d.untold}
	for _, s := range books.Sales {
		arrived, opened := d.gate.Initiates(s.OrderID)
		e.Orders = append(e.Orders, oracle.Order{ID: s.OrderID, Arrived: arrived, Opened: opened})
	}
	return e
}

// live2h demands that what was debited is paid in the till, if nothing was in
// the way since a moment that long ago.
func (d *day) live2h(calmSince time.Time) {
	if time.Since(calmSince) < known {
		return
	}
	e := d.evidence()
	e.Excused = d.excused
	d.breaks(oracle.Only(e, oracle.Known))
}

// excused reports whether the till cannot know of money yet, or cannot any more.
func (d *day) excused(x oracle.Debit, s journal.Sale) bool {
	switch {
	case time.Since(x.At) < known:
	case d.missing[x.Order], s.Stale && s.Session.PaymentID == "" && s.Status() == journal.StatusUnknown:
		d.count("lost with the journal") // or the token for it is
	case d.resolved[x.Order]:
		d.count("resolved by a manager")
	case !d.gate.WouldTell(x.Order):
		d.count("the gateway would not tell")
	default:
		return false
	}
	return true
}

// untold reports whether the till could not ask about the last debit of a sale
// that was paid: it asks for three days after the receipt.
func (d *day) untold(s journal.Sale, taken []oracle.Debit) bool {
	const asked = 71 * time.Hour
	return !d.gate.WouldTell(s.OrderID) || !s.SettledAt.IsZero() && taken[len(taken)-1].At.Sub(s.SettledAt) >= asked
}

// audit compares everything once the day is over.
func (d *day) audit() {
	d.sane()
	e := d.evidence()
	e.Excused = func(x oracle.Debit, s journal.Sale) bool { return s.ID != "" || d.missing[x.Order] } // the calm was about those
	d.breaks(oracle.Validate(e))
	for _, s := range e.Sales {
		d.count("sales")
		d.count("ends " + string(s.Status()))
		if s.Status() == journal.StatusOpening {
			d.problem("STUCK: %s is opening since %v, at step %s", s.ID, time.Since(s.UpdatedAt).Round(time.Second), s.Step)
		}
		if len(d.gate.Taken(s.OrderID)) > 1 {
			d.count("both legs debited")
		}
		if s.PaidTwiceWith != "" && s.PaidTwiceWith != s.ID {
			d.count("paid twice")
		}
	}
	for _, r := range e.Receipts {
		d.count("receipts")
		if r.TransactionID == "" {
			d.count("receipts without a transaction")
		}
	}
	for _, debit := range d.gate.Ledger() {
		d.count("debits")
		d.count("debits by " + string(debit.Leg))
	}
	for what, n := range d.gate.Refused() {
		d.mu.Lock()
		d.counts["refused "+what] += n
		d.mu.Unlock()
	}
	for _, b := range d.gate.Breaches() {
		d.problem("CONTRACT: %s", b)
	}
}
