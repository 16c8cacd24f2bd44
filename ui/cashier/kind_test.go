package cashier

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
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
		"account to be entered":           {FormOf(core.RouteAccount), harness.Sale(harness.Entry)},
		"wallet to be entered":            {FormOf(core.RouteWallet), harness.Sale(harness.Entry, wallet)},
		"a code is being asked for":       {FormOf(core.RouteAccount), harness.Sale(harness.Entry, harness.Validating)},
		"from a QR a wallet is validated": {FormOf(core.RouteWallet), harness.Sale(wallet, harness.Validating)},
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

func TestCashDemandsItsEnd(t *testing.T) {
	if k := KindOf(harness.Sale(harness.Cashed), harness.Noon); k != KindCash {
		t.Errorf("it demands %s", k)
	}
}

// TestAClockThatIsPutBackHoldsNoWayToPay: what the record was written at lies ahead then.
func TestAClockThatIsPutBackHoldsNoWayToPay(t *testing.T) {
	opened := harness.Sale(harness.Entry, func(v *journal.View) { v.Route = "" })
	for ahead, want := range map[time.Duration]Kind{0: KindOpening, -time.Second: KindOpening,
		-time.Minute: KindChoose, time.Hour: KindChoose} {
		opened.UpdatedAt = harness.Noon.Add(ahead)
		if got := KindOf(opened, harness.Noon); got != want {
			t.Errorf("written %s from now: %s, want %s", ahead, got, want)
		}
	}
	code := harness.Sale(harness.Coded, func(v *journal.View) {
		v.Step, v.UpdatedAt = journal.StepOTPIntent, harness.Noon.Add(time.Hour)
	})
	if got := KindOf(code, harness.Noon); got != KindWaiting {
		t.Errorf("a code on its way for an hour: %s", got)
	}
}
