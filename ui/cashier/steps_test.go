package cashier

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/result"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

func TestSilenceIsNeverNotPaid(t *testing.T) {
	r := newFixture(t)
	for _, k := range []pay.Screen{r.steps().Sale(KindQR, harness.Sale()), r.steps().Sale(KindWaiting, harness.Sale(harness.State(core.StateWaitingPayment)))} {
		r.Window(k)
		k.Update(harness.Sale(harness.State(core.StateWaitingPayment), func(v *journal.View) { v.Live.Unanswered = true }))
		harness.Mentions(t, k, "The bank does not answer. The customer may have paid.", "14:31")
		if strings.Contains(uitest.Words(k.Object()), "not paid") {
			t.Error("a silent bank was taken for an answer")
		}
		k.Update(harness.Sale(harness.State(core.StateWaitingPayment)))
		harness.Mentions(t, k, "not paid yet")
	}
}

func TestKeysOfWaiting(t *testing.T) {
	r := newFixture(t)
	for _, s := range []pay.Screen{r.steps().Sale(KindQR, harness.Sale()), r.steps().Sale(KindWaiting, harness.Sale(harness.State(core.StateWaitingPayment))), r.steps().Sale(KindUnknown, harness.Sale(harness.Capped))} {
		r.Till.Asked, r.Shell.Decision = nil, nil
		r.Window(s)
		if s.Press(harness.Name(fyne.KeyEscape)) {
			t.Error("Esc does something")
		}
		s.Press(harness.Name(fyne.KeyF5))
		s.Press(harness.Name(fyne.KeyReturn))
		s.Press(harness.Name(fyne.KeyF3))
		r.Asked("check #12", "check #12", "check #12")
		harness.Mentions(t, s, "Trust this screen, not the customer’s phone.")
		s.Press(harness.Name(fyne.KeyF7))
		if r.Shell.Decision == nil {
			t.Error("F7 asks nothing")
		}
		harness.Never(t, s)
		s.Hidden()
	}
}

// TestNothingAsksAgainOfWhoPaidCashOrLeft: not while the sale is watched, and not
// once the bank has said that it was not paid.
func TestNothingAsksAgainOfWhoPaidCashOrLeft(t *testing.T) {
	for _, c := range []struct {
		reason string
		again  bool
	}{{journal.AsidePaidCash, false}, {pay.ReasonCustomerLeft, false}, {pay.ReasonWrongAmount, true}, {pay.ReasonNoCode, true}} {
		for _, state := range []core.State{core.StateQRGenerated, core.StateFailed, core.StateExpired} {
			r := newFixture(t)
			v := harness.Sale(func(v *journal.View) {
				v.SetAside, v.Live = &journal.Decision{At: harness.Noon, Reason: c.reason}, journal.LiveStatus{}
				v.Session.State = state
			})
			s := r.steps().Sale(KindOf(v, harness.Noon), v)
			r.Window(s)
			got := strings.Contains(uitest.Words(s.Object()), "New payment") || strings.Contains(uitest.Words(s.Object()), "Try again")
			if got != c.again {
				t.Errorf("%s, %s: another payment is offered: %v, it reads %q", c.reason, state, got, uitest.Words(s.Object()))
			}
		}
	}
}

