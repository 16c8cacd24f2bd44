package ui

import (
	"testing"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/preferences"
)

func TestThePhoneStaysFoldedAwayUntilSomeoneAsksForIt(t *testing.T) {
	r := newHarness(t, preferring(func(v *preferences.Values) { v.PhoneFolded = true }))
	r.charge()
	r.notice(sale(12, version(2)))
	r.says("Waiting for the customer to pay")
	r.saysNot("You pay")
	r.shell.phone.toggle()
	r.says("You pay")
	if r.prefers().PhoneFolded {
		t.Error("a phone that was opened is folded away at the next start")
	}
	r.shell.phone.fold()
	r.saysNot("You pay")
	if !r.prefers().PhoneFolded {
		t.Error("a phone that was folded away is open at the next start")
	}
}

// The pad for the code shares its room with the phone: both are needed at once.
func TestThePhoneStandsBesideTheCode(t *testing.T) {
	r := newHarness(t)
	r.charge()
	r.notice(sale(12, version(2), state(core.StateOTPRequired), func(v *till.View) { v.Route, v.Session.Route = core.RouteAccount, core.RouteAccount }))
	r.says("Code sent. Ask the customer.")
	r.saysNot("You pay")
	r.shell.phone.toggle()
	r.says("You pay")
	if r.shell.work.phone == nil {
		t.Error("the phone lies over the pad")
	}
	r.runes("123")
	r.says("3 more digits")
}
