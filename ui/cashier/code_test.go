package cashier

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
)

// coded is #12 with a code on the customer's phone.
func coded(v *journal.View) {
	v.Step, v.Route, v.Institution = journal.StepSession, core.RouteAccount, "First Practice Bank"
	v.Session = core.PaymentSession{PaymentID: "p12", State: core.StateOTPRequired, Route: core.RouteAccount, Rail: core.RailBank,
		MaskedAccount: "•••• 4417", MaskedCustomer: "A••• B•••", InstitutionCode: "FPB", DPHReference: "d1", UpdatedAt: noon.Add(-6 * time.Second)}
	v.History = []journal.HistoryEvent{{At: noon.Add(-6 * time.Second), Code: journal.HistoryCodeSent}}
	v.Live = journal.LiveStatus{}
}

func submitting(v *journal.View) { v.Step, v.Live.Busy = journal.StepOTPIntent, core.OpSubmitOTP }

func newCode(r *harness, change ...func(*journal.View)) *Code {
	c := NewCode(r.deps, sale(append([]func(*journal.View){coded}, change...)...))
	r.window(c)
	return c
}

// slotsShow is what stands in the slots.
func slotsShow(c *Code) string { return strings.ReplaceAll(read(c.slots), " ", "") }

func TestTheCodeSendsItselfASecondAfterItsLastDigit(t *testing.T) {
	r := newHarness(t)
	c := newCode(r)
	mentions(t, c, "Code sent. Ask the customer.", "Account of A••• B•••, right?", "First Practice Bank", "4417", "6 more digits", "Send again in 0:24")
	keysIn(c, "12٣۴5")
	mentions(t, c, "1 more digit, then it sends itself")
	r.pass(time.Second)
	r.asked()
	keysIn(c, "6")
	keysIn(c, "7") // a seventh changes nothing
	mentions(t, c, "Sending. Backspace stops it.")
	r.asked()
	r.pass(time.Second)
	r.asked("code #12 123456 false")
	if got := slotsShow(c); got != "••••••" {
		t.Errorf("the slots still show %q", got)
	}
	c.Update(sale(coded, submitting))
	for range 3 {
		r.pass(time.Second)
		c.Press(name(fyne.KeyReturn))
		keysIn(c, "123456")
	}
	r.asked("code #12 123456 false")
}

func TestEnterSendsAtOnceAndOnce(t *testing.T) {
	r := newHarness(t)
	c := newCode(r)
	c.Press(name(fyne.KeyReturn))
	keysIn(c, "123456")
	c.Press(name(fyne.KeyReturn))
	c.Update(sale(coded, submitting))
	r.pass(time.Second)
	c.primary.Tapped(nil)
	r.asked("code #12 123456 false")
	mentions(t, c, "Sent. Waiting for the bank.")
}

func TestTypingStopsTheSending(t *testing.T) {
	for what, press := range map[string]screen.KeyPress{"Backspace": name(fyne.KeyBackspace), "Delete": name(fyne.KeyDelete)} {
		r := newHarness(t)
		c := newCode(r)
		keysIn(c, "123456")
		c.Press(press)
		r.pass(time.Second)
		r.pass(time.Second)
		r.asked()
		if strings.Contains(read(c.root), "Sending.") {
			t.Errorf("%s: still sending", what)
		}
	}
	for what, press := range map[string]func(*Code){
		"another digit": func(c *Code) { c.Press(name(fyne.KeyBackspace)); keysIn(c, "9") },
		"another code":  func(c *Code) { c.Paste("123459") },
	} {
		r := newHarness(t)
		c := newCode(r)
		keysIn(c, "123456")
		first := len(r.later)
		press(c)
		for _, f := range r.later[:first] { // the second of the code before is over
			f()
		}
		if len(r.desk.asked) != 0 {
			t.Errorf("%s: sent before its own second was over", what)
		}
		r.pass(time.Second)
		r.asked("code #12 123459 false")
	}
}

func TestLeavingForgetsTheCode(t *testing.T) {
	r := newHarness(t)
	r.deps.Phone = phoneWith("481230")
	c := newCode(r)
	mentions(t, c, "Practice: the code is on the practice phone.")
	if got := read(c.root); strings.Contains(got, "481") || strings.Contains(got, "230") {
		t.Errorf("the cashier's screen shows the customer's code: %q", got)
	}
	keysIn(c, "987654")
	c.Hidden()
	r.pass(time.Second)
	r.asked()
	if got := read(c.root); strings.Contains(slotsShow(c), "9") || strings.Contains(got, "481") {
		t.Errorf("left behind: %q", got)
	}
	for _, b := range c.digits[:cap(c.digits)] {
		if b != 0 {
			t.Errorf("digits in memory: %v", c.digits[:cap(c.digits)])
		}
	}
}

