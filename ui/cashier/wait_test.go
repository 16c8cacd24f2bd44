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
	"sanduq/ui/uitest/harness"
	"sanduq/ui/words"
)

func TestQRTellsHowFarItIs(t *testing.T) {
	r := newFixture(t)
	q := NewQR(r.all(), harness.Sale())
	r.Window(q)
	harness.Mentions(t, q, "#12", "TILL-261120-012", "12 .500", "Last answer 14:31:08: not paid yet.", "until 14:33.")
	harness.Never(t, q)
	if got := q.info.ring.Share(); got < .62 || got > .63 {
		t.Errorf("the ring shows %v of the time, not that of the last answer", got)
	}
	r.Pass(30 * time.Second)
	q.Update(q.view)
	if got := q.info.ring.Share(); got < .71 || got > .73 {
		t.Errorf("after 30 s without an answer the ring shows %v", got)
	}
	if len(r.Later) != 0 {
		t.Errorf("%d timers beside the window's clock", len(r.Later))
	}
}

// TestAnAnswerThatSaysTheSameWaitsAMoment: a wait is not painted anew for each of
// them, but at once for another word, and for what a person asked for.
func TestAnAnswerThatSaysTheSameWaitsAMoment(t *testing.T) {
	r := newFixture(t)
	q := NewQR(r.all(), harness.Sale())
	r.Window(q)
	first := harness.Sale()
	harness.Mentions(t, q, "Last answer 14:31:08: not paid yet.")
	after := func(d time.Duration, change ...func(*journal.View)) {
		r.Now = first.Live.LastAnswer.Add(d)
		q.Update(harness.Sale(append([]func(*journal.View){func(v *journal.View) { v.Live.LastAnswer = r.Now }}, change...)...))
	}
	ring := q.info.ring.Share()
	after(3 * time.Second)
	harness.Mentions(t, q, "Last answer 14:31:08: not paid yet.")
	if q.info.ring.Share() != ring {
		t.Error("the ring moved, and the window was painted, for an answer that is not shown")
	}
	after(6 * time.Second)
	harness.Mentions(t, q, "Last answer 14:31:14: not paid yet.")
	if q.info.ring.Share() == ring {
		t.Error("the ring stands still")
	}
	after(9*time.Second, func(v *journal.View) { v.Live.LastWord = "PROCESSING" })
	harness.Mentions(t, q, "Last answer 14:31:17:")
	r.Now = r.Now.Add(time.Second)
	q.Press(harness.Name(fyne.KeyF5))
	after(11*time.Second, func(v *journal.View) { v.Live.LastWord = "PROCESSING" })
	harness.Mentions(t, q, "Last answer 14:31:19:")
	after(12*time.Second, func(v *journal.View) { v.Live.LastWord = "PROCESSING" })
	harness.Mentions(t, q, "Last answer 14:31:19:")
}

func TestSilenceIsNeverNotPaid(t *testing.T) {
	r := newFixture(t)
	for _, k := range []pay.Screen{NewQR(r.all(), harness.Sale()), NewWaiting(r.all(), harness.Sale(harness.State(core.StateWaitingPayment)))} {
		r.Window(k)
		k.Update(harness.Sale(harness.State(core.StateWaitingPayment), func(v *journal.View) { v.Live.Unanswered = true }))
		harness.Mentions(t, k, "We cannot hear the bank. The customer may have paid.", "14:31")
		if strings.Contains(uitest.Words(k.Object()), "not paid") {
			t.Error("a silent bank was taken for an answer")
		}
		k.Update(harness.Sale(harness.State(core.StateWaitingPayment)))
		harness.Mentions(t, k, "not paid yet")
	}
}

func TestKeysOfWaiting(t *testing.T) {
	r := newFixture(t)
	for _, s := range []pay.Screen{NewQR(r.all(), harness.Sale()), NewWaiting(r.all(), harness.Sale(harness.State(core.StateWaitingPayment))), NewUnknown(r.all(), harness.Sale(harness.Capped))} {
		r.Till.Asked, r.Shell.Decision = nil, nil
		r.Window(s)
		if s.Press(harness.Name(fyne.KeyEscape)) {
			t.Error("Esc does something")
		}
		s.Press(harness.Name(fyne.KeyF5))
		s.Press(harness.Name(fyne.KeyReturn))
		s.Press(harness.Name(fyne.KeyF3))
		r.Asked("check #12", "check #12", "check #12")
		harness.Mentions(t, s, "Believe this screen, not the customer’s phone.")
		s.Press(harness.Name(fyne.KeyF7))
		if r.Shell.Decision == nil {
			t.Error("F7 asks nothing")
		}
		harness.Never(t, s)
		s.Hidden()
	}
}

