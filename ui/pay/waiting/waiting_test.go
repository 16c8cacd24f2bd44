package waiting

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/uitest/harness"
)

func TestASaleSetAsideSaysThatItIsWatched(t *testing.T) {
	r := newFixture(t)
	v := harness.Sale(func(v *journal.View) {
		v.SetAside = &journal.Decision{At: harness.Noon, Reason: pay.ReasonWrongAmount}
		v.Live, v.Watch = journal.LiveStatus{}, journal.Watch{Last: harness.Noon, Next: harness.Noon.Add(30 * time.Minute)}
	})
	s := New(r.Env, r.deps, v)
	r.Window(s)
	harness.Mentions(t, s, "Set aside. The customer may still pay.", "Reason: Wrong amount", "Checked 14:31, next 15:01")
	s.Press(harness.Name(fyne.KeyF7))
	if len(r.Shell.Went) > 0 {
		t.Error("it can be set aside twice")
	}
	harness.Pushed(t, s.Object(), "Give to manager")
	harness.Pushed(t, s.Object(), "New payment")
	r.Asked("manager #12 wrongAmount")
	r.Went("replace #12 wrongAmount")
}

func TestAReplacedSaleIsNotReplacedAgain(t *testing.T) {
	r := newFixture(t)
	v := harness.Sale(func(v *journal.View) {
		v.SetAside, v.ReplacedBy = &journal.Decision{At: harness.Noon, Reason: journal.AsidePaidCash}, "20261120-000013"
	})
	s := New(r.Env, r.deps, v)
	r.Window(s)
	harness.Mentions(t, s, "Replaced by #13")
	harness.Pushed(t, s.Object(), "Replaced by #13")
	r.Went()
}

func TestAnUnansweredCodeSaysSo(t *testing.T) {
	r := newFixture(t)
	s := New(r.Env, r.deps, harness.Sale(harness.Coded, func(v *journal.View) { v.Session.OTPUnresolved = true }))
	r.Window(s)
	harness.Mentions(t, s, "The code was sent, no clear answer came.", "We are asking. Do not send another.", "Code sent, no clear answer")
	s.Update(harness.Sale(harness.Coded, harness.State(core.StateWaitingPayment)))
	harness.Mentions(t, s, "The bank is processing.", "Code accepted by the bank")
	s.Update(harness.Sale(harness.Coded, harness.State(core.StateAuthorized)))
	harness.Mentions(t, s, "The code was accepted, the money has not come yet.", "Do not hand over goods yet.", "Press Check now to ask again.")
}

// TestNothingReplacesASaleOfWhoPaidCashOrLeft: another payment would take the money twice.
func TestNothingReplacesASaleOfWhoPaidCashOrLeft(t *testing.T) {
	for reason, again := range map[string]bool{journal.AsidePaidCash: false, pay.ReasonCustomerLeft: false, pay.ReasonWrongAmount: true, pay.ReasonNoCode: true} {
		r := newFixture(t)
		s := New(r.Env, r.deps, harness.Sale(func(v *journal.View) {
			v.SetAside, v.Live = &journal.Decision{At: harness.Noon, Reason: reason}, journal.LiveStatus{}
		}))
		s.another()
		if (len(r.Shell.Went) > 0) != again {
			t.Errorf("%s: went %v", reason, r.Shell.Went)
		}
	}
}