func TestPastingACode(t *testing.T) {
	for text, want := range map[string]string{"123-456": "123456", " 123 456\n": "123456", "١٢٣٤٥٦": "123456", "12345": "", "1234567": "", "": "", "abc": ""} {
		r := newHarness(t)
		c := newCode(r)
		keysIn(c, "99")
		c.Paste(text)
		if want == "" {
			want = "99"
		}
		if got := string(c.digits); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestABarcodeIsNoCode(t *testing.T) {
	r := newHarness(t)
	c := newCode(r)
	keysIn(c, "6291041500213")
	c.Press(screen.KeyPress{Scan: "6291041500213", Taken: 13})
	r.pass(time.Second)
	r.asked()
	keysIn(c, "123456")
	c.Press(screen.KeyPress{Scan: "123456", Taken: 6}) // faster than the machine
	r.pass(time.Second)
	r.asked("code #12 123456 false")
}

func TestEachRefusalOfACodeHasItsSentence(t *testing.T) {
	for code, want := range map[string]string{
		"WRONG_OTP":           "Wrong code. Ask the customer to read it again.",
		"OTP_EXPIRED":         "The code is too old. Send a new one.",
		"OTP_LOCKED":          "Too many wrong codes. Send a new one, or take another way to pay.",
		"INSUFFICIENT_FUNDS":  "Not enough money in the account.",
		"LIMIT_EXCEEDED":      "Over the customer’s daily limit.",
		"ACCOUNT_BLOCKED":     "The account is blocked.",
		"ACCOUNT_CLOSED":      "The account is closed. Use another one.",
		"INVALID_ACCOUNT":     "The bank does not know this account.",
		"PAYMENT_FAILED":      "The bank says that this payment has ended, and knows of no money.",
		"PAYMENT_IN_PROGRESS": "The bank says that it is processing this payment, but knows of no money yet.",
		"STRANGE_CODE":        "The bank did not take the code (STRANGE_CODE).",
		"NOT_SENT":            "The code was not sent. Safe to type it again.",
		"LEG_UNANSWERED":      "the code was not sent",
		"STORE":               "could not record this",
	} {
		t.Run(code, func(t *testing.T) {
			r := newHarness(t)
			s := newCode(r)
			keysIn(s, "123456")
			s.Press(name(fyne.KeyReturn))
			s.Update(sale(coded, submitting))
			s.Update(sale(coded, refusedBy(core.OpSubmitOTP, code, noon)))
			if got := s.wrong.Text(); !strings.Contains(got, want) {
				t.Errorf("says %q, want %q", got, want)
			}
			if slotsShow(s) != "" {
				t.Errorf("the refused code still shows: %q", slotsShow(s))
			}
			s.Update(sale(coded, refusedBy(core.OpSubmitOTP, code, noon)))
			r.asked("code #12 123456 false") // what a refusal calls for is the till's to know
			if s.resend.Disabled() == (code == "OTP_EXPIRED" || code == "OTP_LOCKED") {
				t.Errorf("sending again is off: %v", s.resend.Disabled())
			}
			keysIn(s, "6")
			if s.wrong.Text() != "" {
				t.Error("the sentence stays while the next code is typed")
			}
		})
	}
}

// TestACodeWaitsForABusyTill: the till still asks what the code before has come
// to; what was typed meanwhile is not typed again, and a till that stays busy
// says so in the end.
func TestACodeWaitsForABusyTill(t *testing.T) {
	r := newHarness(t)
	c := newCode(r)
	r.desk.err = &journal.Error{Code: journal.CodeBusy}
	keysIn(c, "123456")
	c.Press(name(fyne.KeyReturn))
	r.pass(pay.BusyAgain)
	c.Press(name(fyne.KeyReturn))
	mentions(t, c, "Sent. Waiting for the bank.")
	r.desk.err = nil
	r.pass(pay.BusyAgain)
	r.pass(time.Second)
	r.asked("code #12 123456 false", "code #12 123456 false", "code #12 123456 false")
	r.went()

	c = newCode(r)
	r.desk.asked, r.desk.err = nil, &journal.Error{Code: journal.CodeBusy}
	keysIn(c, "654321")
	c.Press(name(fyne.KeyReturn))
	r.pass(pay.BusyTime)
	r.went("failed till: busy")
	if c.busy() {
		t.Error("the pad stays locked")
	}
}

func TestAnotherCodeAfterThirtySeconds(t *testing.T) {
	r := newHarness(t)
	c := newCode(r)
	c.resend.Tapped(nil)
	r.asked()
	r.pass(23 * time.Second)
	c.Update(c.view)
	mentions(t, c, "Send again in 0:01")
	r.pass(time.Second)
	c.Update(c.view)
	if strings.Contains(read(c.root), "Send again in") {
		t.Error("the count of the seconds stays")
	}
	keysIn(c, "12")
	c.resend.Tapped(nil)
	c.resend.Tapped(nil)
	r.asked("again #12")
	c.Update(sale(coded, validating))
	keysIn(c, "34")
	c.Press(name(fyne.KeyEscape))
	r.went()
	c.Update(sale(coded, func(v *journal.View) { v.Session.UpdatedAt = r.now }))
	mentions(t, c, "Send again in 0:30", "6 more digits")
}

func TestCorrectingLeadsToTheFormOfItsRoute(t *testing.T) {
	r := newHarness(t)
	newCode(r).Press(name(fyne.KeyEscape))
	newCode(r, func(v *journal.View) { v.Session.Route = core.RouteWallet }).who.change.Tapped(nil)
	r.went("show #12 account", "show #12 wallet")
}

func TestACodeThatDidNotComeIsAReasonToSetAside(t *testing.T) {
	r := newHarness(t)
	c := newCode(r)
	keysIn(c, "123456")
	c.Press(name(fyne.KeyF7))
	r.pass(time.Second) // the code does not go out behind the decision
	r.asked()
	if r.steps.decision == nil {
		t.Fatal("no decision")
	}
	aside := false
	uitest.Walk(r.steps.decision.Content, func(o fyne.CanvasObject) {
		if b, ok := o.(*control.Button); ok && b.Spec().Chosen {
			aside = b.Spec().Label == "Code did not come"
		}
	})
	if !aside {
		t.Error("the reason is not picked already")
	}
}

func TestTheCodeRemembersTheBank(t *testing.T) {
	r := newHarness(t)
	newCode(r)
	if got := r.deps.Preferences.Get().Institutions.Last(core.RouteAccount); got != "FPB" {
		t.Errorf("last used is %q", got)
	}
}

func TestNoCodeIsPrinted(t *testing.T) {
	r := newHarness(t)
	c := newCode(r)
	keysIn(c, "918273")
	c.Press(name(fyne.KeyReturn))
	if s := fmt.Sprintf("%v %+v %#v", c.view, c.send, c.deps.Forms); strings.Contains(s, "918273") {
		t.Errorf("printed: %s", s)
	}
}

// phoneWith is a customer's phone with a code on it.
type phoneWith string

func (p phoneWith) Payment(string) (PhonePayment, bool) {
	return PhonePayment{State: PhoneWaiting, Amount: lyd(12500), Code: core.NewSecret(string(p))}, true
}
func (phoneWith) Approve(string) error      { return nil }
func (phoneWith) Decline(string) error      { return nil }
func (phoneWith) Expire(string) error       { return nil }
func (phoneWith) Behaviour() Behaviour      { return BankAnswers }
func (phoneWith) Drills() []Drill           { return nil }
func (phoneWith) Drill(string, Drill) error { return nil }
func (phoneWith) SetBehaviour(Behaviour)    {}
func (phoneWith) Watch(func()) func()       { return func() {} }

func TestThePracticePhoneShowsTheCode(t *testing.T) {
	r := newHarness(t)
	p := NewPhone(r.deps.Env, phoneWith("481230"), func() {})
	p.SetOrder("o12", false)
	if got := read(p.Object()); !strings.Contains(got, "Your code 481230") || strings.Contains(got, "Approve") {
		t.Errorf("the phone shows %q", got)
	}
}

// TestAWalletIsCalledOne where the customer is asked whose it is.
func TestAWalletIsCalledOne(t *testing.T) {
	for name, want := range map[string]string{"A••• B•••": "Wallet of A••• B•••, right?", "": "Is this the right wallet?"} {
		r := newHarness(t)
		c := NewCode(r.deps, sale(coded, func(v *journal.View) { v.Session.Route, v.Session.MaskedCustomer = core.RouteWallet, name }))
		r.window(c)
		mentions(t, c, want)
		if got := read(c.Object()); strings.Contains(strings.ToLower(got), "account") {
			t.Errorf("a wallet's customer reads of an account: %q", got)
		}
	}
}