func TestCustomerSaysPaidShowsTheBanksWord(t *testing.T) {
	r := newFixture(t)
	q := NewQR(r.all(), harness.Sale())
	r.Window(q)
	q.Press(harness.Name(fyne.KeyF3))
	harness.Mentions(t, q, "The bank says: not paid yet, 14:31:08.")
	q.Update(harness.Sale(func(v *journal.View) { v.Live.Checking = true }))
	harness.Mentions(t, q, "Asking the bank")
	q.Update(harness.Sale(func(v *journal.View) { v.Live.LastWord, v.Live.LastAnswer = "PROCESSING", harness.Noon }))
	harness.Mentions(t, q, "The bank says: being processed, 14:31:12.")
	q.Update(harness.Sale(func(v *journal.View) { v.Live.Unanswered = true }))
	harness.Mentions(t, q, "We cannot hear the bank")
}

func TestAWordOfTheBankThatNobodyKnowsIsShownAsItCame(t *testing.T) {
	r := newFixture(t)
	q := NewQR(r.all(), harness.Sale(func(v *journal.View) { v.Live.LastWord = "ON_HOLD" }))
	harness.Mentions(t, q, "ON_HOLD")
}

func TestSettingAsideNeedsAReason(t *testing.T) {
	r := newFixture(t)
	q := NewQR(r.all(), harness.Sale())
	q.Press(harness.Name(fyne.KeyF7))
	d := r.Shell.Decision
	if d == nil {
		t.Fatal("nothing is asked")
	}
	if got := uitest.Words(d.Content); !strings.Contains(got, "This payment cannot be cancelled.") || !strings.Contains(got, "The customer may still pay 12.500 LYD for #12.") {
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
	r.Asked()
	button("Customer left").Tapped(nil)
	button("Paid cash").Tapped(nil)
	if !button("Paid cash").Spec().Chosen || button("Customer left").Spec().Chosen {
		t.Error("not one reason is chosen")
	}
	button("New payment").Tapped(nil) // whoever paid cash owes nothing more
	r.Asked()
	button("Wrong amount").Tapped(nil)
	button("New payment").Tapped(nil)
	r.Asked("aside #12 wrongAmount")
	r.Went("replace #12 wrongAmount")
}

func TestSettingAsideThatFailsOpensNoNewPayment(t *testing.T) {
	r := newFixture(t)
	r.Till.Err = harness.ErrBroken
	s := &setAside{deps: r.all(), view: harness.Sale(), reason: journal.AsidePaidCash, close: func() {}}
	s.replace()
	r.Went("failed broken")
}

func TestEscKeepsWaiting(t *testing.T) {
	r := newFixture(t)
	r.all().askAside(harness.Sale())
	r.Shell.Decision.Safe()
	if r.Shell.Closed != 1 {
		t.Error("the decision stays")
	}
	r.Asked()
}

func TestASaleSetAsideSaysThatItIsWatched(t *testing.T) {
	r := newFixture(t)
	v := harness.Sale(func(v *journal.View) {
		v.SetAside = &journal.Decision{At: harness.Noon, Reason: pay.ReasonWrongAmount}
		v.Live, v.Watch = journal.LiveStatus{}, journal.Watch{Last: harness.Noon, Next: harness.Noon.Add(30 * time.Minute)}
	})
	s := New(r.all(), KindOf(v, harness.Noon), v)
	r.Window(s)
	harness.Mentions(t, s, "Set aside. The customer may still pay.", "Reason: Wrong amount", "Checked 14:31, next 15:01")
	s.Press(harness.Name(fyne.KeyF7))
	if r.Shell.Decision != nil {
		t.Error("it can be set aside twice")
	}
	harness.Pushed(t, s.Object(), "Give to manager")
	harness.Pushed(t, s.Object(), "New payment")
	r.Asked("manager #12 wrongAmount")
	r.Went("replace #12 wrongAmount")
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
			s := New(r.all(), KindOf(v, harness.Noon), v)
			r.Window(s)
			got := strings.Contains(uitest.Words(s.Object()), "New payment") || strings.Contains(uitest.Words(s.Object()), "Try again")
			if got != c.again {
				t.Errorf("%s, %s: another payment is offered: %v, it reads %q", c.reason, state, got, uitest.Words(s.Object()))
			}
			if w, waits := s.(*Waiting); waits {
				w.another()
				if (len(r.Shell.Went) > 0) != c.again {
					t.Errorf("%s: went %v", c.reason, r.Shell.Went)
				}
			}
		}
	}
}