// Whatever a sale looks like, only one whose status is paid may be shown as
// paid, and only in live may goods be handed over.
func TestOnlyPaidLooksPaid(t *testing.T) {
	r := newFixture(t)
	states := []core.State{core.StatePending, core.StateQRGenerated, core.StateOTPRequired, core.StateWaitingPayment,
		core.StateAuthorized, core.StateSuccess, core.StateFailed, core.StateExpired}
	steps := []journal.Step{journal.StepIntent, journal.StepNotSent, journal.StepRejected, journal.StepCreateUnknown, journal.StepCreated,
		journal.StepQRIntent, journal.StepValidateIntent, journal.StepOTPIntent, journal.StepSession}
	rapid.Check(t, func(t *rapid.T) {
		v := harness.Sale(harness.State(rapid.SampledFrom(states).Draw(t, "state")))
		v.Step = rapid.SampledFrom(steps).Draw(t, "step")
		v.ReceiptSeq = rapid.Uint64Range(0, 1).Draw(t, "receipt")
		v.Capped = rapid.Bool().Draw(t, "capped")
		v.Session.Late = rapid.Bool().Draw(t, "late")
		v.Live.LastWord = rapid.SampledFrom([]string{"SUCCESS", "FAILED", "", "PENDING", "X"}).Draw(t, "word")
		if rapid.Bool().Draw(t, "conflict") {
			v.Session.Conflict = "amount"
		}
		if rapid.Bool().Draw(t, "aside") {
			v.SetAside = &journal.Decision{Reason: journal.AsidePaidCash}
		}
		env := r.Env
		env.Practice = rapid.Bool().Draw(t, "practice")
		s := New(env, r.deps).Sale(KindOf(v, harness.Noon), v)
		text := uitest.Words(s.Object())
		isPaid := v.Status() == journal.StatusPaid && !v.LateMoney()
		if late := v.Status() == journal.StatusPaid && v.LateMoney(); strings.Contains(text, "Paid late") != late {
			t.Fatalf("%s, late %v: %s", v.Status(), late, text)
		}
		if got := strings.Contains(text, "Hand over goods."); got != (isPaid && !env.Practice) {
			t.Fatalf("%s: goods are handed over %v: %s", v.Status(), got, text)
		}
		if got := strings.Contains(text, "PRACTICE Paid"); got != (isPaid && env.Practice) {
			t.Fatalf("%s: practice paid %v: %s", v.Status(), got, text)
		}
		if e, ok := s.(*result.End); ok {
			if _, ground := e.Sheet(); (ground == theme.Paid) != (isPaid && !env.Practice) {
				t.Fatalf("%s: the ground is %v", v.Status(), ground)
			}
		}
		if strings.Contains(text, "NOT PAID") != (v.Status() == journal.StatusFailed) {
			t.Fatalf("%s: not paid: %s", v.Status(), text)
		}
	})
}

func TestASaleWithTheManagerSaysWhoWhenAndWhy(t *testing.T) {
	r := newFixture(t)
	aside := func(v *journal.View) { v.SetAside = &journal.Decision{At: harness.Noon, Reason: journal.AsidePaidCash} }
	for _, change := range []func(*journal.View){harness.State(core.StateWaitingPayment), harness.Capped, aside} {
		v := harness.Sale(change)
		s := r.steps().Sale(KindOf(v, harness.Noon), v)
		r.Window(s)
		if strings.Contains(uitest.Words(s.Object()), "With the manager") {
			t.Errorf("%s: the manager has it already", v.Status())
		}
		harness.Given(&v)
		s.Update(v)
		harness.Mentions(t, s, "With the manager: No answer from the bank", "14:31, Samira", "Record as resolved outside")
		harness.Never(t, s)
	}
}

// by lets a test be the manager who is asked for their PIN: it returns what was
// asked, and what the right PIN does.
func (r *fixture) by(name string) (asked *[]string, sign *func()) {
	asked, sign = &[]string{}, new(func())
	r.deps.Manager = func(title, _ string, then func(string)) {
		*asked = append(*asked, title)
		*sign = func() { then(name) }
	}
	return asked, sign
}

// TestEachDecisionOfAManagersIsSigned: where people sign in no decision asks
// for a name, and none is taken before the PIN.
func TestEachDecisionOfAManagersIsSigned(t *testing.T) {
	for name, c := range map[string]struct {
		ask    func(*fixture)
		fill   []string
		yes    string
		title  string
		before []string
		after  []string
	}{
		"the same code again": {func(r *fixture) {
			harness.Pushed(r.T, r.steps().Sale(KindUnknown, harness.Sale(harness.Unanswered)).Object(), "Send the same code again")
		}, []string{"123456"}, "Send it again",
			"Send the same code for #12 again?", nil, []string{"repeat #12 123456 by Huda"}},
		"resolved outside": {func(r *fixture) { r.steps().managers().Resolve(harness.Sale(harness.Capped, harness.Given)) }, []string{"Paid by transfer"}, "Record",
			"Record #12 as resolved outside?", nil, []string{"resolve #12 Paid by transfer by Huda"}},
		"a new payment beside it": {func(r *fixture) {
			r.steps().SetAside(harness.Sale(harness.State(core.StateWaitingPayment)), pay.ReasonWrongAmount)
		}, nil, "New payment", "A person with this right must allow this: the money may be on its way.", nil, []string{"aside #12 wrongAmount"}},
	} {
		r := newFixture(t)
		asked, sign := r.by("Huda")
		c.ask(r)
		if strings.Contains(uitest.Words(r.Shell.Decision.Content), "Name of the manager") {
			t.Errorf("%s: a name is typed", name)
		}
		for i, text := range c.fill {
			r.Fields()[i].SetText(text)
		}
		harness.Pushed(t, r.Shell.Decision.Content, c.yes)
		r.Asked(c.before...)
		if len(*asked) != 1 || (*asked)[0] != c.title {
			t.Fatalf("%s: the PIN was asked for %q", name, *asked)
		}
		(*sign)()
		r.Asked(c.after...)
	}
}
