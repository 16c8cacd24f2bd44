package ui

import (
	"testing"

	"sanduq/core"
	"sanduq/core/till"
)

func TestThePhoneStaysFoldedAwayUntilSomeoneAsksForIt(t *testing.T) {
	var told []bool
	change := func(_ *rig, o *Options) {
		o.PhoneFolded, o.PhoneFoldedChanged = true, func(folded bool) { told = append(told, folded) }
	}
	r := newRig(t, change)
	r.charge()
	r.notice(sale(12, version(2)))
	r.says("Waiting for the customer to pay")
	r.saysNot("You pay")
	r.shell.togglePhone()
	r.says("You pay")
	r.shell.closePhone()
	r.saysNot("You pay")
	if len(told) != 2 || told[0] || !told[1] {
		t.Errorf("the program is told %v", told)
	}
}

// The pad for the code shares its room with the phone: both are needed at once.
func TestThePhoneStandsBesideTheCode(t *testing.T) {
	r := newRig(t)
	r.charge()
	r.notice(sale(12, version(2), state(core.StateOTPRequired), func(v *till.View) { v.Route, v.Session.Route = core.RouteAccount, core.RouteAccount }))
	r.says("Code sent. Ask the customer.")
	r.saysNot("You pay")
	r.shell.togglePhone()
	r.says("You pay")
	if !r.shell.work.beside {
		t.Error("the phone lies over the pad")
	}
	r.runes("123")
	r.says("3 more digits")
}