func TestOpeningWaitsWithoutAnyButton(t *testing.T) {
	r := newFixture(t)
	v := harness.Sale(func(v *journal.View) {
		v.Step, v.Session, v.Live = journal.StepIntent, core.PaymentSession{}, journal.LiveStatus{}
	})
	s := New(r.all(), KindOf(v, harness.Noon), v)
	r.Window(s)
	harness.Mentions(t, s, "Opening the payment…")
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyF5, fyne.KeyF7, fyne.KeyEscape} {
		s.Press(harness.Name(k))
	}
	s.(*Opening).wait.Tapped(nil)
	r.Asked()
	v.Session.PaymentID = "p12"
	s.Update(v)
	harness.Mentions(t, s, "Getting the QR code…")
}

func TestAPaymentWithoutItsQROffersItAgain(t *testing.T) {
	r := newFixture(t)
	v := harness.Sale(func(v *journal.View) {
		v.Step, v.Live = journal.StepCreated, journal.LiveStatus{}
		v.Refusal = &journal.Refusal{Operation: core.OpGenerateQR, Code: journal.RefusalNoAnswer}
	})
	s := New(r.all(), KindOf(v, harness.Noon), v)
	r.Window(s)
	harness.Mentions(t, s, "The bank did not answer. No QR was shown. Try again.")
	s.Press(harness.Name(fyne.KeyReturn))
	r.Asked("offer #12")
	v.Live.Busy = core.OpGenerateQR
	s.Update(v)
	s.Press(harness.Name(fyne.KeyReturn))
	r.Asked("offer #12")
	s.Press(harness.Name(fyne.KeyF7))
	if r.Shell.Decision == nil {
		t.Error("it cannot be set aside")
	}
}

func TestUnknownTellsWhatIsKnown(t *testing.T) {
	r := newFixture(t)
	u := NewUnknown(r.all(), harness.Sale(harness.State(core.StateWaitingPayment), harness.Capped))
	r.Window(u)
	harness.Mentions(t, u, "We do not know yet", "Do not hand over goods.", "Do not charge again.", "14:26 QR shown",
		"Last answer: being processed", "Asked 37 times. Next try 14:37", "Still nothing: give it to the manager")
	harness.Never(t, u)
	u.manage.Tapped(nil)
	r.Asked("manager #12 undecided")
	u.Update(harness.Sale(harness.Capped, func(v *journal.View) { v.Session.Conflict = "amount" }))
	harness.Mentions(t, u, "does not fit this payment")
}

func TestAmountsKeepTheirPlaceInArabic(t *testing.T) {
	r := newFixture(t)
	r.Env.Words = words.MustLoad(words.Arabic)
	r.Apply(theme.Look{RTL: true})
	r.all().askAside(harness.Sale())
	w := test.NewTempWindow(t, r.Shell.Decision.Content)
	w.Resize(fyne.NewSize(800, 500))
	at := map[string]float32{}
	uitest.Walk(r.Shell.Decision.Content, func(o fyne.CanvasObject) {
		if x, ok := o.(*canvas.Text); ok {
			at[strings.Trim(x.Text, "\u200f ")] = x.Position().X
		}
	})
	if !(0 < at["#12"] && at["#12"] < at["عن"] && at["عن"] < at["د.ل"] && at["د.ل"] < at["12.500"]) {
		t.Errorf("from left to right stand #12 at %v, the word before it at %v, the currency at %v, the number at %v",
			at["#12"], at["عن"], at["د.ل"], at["12.500"])
	}
}
