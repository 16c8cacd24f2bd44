package qr

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/harness"
)

func TestQRTellsHowFarItIs(t *testing.T) {
	r := newFixture(t)
	q := New(r.Env, r.deps, harness.Sale())
	r.Window(q)
	harness.Mentions(t, q, "#12", "12 .500", "Last answer 14:31:08: not paid yet.", "until 14:33.")
	harness.Never(t, q)
	if got := q.info.ring.Share(); got < .62 || got > .63 {
		t.Errorf("the ring shows %v of the time, not that of the last answer", got)
	}
	r.Pass(30 * time.Second)
	q.Update(q.View)
	if got := q.info.ring.Share(); got < .71 || got > .73 {
		t.Errorf("after 30 s without an answer the ring shows %v", got)
	}
	if len(r.Later) != 0 {
		t.Errorf("%d timers beside the window's clock", len(r.Later))
	}
}

// TestAnAnswerThatSaysTheSameWaitsAMoment: a wait is not painted again for each of
// them, but at once for another word, and for what a person asked for.
func TestAnAnswerThatSaysTheSameWaitsAMoment(t *testing.T) {
	r := newFixture(t)
	q := New(r.Env, r.deps, harness.Sale())
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

func TestCustomerSaysPaidShowsTheBanksWord(t *testing.T) {
	r := newFixture(t)
	q := New(r.Env, r.deps, harness.Sale())
	r.Window(q)
	q.Press(harness.Name(fyne.KeyF3))
	harness.Mentions(t, q, "The bank says: not paid yet, 14:31:08.")
	q.Update(harness.Sale(func(v *journal.View) { v.Live.Checking = true }))
	harness.Mentions(t, q, "Asking the bank")
	q.Update(harness.Sale(func(v *journal.View) { v.Live.LastWord, v.Live.LastAnswer = "PROCESSING", harness.Noon }))
	harness.Mentions(t, q, "The bank says: being processed, 14:31:12.")
	q.Update(harness.Sale(func(v *journal.View) { v.Live.Unanswered = true }))
	harness.Mentions(t, q, "The bank does not answer")
}

func TestAWordOfTheBankThatNobodyKnowsIsShownAsItCame(t *testing.T) {
	r := newFixture(t)
	q := New(r.Env, r.deps, harness.Sale(func(v *journal.View) { v.Live.LastWord = "ON_HOLD" }))
	harness.Mentions(t, q, "ON_HOLD")
}

func TestOpeningWaitsWithoutAnyButton(t *testing.T) {
	r := newFixture(t)
	v := harness.Sale(func(v *journal.View) {
		v.Step, v.Session, v.Live = journal.StepIntent, core.PaymentSession{}, journal.LiveStatus{}
	})
	s := NewOpening(r.Env, v)
	r.Window(s)
	harness.Mentions(t, s, "Opening the payment…")
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyF5, fyne.KeyF7, fyne.KeyEscape} {
		s.Press(harness.Name(k))
	}
	s.wait.Tapped(nil)
	r.Asked()
	v.Session.PaymentID = "p12"
	s.Update(v)
	harness.Mentions(t, s, "Getting the QR code…")
}

// TestAPaymentThatIsOpenedTurns, and not behind another screen.
func TestAPaymentThatIsOpenedTurns(t *testing.T) {
	r := newFixture(t)
	theme.Use(theme.Look{})
	o := NewOpening(r.Env, harness.Sale())
	r.Window(o)
	if !o.ring.Turning() {
		t.Error("a payment is opened, and nothing moves")
	}
	if o.Hidden(); o.ring.Turning() {
		t.Error("it turns behind another screen")
	}
}
