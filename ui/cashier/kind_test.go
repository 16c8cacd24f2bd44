package cashier

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/harness"
)

func TestAccountsAndCodesDemandTheirScreens(t *testing.T) {
	wallet := func(v *journal.View) { v.Route = core.RouteWallet }
	unresolved := func(v *journal.View) { v.Session.OTPUnresolved = true }
	old := func(v *journal.View) { v.UpdatedAt = harness.Noon.Add(-time.Minute) }
	idle := func(v *journal.View) { v.Live.Busy = "" }
	intent := func(v *journal.View) { v.Step = journal.StepOTPIntent }
	for name, c := range map[string]struct {
		want Kind
		view journal.View
	}{
		"account to be entered":           {KindAccount, harness.Sale(harness.Entry)},
		"wallet to be entered":            {KindWallet, harness.Sale(harness.Entry, wallet)},
		"a code is being asked for":       {KindAccount, harness.Sale(harness.Entry, harness.Validating)},
		"from a QR a wallet is validated": {KindWallet, harness.Sale(wallet, harness.Validating)},
		"a code is on the phone":          {KindCode, harness.Sale(harness.Coded)},
		"the code is on its way":          {KindCode, harness.Sale(harness.Coded, harness.Submitting, old)},
		"its intent is on disk":           {KindCode, harness.Sale(harness.Coded, intent, func(v *journal.View) { v.UpdatedAt = harness.Noon })},
		"its intent was found":            {KindWaiting, harness.Sale(harness.Coded, intent, old)},
		"nobody answered the code":        {KindWaiting, harness.Sale(harness.Coded, unresolved)},
		"nor did the till hear it":        {KindWaiting, harness.Sale(harness.Coded, harness.Submitting, unresolved)},
		"nobody answered to the end":      {KindUnknown, harness.Sale(harness.Coded, unresolved, harness.Capped, idle)},
		"the bank has the code":           {KindWaiting, harness.Sale(harness.Coded, harness.State(core.StateWaitingPayment))},
		"the wallet has the code":         {KindWaiting, harness.Sale(harness.Coded, harness.State(core.StateAuthorized))},
		"paid":                            {KindPaid, harness.Sale(harness.Coded, harness.Paid)},
	} {
		if got := KindOf(c.view, harness.Noon); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestAnUnansweredCodeSaysSo(t *testing.T) {
	r := newFixture(t)
	s := New(r.all(), KindWaiting, harness.Sale(harness.Coded, func(v *journal.View) { v.Session.OTPUnresolved = true }))
	r.Window(s)
	harness.Mentions(t, s, "The code was sent, no clear answer came.", "We are asking. Do not send another.", "Code sent, no clear answer")
	s.Update(harness.Sale(harness.Coded, harness.State(core.StateWaitingPayment)))
	harness.Mentions(t, s, "The bank is processing.", "Code accepted by the bank")
	s.Update(harness.Sale(harness.Coded, harness.State(core.StateAuthorized)))
	harness.Mentions(t, s, "The code was accepted, not settled yet.", "Do not hand over goods yet.", "Press Check now to ask again.")
}

// TestWhatIsWaitedForTurns: the payment that is being opened, and a list on its way; not
// behind another screen, and not once it has come.
func TestWhatIsWaitedForTurns(t *testing.T) {
	r := newFixture(t)
	theme.Use(theme.Look{})
	o := NewOpening(r.all(), harness.Sale())
	r.Window(o)
	if !o.ring.Turning() {
		t.Error("a payment is opened, and nothing moves")
	}
	if o.Hidden(); o.ring.Turning() {
		t.Error("it turns behind another screen")
	}
	r.Till.Banks = practiceBanks
	var arrive func()
	r.Env.Go = func(f func()) { arrive = f }
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
