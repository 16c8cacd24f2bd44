package cashier

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/theme"
)

func TestAccountsAndCodesDemandTheirScreens(t *testing.T) {
	wallet := func(v *journal.View) { v.Route = core.RouteWallet }
	unresolved := func(v *journal.View) { v.Session.OTPUnresolved = true }
	old := func(v *journal.View) { v.UpdatedAt = noon.Add(-time.Minute) }
	idle := func(v *journal.View) { v.Live.Busy = "" }
	intent := func(v *journal.View) { v.Step = journal.StepOTPIntent }
	for name, c := range map[string]struct {
		want Kind
		view journal.View
	}{
		"account to be entered":           {KindAccount, sale(entry)},
		"wallet to be entered":            {KindWallet, sale(entry, wallet)},
		"a code is being asked for":       {KindAccount, sale(entry, validating)},
		"from a QR a wallet is validated": {KindWallet, sale(wallet, validating)},
		"a code is on the phone":          {KindCode, sale(coded)},
		"the code is on its way":          {KindCode, sale(coded, submitting, old)},
		"its intent is on disk":           {KindCode, sale(coded, intent, func(v *journal.View) { v.UpdatedAt = noon })},
		"its intent was found":            {KindWaiting, sale(coded, intent, old)},
		"nobody answered the code":        {KindWaiting, sale(coded, unresolved)},
		"nor did the till hear it":        {KindWaiting, sale(coded, submitting, unresolved)},
		"nobody answered to the end":      {KindUnknown, sale(coded, unresolved, capped, idle)},
		"the bank has the code":           {KindWaiting, sale(coded, state(core.StateWaitingPayment))},
		"the wallet has the code":         {KindWaiting, sale(coded, state(core.StateAuthorized))},
		"paid":                            {KindPaid, sale(coded, paid)},
	} {
		if got := KindOf(c.view, noon); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestAnUnansweredCodeSaysSo(t *testing.T) {
	r := newHarness(t)
	s := New(r.deps, KindWaiting, sale(coded, func(v *journal.View) { v.Session.OTPUnresolved = true }))
	r.window(s)
	mentions(t, s, "The code was sent, no clear answer came.", "We are asking. Do not send another.", "Code sent, no clear answer")
	s.Update(sale(coded, state(core.StateWaitingPayment)))
	mentions(t, s, "The bank is processing.", "Code accepted by the bank")
	s.Update(sale(coded, state(core.StateAuthorized)))
	mentions(t, s, "The code was accepted, not settled yet.", "Do not hand over goods yet.", "Press Check now to ask again.")
}

// TestWhatIsWaitedForTurns: the payment that is being opened, and a list on its way; not
// behind another screen, and not once it has come.
func TestWhatIsWaitedForTurns(t *testing.T) {
	r := newHarness(t)
	theme.Use(theme.Look{})
	o := NewOpening(r.deps, sale())
	r.window(o)
	if !o.ring.Turning() {
		t.Error("a payment is opened, and nothing moves")
	}
	if o.Hidden(); o.ring.Turning() {
		t.Error("it turns behind another screen")
	}
	r.desk.banks = practiceBanks
	var arrive func()
	r.deps.Go = func(f func()) { arrive = f }
	a := newAccount(r)
	if !a.list.ring.Turning() {
		t.Error("the list is on its way, and nothing moves")
	}
	if arrive(); a.list.ring.Turning() {
		t.Error("the list has come, and its ring turns")
	}
	a.fetch()
	if a.Hidden(); a.list.ring.Turning() {
		t.Error("the list's ring turns behind another screen")
	}
}
