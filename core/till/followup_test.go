package till_test

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestATransactionIsAskedForAfterTheSaleWasAcknowledged: the gateway said paid and named
// no transaction. The cashier goes on with the next customer; the receipt gets its
// transaction all the same.
func TestATransactionIsAskedForAfterTheSaleWasAcknowledged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := newGateway()
		d := open(t, storetest.NewMemory(), gate)
		defer d.Close()
		v := d.charge()
		gate.set(v.OrderID, "SUCCESS", "")
		d.pass(7 * time.Second)
		if v = d.sale(v.ID); v.Status() != journal.StatusPaid || v.Session.TransactionID != "" {
			t.Fatalf("the sale is %s, transaction %q", v.Status(), v.Session.TransactionID)
		}
		if err := d.Acknowledge(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		gate.set(v.OrderID, "SUCCESS", "TX-9")
		d.pass(time.Minute)
		if r, err := d.Receipt(t.Context(), 1); err != nil || r.TransactionID != "TX-9" {
			t.Errorf("the receipt has transaction %q, %v", r.TransactionID, err)
		}
	})
}

// TestATransactionOfASettledSaleIsTakenFromNoOther: a sale that was settled by one
// transaction keeps it. A gateway that names another one of it later takes that one away
// from no sale whose it is.
func TestATransactionOfASettledSaleIsTakenFromNoOther(t *testing.T) {
	bubble(t, func(d *desk) {
		first, second := d.paid("TX-1"), d.charge()
		d.gate.set(first.OrderID, "SUCCESS", "TX-2")
		d.do(d.Check(d.t.Context(), first.ID))
		d.gate.set(second.OrderID, "SUCCESS", "TX-2")
		d.pass(7 * time.Second)
		if s := d.sale(second.ID); s.Status() != journal.StatusPaid || s.Session.TransactionID != "TX-2" {
			t.Errorf("the second sale is %s, transaction %q, conflict %q", s.Status(), s.Session.TransactionID, s.Session.Conflict)
		}
		if s := d.sale(first.ID); s.Session.TransactionID != "TX-1" {
			t.Errorf("the first sale has transaction %q", s.Session.TransactionID)
		}
	})
}
