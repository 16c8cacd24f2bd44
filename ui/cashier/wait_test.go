package cashier

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

func mentions(t *testing.T, s pay.Screen, want ...string) {
	t.Helper()
	got := read(s.Object())
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the screen does not say %q but %q", w, got)
		}
	}
}

// never is what only an end may say.
func never(t *testing.T, s pay.Screen) {
	t.Helper()
	for _, w := range []string{"PAID", "PRACTICE", "EXPIRED", "Hand over"} {
		if strings.Contains(read(s.Object()), w) {
			t.Errorf("the screen says %s: %q", w, read(s.Object()))
		}
	}
}

func TestQRTellsHowFarItIs(t *testing.T) {
	r := newHarness(t)
	q := NewQR(r.deps, sale())
	r.window(q)
	mentions(t, q, "#12", "TILL-261120-012", "12 .500", "Last answer 14:31:08: not paid yet.", "until 14:33.")
	never(t, q)
	if got := q.info.ring.Share(); got < .62 || got > .63 {
		t.Errorf("the ring shows %v of the time, not that of the last answer", got)
	}
	r.pass(30 * time.Second)
	q.Update(q.view)
	if got := q.info.ring.Share(); got < .71 || got > .73 {
		t.Errorf("after 30 s without an answer the ring shows %v", got)
	}
	if len(r.later) != 0 {
		t.Errorf("%d timers beside the window's clock", len(r.later))
	}
}

// TestAnAnswerThatSaysTheSameWaitsAMoment: a wait is not painted anew for each of
// them, but at once for another word, and for what a person asked for.
func TestAnAnswerThatSaysTheSameWaitsAMoment(t *testing.T) {
	r := newHarness(t)
	q := NewQR(r.deps, sale())
	r.window(q)
	first := sale()
	mentions(t, q, "Last answer 14:31:08: not paid yet.")
	after := func(d time.Duration, change ...func(*journal.View)) {
		r.now = first.Live.LastAnswer.Add(d)
		q.Update(sale(append([]func(*journal.View){func(v *journal.View) { v.Live.LastAnswer = r.now }}, change...)...))
	}
	ring := q.info.ring.Share()
	after(3 * time.Second)
	mentions(t, q, "Last answer 14:31:08: not paid yet.")
	if q.info.ring.Share() != ring {
		t.Error("the ring moved, and the window was painted, for an answer that is not shown")
	}
	after(6 * time.Second)
	mentions(t, q, "Last answer 14:31:14: not paid yet.")
	if q.info.ring.Share() == ring {
		t.Error("the ring stands still")
	}
	after(9*time.Second, func(v *journal.View) { v.Live.LastWord = "PROCESSING" })
	mentions(t, q, "Last answer 14:31:17:")
	r.now = r.now.Add(time.Second)
	q.Press(name(fyne.KeyF5))
	after(11*time.Second, func(v *journal.View) { v.Live.LastWord = "PROCESSING" })
	mentions(t, q, "Last answer 14:31:19:")
	after(12*time.Second, func(v *journal.View) { v.Live.LastWord = "PROCESSING" })
	mentions(t, q, "Last answer 14:31:19:")
}

func TestSilenceIsNeverNotPaid(t *testing.T) {
	r := newHarness(t)
	for _, k := range []pay.Screen{NewQR(r.deps, sale()), NewWaiting(r.deps, sale(state(core.StateWaitingPayment)))} {
		r.window(k)
		k.Update(sale(state(core.StateWaitingPayment), func(v *journal.View) { v.Live.Unanswered = true }))
		mentions(t, k, "We cannot hear the bank. The customer may have paid.", "14:31")
		if strings.Contains(read(k.Object()), "not paid") {
			t.Error("a silent bank was taken for an answer")
		}
		k.Update(sale(state(core.StateWaitingPayment)))
		mentions(t, k, "not paid yet")
	}
}

func TestKeysOfWaiting(t *testing.T) {
	r := newHarness(t)
	for _, s := range []pay.Screen{NewQR(r.deps, sale()), NewWaiting(r.deps, sale(state(core.StateWaitingPayment))), NewUnknown(r.deps, sale(capped))} {
		r.desk.asked, r.steps.decision = nil, nil
		r.window(s)
		if s.Press(name(fyne.KeyEscape)) {
			t.Error("Esc does something")
		}
		s.Press(name(fyne.KeyF5))
		s.Press(name(fyne.KeyReturn))
		s.Press(name(fyne.KeyF3))
		r.asked("check #12", "check #12", "check #12")
		mentions(t, s, "Believe this screen, not the customer’s phone.")
		s.Press(name(fyne.KeyF7))
		if r.steps.decision == nil {
			t.Error("F7 asks nothing")
		}
		never(t, s)
		s.Hidden()
	}
}

