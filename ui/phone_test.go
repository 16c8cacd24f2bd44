package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/preferences"
)

func TestThePhoneStaysFoldedAwayUntilSomeoneAsksForIt(t *testing.T) {
	r := newHarness(t, preferring(func(v *preferences.Values) { v.PhoneFolded = true }))
	r.charge()
	r.notice(sale(12, version(2)))
	r.says("Waiting for the customer to pay")
	r.saysNot("You pay")
	r.shell.phone.Toggle()
	r.says("You pay")
	if r.prefers().PhoneFolded {
		t.Error("a phone that was opened is folded away at the next start")
	}
	r.shell.phone.Fold()
	r.saysNot("You pay")
	if !r.prefers().PhoneFolded {
		t.Error("a phone that was folded away is open at the next start")
	}
}

// coding is a sale of an account whose code is asked for.
func coding(v *journal.View) {
	v.Session.State, v.Route, v.Session.Route = core.StateOTPRequired, core.RouteAccount, core.RouteAccount
}

// The pad for the code shares its room with the phone: both are needed at once, so it
// opens by itself, like beside a QR.
func TestThePhoneStandsBesideTheCode(t *testing.T) {
	r := newHarness(t)
	r.charge()
	r.notice(sale(12, version(2), coding))
	r.says("Code sent. Ask the customer.", "You pay")
	if r.shell.work.Phone() == nil || r.shell.work.Alone() {
		t.Error("the phone does not stand beside the pad")
	}
	r.runes("123")
	r.says("3 more digits")
	r.shell.phone.Toggle()
	r.saysNot("You pay")
	r.says("3 more digits")

	small := newHarness(t)
	small.win.Resize(fyne.NewSize(1024, 640))
	small.charge()
	small.notice(sale(12, version(2), coding))
	small.saysNot("You pay")
}

// TestThePhonesPlaceIsOffWhereItDoesNothing: an end has nothing left for the customer.
func TestThePhonesPlaceIsOffWhereItDoesNothing(t *testing.T) {
	r := newHarness(t, shopFloor, everything)
	place := r.place("nav.phone")
	for _, c := range []struct {
		name string
		at   []func(*journal.View)
		off  bool
	}{
		{"QR", nil, false}, {"code", []func(*journal.View){coding}, false}, {"paid", []func(*journal.View){state(core.StateSuccess), paid}, true},
		{"not paid", []func(*journal.View){state(core.StateFailed)}, true}, {"expired", []func(*journal.View){state(core.StateExpired)}, true},
	} {
		r.at(c.at...)
		if place.Disabled() != c.off {
			t.Errorf("%s: off %v", c.name, place.Disabled())
		}
		before := r.shell.work.Phone()
		place.Tapped(nil)
		if did := r.shell.work.Phone() != before; did == c.off {
			t.Errorf("%s: the phone came or went: %v", c.name, did)
		}
	}
	r.shell.newSale()
	if place.Disabled() {
		t.Error("off beside a new sale")
	}
}
