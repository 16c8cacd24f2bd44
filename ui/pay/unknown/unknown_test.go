package unknown

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

func newUnknown(r *fixture, change ...func(*journal.View)) *Unknown {
	u := New(r.Env, r.deps, harness.Sale(change...))
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
		journal.RefusalOtherCode: "This is not the code that was sent before. Nothing was sent.",
		"WRONG_OTP":              "The bank did not accept the second sending (WRONG_OTP). That says nothing about the first.",
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

// TestTheReasonOfGivingASaleAwayIsTrue: only of a bank that was silent it is
// said that it did not answer.
func TestTheReasonOfGivingASaleAwayIsTrue(t *testing.T) {
	for what, c := range map[string]struct {
		change []func(*journal.View)
		want   string
	}{
		"it answers, and nobody knows": {[]func(*journal.View){harness.Capped}, pay.ReasonUndecided},
		"it answers, and waits":        {[]func(*journal.View){harness.State(core.StateWaitingPayment)}, pay.ReasonUndecided},
		"it has never answered":        {[]func(*journal.View){harness.Capped, func(v *journal.View) { v.Live = journal.LiveStatus{} }}, pay.ReasonNoAnswer},
		"it is silent now":             {[]func(*journal.View){harness.Capped, func(v *journal.View) { v.Live.Unanswered = true }}, pay.ReasonNoAnswer},
		"no answer to the code":        {[]func(*journal.View){harness.Capped, harness.Unanswered}, pay.ReasonNoAnswer},
		"an answer that does not fit":  {[]func(*journal.View){harness.Capped, func(v *journal.View) { v.Session.Conflict = "amount" }}, pay.ReasonConflict},
	} {
		r := newFixture(t)
		u := New(r.Env, r.deps, harness.Sale(c.change...))
		u.manage.Tapped(nil)
		if len(r.Till.Asked) != 1 || r.Till.Asked[0] != "manager #12 "+c.want {
			t.Errorf("%s: %q, want %q", what, r.Till.Asked, c.want)
		}
	}
}

// TestTheAdviceOfWhatNobodyKnowsIsTrue: only of a bank that cannot be heard it is said
// that the network has to come back, and the advice follows what is heard meanwhile.
func TestTheAdviceOfWhatNobodyKnowsIsTrue(t *testing.T) {
	silent := func(v *journal.View) { v.Live.Unanswered = true }
	r := newFixture(t)
	w := r.Env.Words
	network, answers := w.T("unknown.todo.2"), w.T("unknown.todo.2.answers")
	u := New(r.Env, r.deps, harness.Sale(harness.Capped))
	for _, c := range []struct {
		what   string
		change []func(*journal.View)
		want   string
	}{
		{"it answers, and nobody knows", []func(*journal.View){harness.Capped}, answers},
		{"it is silent now", []func(*journal.View){harness.Capped, silent}, network},
		{"it answers again", []func(*journal.View){harness.Capped}, answers},
		{"it has never answered", []func(*journal.View){harness.Capped, func(v *journal.View) { v.Live = journal.LiveStatus{} }}, network},
	} {
		u.Update(harness.Sale(c.change...))
		if got := u.todoRows[1].Text(); got != c.want {
			t.Errorf("%s: %q", c.what, got)
		}
	}
}

func TestUnknownTellsWhatIsKnown(t *testing.T) {
	r := newFixture(t)
	u := New(r.Env, r.deps, harness.Sale(harness.State(core.StateWaitingPayment), harness.Capped))
	r.Window(u)
	harness.Mentions(t, u, "We do not know yet", "Do not hand over goods.", "Do not charge again.", "14:26 QR shown",
		"Last answer: being processed", "Asked 37 times. Next try 14:37", "Still nothing: give it to the manager")
	harness.Never(t, u)
	u.manage.Tapped(nil)
	r.Asked("manager #12 undecided")
	u.Update(harness.Sale(harness.Capped, func(v *journal.View) { v.Session.Conflict = "amount" }))
	harness.Mentions(t, u, "does not fit this payment")
}

// TestAfterARestartNoCountIsSaid: the questions before it are not known any more.
func TestAfterARestartNoCountIsSaid(t *testing.T) {
	r := newFixture(t)
	u := New(r.Env, r.deps, harness.Sale(harness.State(core.StateWaitingPayment), harness.Capped, func(v *journal.View) {
		v.Live.Asked, v.Watch.Tries = 1, 5
		v.History = append(v.History, journal.HistoryEvent{At: harness.Noon, Code: journal.HistoryRestored})
	}))
	r.Window(u)
	harness.Mentions(t, u, "Next check 14:37.")
	if got := uitest.Words(u.Object()); strings.Contains(got, "Asked") {
		t.Errorf("it says %q", got)
	}
}

func TestResolvedOutsideNeedsAReasonAndAName(t *testing.T) {
	r := newFixture(t)
	u := New(r.Env, r.deps, harness.Sale(harness.Capped, harness.Given))
	r.Window(u)
	u.manage.Tapped(nil)
	if got := uitest.Words(r.Shell.Decision.Content); !strings.Contains(got, "Record #12 as resolved outside?") || !strings.Contains(got, "not a payment and gives no receipt") {
		t.Errorf("it asks %q", got)
	}
	f := r.Fields()
	w := test.NewTempWindow(t, r.Shell.Decision.Content)
	w.Canvas().Focus(f[0].Focusable())
	test.Type(f[0].Focusable(), "Paid by transfer")
	f[0].OnSubmit("")
	if w.Canvas().Focused() != f[1].Focusable() {
		t.Error("Enter does not lead on to the name")
	}
	f[1].OnSubmit("")
	harness.Pushed(t, r.Shell.Decision.Content, "Record")
	r.Asked()
	test.Type(f[1].Focusable(), "Huda")
	f[1].OnSubmit("")
	r.Asked("resolve #12 Paid by transfer by Huda")
	if r.Shell.Decision != nil {
		t.Error("it goes on asking")
	}
}

// TestAReasonOfThreeLinesLiesOverNothing: a row whose words need more than its usual height has it, in each language,
// beside the practice phone and without it.
func TestAReasonOfThreeLinesLiesOverNothing(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, scale := range []float32{1, 1.25} {
			for _, wide := range []float32{748, 1048} {
				r := newFixture(t)
				r.Env.Words = words.MustLoad(lang)
				r.Apply(theme.Look{Still: true, RTL: r.Env.Words.RTL(), TextScale: scale})
				u := New(r.Env, r.deps, harness.Sale(harness.State(core.StateWaitingPayment), harness.Capped, harness.Given))
				w := r.Window(u)
				w.Resize(fyne.NewSize(wide, 692))
				u.Update(harness.Sale(harness.State(core.StateWaitingPayment), harness.Capped, harness.Given))
				for _, fault := range overflow.Faults(w.Canvas()) {
					t.Errorf("%s at %v, %v wide: %s", lang, scale, wide, fault)
				}
			}
		}
	}
}
