package cashier

import (
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

func newUnknown(r *fixture, change ...func(*journal.View)) *Unknown {
	u := NewUnknown(r.all(), harness.Sale(change...))
	r.Window(u)
	return u
}

func TestAManagerRepeatsTheSameCode(t *testing.T) {
	r := newFixture(t)
	u := newUnknown(r, harness.Unanswered)
	harness.Mentions(t, u, "We do not know yet", "Send the same code again")
	harness.Pushed(t, u.Object(), "Send the same code again")
	if got := uitest.Words(r.Shell.Decision.Content); !strings.Contains(got, "A manager decides this.") {
		t.Errorf("asks %q", got)
	}
	for _, in := range [][2]string{{"12345", "Huda"}, {"1234567", "Huda"}, {"123456", " "}, {"", "Huda"}} {
		r.Fields()[0].SetText(in[0])
		r.Fields()[1].SetText(in[1])
		harness.Pushed(t, r.Shell.Decision.Content, "Send it again")
		r.Asked()
	}
	r.Fields()[0].SetText("١٢٣-456")
	r.Fields()[1].SetText("Huda")
	harness.Pushed(t, r.Shell.Decision.Content, "Send it again")
	r.Asked("repeat #12 123456 by Huda")
	u.Update(harness.Sale(harness.Unanswered, harness.Submitting))
	harness.Mentions(t, u, "Sent. Waiting for the bank.")
	if !u.repeat.Disabled() {
		t.Error("the code can be sent twice at once")
	}
	harness.Never(t, u)
}

func TestOnlyACodeWithoutAnAnswerIsRepeated(t *testing.T) {
	for what, change := range map[string]func(*journal.View){
		"a QR":                  func(v *journal.View) { harness.Capped(v) },
		"a code not sent":       func(v *journal.View) { harness.Unanswered(v); v.Session.OTPUnresolved = false },
		"a code that was taken": func(v *journal.View) { harness.Unanswered(v); v.Session.State = core.StateWaitingPayment },
		"still being asked":     func(v *journal.View) { harness.Unanswered(v); v.Capped = false },
		"a conflict":            func(v *journal.View) { harness.Unanswered(v); v.Session.Conflict = "amount" },
		"access refused":        func(v *journal.View) { harness.Unanswered(v); v.Watch.Denied = true },
	} {
		r := newFixture(t)
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
		r := newFixture(t)
		u := newUnknown(r, harness.Unanswered, harness.RefusedBy(core.OpSubmitOTP, code, harness.Noon))
		harness.Mentions(t, u, want, "We do not know yet", "Do not charge again.")
		harness.Never(t, u)
		if u.repeat.Hidden || u.repeat.Disabled() {
			t.Errorf("%s: the same code cannot be tried once more", code)
		}
	}
}

func TestSettingAsideNamesWhatIsHidden(t *testing.T) {
	for want, change := range map[string]func(*journal.View){
		"We hide the QR":                func(*journal.View) {},
		"We hide the code pad":          harness.Coded,
		"We put it out of sight":        harness.State(core.StateWaitingPayment),
		"We put it out of sight and ke": harness.Unanswered,
	} {
		r := newFixture(t)
		r.all().askAside(harness.Sale(change))
		if got := uitest.Words(r.Shell.Decision.Content); !strings.Contains(got, want) {
			t.Errorf("says %q, not %q", got, want)
		}
	}
}
