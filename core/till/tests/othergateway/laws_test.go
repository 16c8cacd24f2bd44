package othergateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"sanduq/core/till"
	"sanduq/core/till/tests/othergateway"
)

// lawful holds what is written down or shown of a sale against the ledger and
// against what the gateway has said.
func (d *day) lawful(s till.Sale) {
	switch s.Status() {
	case till.StatusPaid:
		if len(d.gate.Taken(s.OrderID)) == 0 {
			d.problem("FALSE PAID: %s, and the ledger has no money for it", s.ID)
		}
	case till.StatusFailed:
		if !d.gate.Told(s.OrderID, "FAILED") {
			d.problem("FALSE NOT PAID: %s is failed, and nobody said so", s.ID)
		}
	case till.StatusExpired:
		if !d.gate.Told(s.OrderID, "EXPIRED") {
			d.problem("FALSE NOT PAID: %s is expired, and nobody said so", s.ID)
		}
	case till.StatusNotOpened:
		if arrived, _ := d.gate.Initiates(s.OrderID); s.Step == till.StepNotSent && arrived > 0 {
			d.problem("%s says that nothing was sent, and initiate arrived", s.ID)
		}
	}
}

// known is how long money may be on the ledger before the till says so, while
// nothing is in the way.
const known = 2 * time.Hour

// live2h demands that what was debited is paid in the till, if nothing was in
// the way since a moment that long ago.
func (d *day) live2h(calmSince time.Time) {
	now := time.Now()
	if now.Sub(calmSince) < known {
		return
	}
	sales := map[string]till.Sale{}
	for _, s := range d.newest() {
		sales[s.OrderID] = s
	}
	for _, debit := range d.gate.Ledger() {
		s := sales[debit.OrderID]
		if now.Sub(debit.At) < known || s.Status() == till.StatusPaid {
			continue
		}
		switch {
		case d.missing[debit.OrderID], s.Behind && s.Session.PaymentID == "" && s.Status() == till.StatusUnknown:
			d.count("lost with the journal") // or the token for it is
		case s.ResolvedOutside != nil || d.resolved[debit.OrderID]:
			d.count("resolved by a manager")
		case !d.gate.WouldTell(debit.OrderID):
			d.count("the gateway would not tell")
		default:
			d.problem("LOST: the ledger has the money of %s since %v by %s; it is %s (%s, %s, denied %v, word %q, conflict %q)", s.ID,
				now.Sub(debit.At).Round(time.Second), debit.Leg, s.Status(), s.Step, s.Session.State, s.Watch.Denied, s.Session.RawStatus, s.Session.Conflict)
		}
	}
}

// mayOpen demands of an initiate that arrives that no older sale of its order
// is paid on the disk.
func (d *day) mayOpen(body []byte) {
	var in struct{ OrderID string }
	_ = json.Unmarshal(body, &in)
	all := d.newest()
	at := slices.IndexFunc(all, func(s till.Sale) bool { return s.OrderID == in.OrderID })
	if at < 0 {
		d.problem("initiate of an order that is not on the disk")
		return
	}
	for id := all[at].Replaces; id != ""; {
		older := slices.IndexFunc(all, func(s till.Sale) bool { return s.ID == id })
		if older < 0 {
			return
		}
		if all[older].Status() == till.StatusPaid {
			d.problem("OPENED AFTER PAID: %s replaces %s, which is paid on the disk", all[at].ID, id)
		}
		id = all[older].Replaces
	}
}

// audit compares everything once the day is over.
func (d *day) audit() {
	d.sane()
	ctx := context.Background()
	sales := d.newest()
	receipts := map[till.SaleID]int{}
	head, err := d.disk.Head(ctx, d.till.Today())
	if err != nil {
		d.problem("the numbers cannot be read: %v", err)
	}
	byID := map[till.SaleID]till.Sale{}
	for _, s := range sales {
		byID[s.ID] = s
	}
	for seq := uint64(1); seq <= head.Receipt; seq++ {
		r, err := d.disk.Receipt(ctx, seq)
		if errors.Is(err, till.ErrNotFound) && d.putBack {
			continue // the gap
		}
		if err != nil {
			d.problem("RECEIPTS: number %d: %v", seq, err)
			continue
		}
		receipts[r.SaleID]++
		d.receipt(r, byID[r.SaleID])
	}
	for _, s := range sales {
		d.count("sales")
		d.count("ends " + string(s.Status()))
		paid := s.Status() == till.StatusPaid
		if s.Status() == till.StatusOpening {
			d.problem("STUCK: %s is opening since %v, at step %s", s.ID, time.Since(s.UpdatedAt).Round(time.Second), s.Step)
		}
		if n := receipts[s.ID]; (n == 1) != paid || n > 1 {
			d.problem("RECEIPTS: %s is %s and has %d", s.ID, s.Status(), n)
		}
		if arrived, opened := d.gate.Initiates(s.OrderID); arrived > 1 || opened > 1 {
			d.problem("TWO PAYMENTS: initiate of %s arrived %d times and opened %d", s.ID, arrived, opened)
		}
		taken := d.gate.Taken(s.OrderID)
		if len(taken) > 1 {
			d.count("both legs debited")
		}
		if apart(taken) && d.asksOn(s, taken) && s.PaidTwiceWith == "" && !d.told(s.ID, till.AuditPaidTwice) && d.gate.WouldTell(s.OrderID) {
			d.problem("BOTH LEGS untold: %s was debited by %s and by %s", s.ID, taken[0].Leg, taken[1].Leg)
		}
	}
	for _, debit := range d.gate.Ledger() {
		d.count("debits")
		d.count("debits by " + string(debit.Leg))
		if !d.missing[debit.OrderID] && !slices.ContainsFunc(sales, func(s till.Sale) bool { return s.OrderID == debit.OrderID }) {
			d.problem("LOST: the ledger has an order that the till does not know")
		}
	}
	d.twice(sales)
	for what, n := range d.gate.Refused() {
		d.mu.Lock()
		d.counts["refused "+what] += n
		d.mu.Unlock()
	}
	for _, b := range d.gate.Breaches() {
		d.problem("CONTRACT: %s", b)
	}
}

