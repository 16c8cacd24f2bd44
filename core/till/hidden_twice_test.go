package till_test

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestPaidTwiceAlthoughTheLinkFailed: the commit that ties the old sale to its
// replacement fails.
func TestPaidTwiceAlthoughTheLinkFailed(t *testing.T) {
	bubble(t, func(d *desk) {
		a := d.charge()
		d.store.FailNext(storetest.Stored, storetest.Lost) // the new sale's intent, then the old one's link
		b, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: a.ID, Reason: journal.AsideCustomerLeft})
		if err != nil {
			t.Fatal(err)
		}
		d.pass(5 * time.Second)
		if got := d.sale(a.ID); got.SetAside == nil || got.ReplacedBy != b.ID {
			t.Errorf("the new payment is open (%s), the old one is %s, replaced by %q", d.sale(b.ID).Status(), got.Status(), got.ReplacedBy)
		}
		if d.sale(b.ID).Status() == journal.StatusChoosing {
			d.do(d.OfferQR(t.Context(), b.ID))
		}
		d.gate.set(b.OrderID, "SUCCESS", "TX-B")
		d.pass(5 * time.Second)
		d.want(b.ID, journal.StatusPaid)
		d.gate.set(a.OrderID, "SUCCESS", "TX-A")
		d.pass(5 * time.Second)
		if got := d.want(a.ID, journal.StatusPaid); got.PaidTwiceWith != b.ID {
			t.Errorf("both are paid, and nobody is told: %q", got.PaidTwiceWith)
		}
	})
}

// TestPaidTwiceAcrossASaleThatNeverOpened: a charge is refused to the cashier
// although its record was kept; the next one is opened instead of that record.
// The first sale and the last must find each other.
func TestPaidTwiceAcrossASaleThatNeverOpened(t *testing.T) {
	bubble(t, func(d *desk) {
		a := d.charge()
		d.store.FailNext(storetest.Kept)
		if _, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: a.ID}); journal.CodeOf(err) != journal.CodeStore {
			t.Fatalf("charge without a record: %v", err)
		}
		d.pass(5 * time.Second)
		between := journal.NewSaleID(a.ID.Day(), a.ID.Number()+1)
		c, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: between})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if c.ID == between {
			t.Fatal("the record was not kept: this proves nothing")
		}
		d.gate.set(c.OrderID, "SUCCESS", "TX-C")
		d.pass(time.Minute)
		d.gate.set(a.OrderID, "SUCCESS", "TX-A")
		d.pass(time.Minute)
		if got := d.want(a.ID, journal.StatusPaid); got.PaidTwiceWith != c.ID {
			t.Errorf("both are paid, and nobody is told: %q", got.PaidTwiceWith)
		}
	})
}

// TestPaidTwiceAmongSiblings: one sale is replaced twice.
func TestPaidTwiceAmongSiblings(t *testing.T) {
	bubble(t, func(d *desk) {
		a := d.charge()
		d.gate.set(a.OrderID, "FAILED", "")
		d.pass(4 * time.Second)
		d.want(a.ID, journal.StatusFailed)
		var ids []journal.View
		for range 2 {
			v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: a.ID})
			if err != nil {
				return // a second replacement is refused: that will do as well
			}
			synctest.Wait()
			ids = append(ids, v)
		}
		for _, v := range ids {
			d.gate.set(v.OrderID, "SUCCESS", "TX-"+string(v.ID))
			d.pass(4 * time.Second)
		}
		if got := d.want(ids[1].ID, journal.StatusPaid); got.PaidTwiceWith == "" {
			t.Error("two payments for one order, and nobody is told")
		}
	})
}
