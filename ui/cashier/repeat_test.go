package cashier

import (
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
)

// unanswered is #12 after its code went out, five minutes without a word.
func unanswered(v *journal.View) {
	coded(v)
	capped(v)
	v.Session.OTPUnresolved = true
}

func newUnknown(r *harness, change ...func(*journal.View)) *Unknown {
	u := NewUnknown(r.deps, sale(change...))
	r.window(u)
	return u
}

func TestAManagerRepeatsTheSameCode(t *testing.T) {
	r := newHarness(t)
	u := newUnknown(r, unanswered)
	mentions(t, u, "We do not know yet", "Send the same code again")
	pushed(t, u.Object(), "Send the same code again")
	if got := read(r.steps.decision.Content); !strings.Contains(got, "A manager decides this.") {
		t.Errorf("asks %q", got)
	}
	for _, in := range [][2]string{{"12345", "Huda"}, {"1234567", "Huda"}, {"123456", " "}, {"", "Huda"}} {
		r.fields()[0].SetText(in[0])
		r.fields()[1].SetText(in[1])
		pushed(t, r.steps.decision.Content, "Send it again")
		r.asked()
	}
	r.fields()[0].SetText("١٢٣-456")
	r.fields()[1].SetText("Huda")
	pushed(t, r.steps.decision.Content, "Send it again")
	r.asked("repeat #12 123456 by Huda")
	u.Update(sale(unanswered, submitting))
	mentions(t, u, "Sent. Waiting for the bank.")
	if !u.repeat.Disabled() {
		t.Error("the code can be sent twice at once")
	}
	never(t, u)
}

func TestOnlyACodeWithoutAnAnswerIsRepeated(t *testing.T) {
	for what, change := range map[string]func(*journal.View){
		"a QR":                  func(v *journal.View) { capped(v) },
		"a code not sent":       func(v *journal.View) { unanswered(v); v.Session.OTPUnresolved = false },
		"a code that was taken": func(v *journal.View) { unanswered(v); v.Session.State = core.StateWaitingPayment },
		"still being asked":     func(v *journal.View) { unanswered(v); v.Capped = false },
		"a conflict":            func(v *journal.View) { unanswered(v); v.Session.Conflict = "amount" },
		"access refused":        func(v *journal.View) { unanswered(v); v.Watch.Denied = true },
	} {
		r := newHarness(t)
		if u := newUnknown(r, change); !u.repeat.Hidden {
			t.Errorf("%s may be repeated", what)
		}
	}
}

func TestARefusedRepetitionProvesNothing(t *testing.T) {
	for code, want := range map[string]string{
		journal.RefusalOtherCode: "This is not the code that was sent. Nothing was sent.",
		"WRONG_OTP":              "The bank did not take the repetition (WRONG_OTP). That says nothing about the first time.",
		journal.RefusalNotSent:   "The code was not sent. Safe to type it again.",
	} {
		r := newHarness(t)
		u := newUnknown(r, unanswered, refusedBy(core.OpSubmitOTP, code, noon))
		mentions(t, u, want, "We do not know yet", "Do not charge again.")
		never(t, u)
		if u.repeat.Hidden || u.repeat.Disabled() {
			t.Errorf("%s: the same code cannot be tried once more", code)
		}
	}
}

func TestSettingAsideNamesWhatIsHidden(t *testing.T) {
	for want, change := range map[string]func(*journal.View){
		"We hide the QR":                func(*journal.View) {},
		"We hide the code pad":          coded,
		"We put it out of sight":        state(core.StateWaitingPayment),
		"We put it out of sight and ke": unanswered,
	} {
		r := newHarness(t)
		r.deps.askAside(sale(change))
		if got := read(r.steps.decision.Content); !strings.Contains(got, want) {
			t.Errorf("says %q, not %q", got, want)
		}
	}
}
