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
