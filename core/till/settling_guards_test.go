package till_test

import (
	"slices"
	"testing"
	"time"

	"sanduq/core/journal"
)

// meanwhile lets money come for a sale, and the till hear of it, in the moment before the
// first commit that is of a kind.
func (d *desk) meanwhile(s *troubled, v journal.View, kind func(journal.Change) bool) {
	begun := false
	f := func(c journal.Change) error {
		if !begun && kind(c) {
			begun = true
			d.gate.set(v.OrderID, "SUCCESS", "TX-"+string(v.ID))
			go func() { _ = d.Check(d.t.Context(), v.ID) }()
			yields()
		}
		return nil
	}
	s.commit.Store(&f)
}

// TestOfTwoTakingsAtOnceOneIsOwedBack: whatever comes for an order in the moment in which
// something else is written down for it finds that, or is found by it.
func TestOfTwoTakingsAtOnceOneIsOwedBack(t *testing.T) {
	settles := func(c journal.Change) bool { return c.Receipt != nil }
	cash := func(c journal.Change) bool { return c.Cash != nil }
	said := func(c journal.Change) bool {
		return c.Sale != nil && c.Sale.SetAside != nil && c.Sale.SetAside.Reason == journal.AsidePaidCash
	}
	for what, c := range map[string]struct {
		comes int // which of the order's two sales the money is for
		kind  func(journal.Change) bool
		act   func(d *desk, a, b journal.View) error
	}{
		"the other sale's money": {1, settles, func(d *desk, a, _ journal.View) error {
			d.gate.set(a.OrderID, "SUCCESS", "TX-"+string(a.ID))
			return d.Check(d.t.Context(), a.ID)
		}},
		"cash, and the other sale's money": {1, cash, func(d *desk, a, _ journal.View) error {
			_, err := d.TakeCash(d.t.Context(), insteadOf(a.ID), 13_000)
			return err
		}},
		"cash, and the sale's own money": {0, cash, func(d *desk, a, _ journal.View) error {
			_, err := d.TakeCash(d.t.Context(), insteadOf(a.ID), 13_000)
			return err
		}},
		"the word of cash, and the other sale's money": {0, said, func(d *desk, _, b journal.View) error {
			return d.SetAside(d.t.Context(), b.ID, journal.AsidePaidCash)
		}},
	} {
		t.Run(what, func(t *testing.T) {
			onTroubled(t, func(d *desk, s *troubled) {
				d.shifts(0)
				a := d.charge()
				b := d.instead(a.ID)
				d.meanwhile(s, []journal.View{a, b}[c.comes], c.kind)
				d.do(c.act(d, a, b))
				d.pass(time.Minute)
				if n := len(d.debts()); n != 1 {
					t.Errorf("%d entries of what is owed back", n)
				}
				first := d.sale(a.ID)
				for _, taken := range d.InFlight() {
					if taken.TookCash() && !slices.Contains(first.Instead, taken.ID) {
						t.Errorf("the sale does not know of the cash: %v", first.Instead)
					}
				}
				if !slices.Contains(first.Instead, b.ID) {
					t.Errorf("the sale does not know of the other: %v", first.Instead)
				}
			})
		})
	}
}