func TestCustomerSaysPaidShowsTheBanksWord(t *testing.T) {
	r := newHarness(t)
	q := NewQR(r.deps, sale())
	r.window(q)
	q.Press(name(fyne.KeyF3))
	mentions(t, q, "The bank says: not paid yet, 14:31:08.")
	q.Update(sale(func(v *journal.View) { v.Live.Checking = true }))
	mentions(t, q, "Asking the bank")
	q.Update(sale(func(v *journal.View) { v.Live.LastWord, v.Live.LastAnswer = "PROCESSING", noon }))
	mentions(t, q, "The bank says: being processed, 14:31:12.")
	q.Update(sale(func(v *journal.View) { v.Live.Unanswered = true }))
	mentions(t, q, "We cannot hear the bank")
}

func TestAWordOfTheBankThatNobodyKnowsIsShownAsItCame(t *testing.T) {
	r := newHarness(t)
	q := NewQR(r.deps, sale(func(v *journal.View) { v.Live.LastWord = "ON_HOLD" }))
	mentions(t, q, "ON_HOLD")
}

func TestSettingAsideNeedsAReason(t *testing.T) {
	r := newHarness(t)
	q := NewQR(r.deps, sale())
	q.Press(name(fyne.KeyF7))
	d := r.steps.decision
	if d == nil {
		t.Fatal("nothing is asked")
	}
	if got := read(d.Content); !strings.Contains(got, "This payment cannot be cancelled.") || !strings.Contains(got, "The customer may still pay 12.500 LYD for #12.") {
		t.Errorf("the decision reads %q", got)
	}
	button := func(label string) *control.Button {
		var found *control.Button
		uitest.Walk(d.Content, func(o fyne.CanvasObject) {
			if b, ok := o.(*control.Button); ok && b.Spec().Label == label {
				found = b
			}
		})
		return found
	}
	if d.First != fyne.Focusable(button("Keep waiting")) {
		t.Error("the focus does not start on Keep waiting")
	}
	button("Set aside").Tapped(nil)
	button("New payment").Tapped(nil)
	r.asked()
	button("Customer left").Tapped(nil)
	button("Paid cash").Tapped(nil)
	if !button("Paid cash").Spec().Chosen || button("Customer left").Spec().Chosen {
		t.Error("not one reason is chosen")
	}
	button("New payment").Tapped(nil) // whoever paid cash owes nothing more
	r.asked()
	button("Wrong amount").Tapped(nil)
	button("New payment").Tapped(nil)
	r.asked("aside #12 wrongAmount")
	r.went("replace #12 wrongAmount")
}

func TestSettingAsideThatFailsOpensNoNewPayment(t *testing.T) {
	r := newHarness(t)
	r.desk.err = errBroken
	s := &setAside{deps: r.deps, view: sale(), reason: journal.AsidePaidCash, close: func() {}}
	s.replace()
	r.went("failed broken")
}

func TestEscKeepsWaiting(t *testing.T) {
	r := newHarness(t)
	r.deps.askAside(sale())
	r.steps.decision.Safe()
	if r.steps.closed != 1 {
		t.Error("the decision stays")
	}
	r.asked()
}

func TestASaleSetAsideSaysThatItIsWatched(t *testing.T) {
	r := newHarness(t)
	v := sale(func(v *journal.View) {
		v.SetAside = &journal.Decision{At: noon, Reason: pay.ReasonWrongAmount}
		v.Live, v.Watch = journal.LiveStatus{}, journal.Watch{Last: noon, Next: noon.Add(30 * time.Minute)}
	})
	s := New(r.deps, KindOf(v, noon), v)
	r.window(s)
	mentions(t, s, "Set aside. The customer may still pay.", "Reason: Wrong amount", "Checked 14:31, next 15:01")
	s.Press(name(fyne.KeyF7))
	if r.steps.decision != nil {
		t.Error("it can be set aside twice")
	}
	pushed(t, s.Object(), "Give to manager")
	pushed(t, s.Object(), "New payment")
	r.asked("manager #12 wrongAmount")
	r.went("replace #12 wrongAmount")
}