// asksOn reports whether the till could still ask about the last debit of a sale
// that was paid: it asks for some hours after the receipt, and until it is
// started anew, since the secrets to ask with left the disk.
func (d *day) asksOn(s till.Sale, taken []othergateway.Debit) bool {
	const asked = 100 * time.Minute
	if len(taken) == 0 || s.SettledAt.IsZero() {
		return true
	}
	last := slices.MaxFunc(taken, func(a, b othergateway.Debit) int { return a.At.Compare(b.At) }).At
	if last.Sub(s.SettledAt) >= asked {
		return false
	}
	return !slices.ContainsFunc(d.starts, func(at time.Time) bool {
		return at.After(s.SettledAt) && at.Sub(s.SettledAt) < asked+time.Hour
	})
}

// apart reports whether one order was debited by legs of two status questions.
// A QR and a wallet share one, whose one answer cannot tell of both.
func apart(taken []othergateway.Debit) bool {
	return slices.ContainsFunc(taken, func(x othergateway.Debit) bool {
		return (x.Leg == othergateway.Account) != (taken[0].Leg == othergateway.Account)
	})
}

// receipt holds one against the ledger.
func (d *day) receipt(r till.Receipt, s till.Sale) {
	d.count("receipts")
	taken := d.gate.Taken(r.OrderID)
	fits := func(x othergateway.Debit) bool {
		return x.Minor == r.Amount.Minor && x.Currency == r.Amount.Currency && x.PaymentID == r.PaymentID && (r.TransactionID == "" || r.TransactionID == x.Transaction)
	}
	if !slices.ContainsFunc(taken, fits) {
		d.problem("RECEIPTS: number %d of %s, %v, transaction %q; the ledger has %d debits for it", r.Seq, r.SaleID, r.Amount, r.TransactionID, len(taken))
	}
	if r.TransactionID == "" {
		d.count("receipts without a transaction")
	}
	if s.ReceiptSeq != r.Seq {
		d.problem("RECEIPTS: number %d is of %s, which has %d", r.Seq, r.SaleID, s.ReceiptSeq)
	}
}

// told reports whether the book of decisions has an action about a sale.
func (d *day) told(id till.SaleID, action till.AuditAction) bool {
	rows, err := d.disk.Audit(context.Background(), 0, 10_000)
	if err != nil {
		d.problem("the book cannot be read: %v", err)
	}
	return slices.ContainsFunc(rows, func(row till.AuditRow) bool { return row.SaleID == id && row.Action == action })
}

// twice demands that of the sales of one order that were paid all but the first
// say so.
func (d *day) twice(sales []till.Sale) {
	up := map[till.SaleID]till.SaleID{}
	var root func(till.SaleID) till.SaleID
	root = func(id till.SaleID) till.SaleID {
		if up[id] == "" {
			return id
		}
		return root(up[id])
	}
	for _, s := range sales {
		up[s.ID] = s.Replaces
	}
	paid := map[till.SaleID]int{}
	said := map[till.SaleID]int{}
	for _, s := range sales {
		if s.Status() == till.StatusPaid {
			paid[root(s.ID)]++
			if s.PaidTwiceWith != "" && root(s.PaidTwiceWith) == root(s.ID) {
				said[root(s.ID)]++
			}
		}
	}
	for id, n := range paid {
		if n > 1 {
			d.count("paid twice")
		}
		if n > 1 && said[id] < n-1 {
			d.problem("PAID TWICE untold: %d sales that began with %s were paid, %d say so", n, id, said[id])
		}
	}
}