// TestNothingAsksAgainOfWhoPaidCashOrLeft: not while the sale is watched, and not
// once the bank has said that it was not paid.
func TestNothingAsksAgainOfWhoPaidCashOrLeft(t *testing.T) {
	for _, c := range []struct {
		reason string
		again  bool
	}{{journal.AsidePaidCash, false}, {pay.ReasonCustomerLeft, false}, {pay.ReasonWrongAmount, true}, {pay.ReasonNoCode, true}} {
		for _, state := range []core.State{core.StateQRGenerated, core.StateFailed, core.StateExpired} {
			r := newHarness(t)
			v := sale(func(v *journal.View) {
				v.SetAside, v.Live = &journal.Decision{At: noon, Reason: c.reason}, journal.LiveStatus{}
				v.Session.State = state
			})
			s := New(r.deps, KindOf(v, noon), v)
			r.window(s)
			got := strings.Contains(read(s.Object()), "New payment") || strings.Contains(read(s.Object()), "Try again")
			if got != c.again {
				t.Errorf("%s, %s: another payment is offered: %v, it reads %q", c.reason, state, got, read(s.Object()))
			}
			if w, waits := s.(*Waiting); waits {
				w.another()
				if (len(r.steps.went) > 0) != c.again {
					t.Errorf("%s: went %v", c.reason, r.steps.went)
				}
			}
		}
	}
}

func TestOpeningWaitsWithoutAnyButton(t *testing.T) {
	r := newHarness(t)
	v := sale(func(v *journal.View) {
		v.Step, v.Session, v.Live = journal.StepIntent, core.PaymentSession{}, journal.LiveStatus{}
	})
	s := New(r.deps, KindOf(v, noon), v)
	r.window(s)
	mentions(t, s, "Opening the payment…")
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyF5, fyne.KeyF7, fyne.KeyEscape} {
		s.Press(name(k))
	}
	s.(*Opening).wait.Tapped(nil)
	r.asked()
	v.Session.PaymentID = "p12"
	s.Update(v)
	mentions(t, s, "Getting the QR code…")
}

func TestAPaymentWithoutItsQROffersItAgain(t *testing.T) {
	r := newHarness(t)
	v := sale(func(v *journal.View) {
		v.Step, v.Live = journal.StepCreated, journal.LiveStatus{}
		v.Refusal = &journal.Refusal{Operation: core.OpGenerateQR, Code: journal.RefusalNoAnswer}
	})
	s := New(r.deps, KindOf(v, noon), v)
	r.window(s)
	mentions(t, s, "The bank did not answer. No QR was shown. Try again.")
	s.Press(name(fyne.KeyReturn))
	r.asked("offer #12")
	v.Live.Busy = core.OpGenerateQR
	s.Update(v)
	s.Press(name(fyne.KeyReturn))
	r.asked("offer #12")
	s.Press(name(fyne.KeyF7))
	if r.steps.decision == nil {
		t.Error("it cannot be set aside")
	}
}

func TestUnknownTellsWhatIsKnown(t *testing.T) {
	r := newHarness(t)
	u := NewUnknown(r.deps, sale(state(core.StateWaitingPayment), capped))
	r.window(u)
	mentions(t, u, "We do not know yet", "Do not hand over goods.", "Do not charge again.", "14:26 QR shown",
		"Last answer: being processed", "Asked 37 times. Next try 14:37", "Still nothing: give it to the manager")
	never(t, u)
	u.manage.Tapped(nil)
	r.asked("manager #12 undecided")
	u.Update(sale(capped, func(v *journal.View) { v.Session.Conflict = "amount" }))
	mentions(t, u, "does not fit this payment")
}

func TestAmountsKeepTheirPlaceInArabic(t *testing.T) {
	r := newHarness(t)
	r.deps.Words = words.MustLoad(words.Arabic)
	r.apply(theme.Look{RTL: true})
	r.deps.askAside(sale())
	w := test.NewTempWindow(t, r.steps.decision.Content)
	w.Resize(fyne.NewSize(800, 500))
	at := map[string]float32{}
	uitest.Walk(r.steps.decision.Content, func(o fyne.CanvasObject) {
		if x, ok := o.(*canvas.Text); ok {
			at[strings.Trim(x.Text, "\u200f ")] = x.Position().X
		}
	})
	if !(0 < at["#12"] && at["#12"] < at["عن"] && at["عن"] < at["د.ل"] && at["د.ل"] < at["12.500"]) {
		t.Errorf("from left to right stand #12 at %v, the word before it at %v, the currency at %v, the number at %v",
			at["#12"], at["عن"], at["د.ل"], at["12.500"])
	}
}
