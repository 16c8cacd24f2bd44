package code

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
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/words"
)

func newCode(r *fixture, change ...func(*journal.View)) *Code {
	c := New(r.Env, r.deps, harness.Sale(append([]func(*journal.View){harness.Coded}, change...)...))
	r.Window(c)
	return c
}

// slotsShow is what stands in the slots.
func slotsShow(c *Code) string { return strings.ReplaceAll(uitest.Words(c.slots), " ", "") }

func TestTheCodeSendsItselfASecondAfterItsLastDigit(t *testing.T) {
	r := newFixture(t)
	c := newCode(r)
	harness.Mentions(t, c, "Code sent. Ask the customer.", "Account of A••• B•••, right?", "First Practice Bank", "4417", "6 more digits", "Send again in 0:24")
	harness.Keys(c, "12٣۴5")
	harness.Mentions(t, c, "1 more digit, then it is sent")
	r.Pass(time.Second)
	r.Asked()
	harness.Keys(c, "6")
	harness.Keys(c, "7") // a seventh changes nothing
	harness.Mentions(t, c, "Sending. Backspace stops it.")
	r.Asked()
	r.Pass(time.Second)
	r.Asked("code #12 123456 false")
	if got := slotsShow(c); got != "••••••" {
		t.Errorf("the slots still show %q", got)
	}
	c.Update(harness.Sale(harness.Coded, harness.Submitting))
	for range 3 {
		r.Pass(time.Second)
		c.Press(harness.Name(fyne.KeyReturn))
		harness.Keys(c, "123456")
	}
	r.Asked("code #12 123456 false")
}

func TestEnterSendsAtOnceAndOnce(t *testing.T) {
	r := newFixture(t)
	c := newCode(r)
	c.Press(harness.Name(fyne.KeyReturn))
	harness.Keys(c, "123456")
	c.Press(harness.Name(fyne.KeyReturn))
	c.Update(harness.Sale(harness.Coded, harness.Submitting))
	r.Pass(time.Second)
	c.primary.Tapped(nil)
	r.Asked("code #12 123456 false")
	harness.Mentions(t, c, "Sent. Waiting for the bank.")
}

func TestTypingStopsTheSending(t *testing.T) {
	for what, press := range map[string]screen.KeyPress{"Backspace": harness.Name(fyne.KeyBackspace), "Delete": harness.Name(fyne.KeyDelete)} {
		r := newFixture(t)
		c := newCode(r)
		harness.Keys(c, "123456")
		c.Press(press)
		r.Pass(time.Second)
		r.Pass(time.Second)
		r.Asked()
		if strings.Contains(uitest.Words(c.Root), "Sending.") {
			t.Errorf("%s: still sending", what)
		}
	}
	for what, press := range map[string]func(*Code){
		"another digit": func(c *Code) { c.Press(harness.Name(fyne.KeyBackspace)); harness.Keys(c, "9") },
		"another code":  func(c *Code) { c.Paste("123459") },
	} {
		r := newFixture(t)
		c := newCode(r)
		harness.Keys(c, "123456")
		first := len(r.Later)
		press(c)
		for _, f := range r.Later[:first] { // the second of the code before is over
			f()
		}
		if len(r.Till.Asked) != 0 {
			t.Errorf("%s: sent before its own second was over", what)
		}
		r.Pass(time.Second)
		r.Asked("code #12 123459 false")
	}
}

func TestLeavingForgetsTheCode(t *testing.T) {
	r := newFixture(t)
	r.deps.OnPhone = func(string) bool { return true }
	c := newCode(r)
	harness.Mentions(t, c, "Practice: the code is on the practice phone.")
	if got := uitest.Words(c.Root); strings.Contains(got, "481") || strings.Contains(got, "230") {
		t.Errorf("the cashier's screen shows the customer's code: %q", got)
	}
	harness.Keys(c, "987654")
	c.Hidden()
	r.Pass(time.Second)
	r.Asked()
	if got := uitest.Words(c.Root); strings.Contains(slotsShow(c), "9") || strings.Contains(got, "481") {
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
		r := newFixture(t)
		c := newCode(r)
		harness.Keys(c, "99")
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
	r := newFixture(t)
	c := newCode(r)
	harness.Keys(c, "6291041500213")
	c.Press(screen.KeyPress{Scan: "6291041500213", Taken: 13})
	r.Pass(time.Second)
	r.Asked()
	harness.Keys(c, "123456")
	c.Press(screen.KeyPress{Scan: "123456", Taken: 6}) // faster than the machine
	r.Pass(time.Second)
	r.Asked("code #12 123456 false")
}

func TestEachRefusalOfACodeHasItsSentence(t *testing.T) {
	for code, want := range map[string]string{
		"WRONG_OTP":           "Wrong code. Ask the customer to read it again.",
		"OTP_EXPIRED":         "The code is too old. Send a new one.",
		"OTP_LOCKED":          "Too many wrong codes. Send a new one, or choose another way to pay.",
		"INSUFFICIENT_FUNDS":  "Not enough money in the account.",
		"LIMIT_EXCEEDED":      "Over the customer’s daily limit.",
		"ACCOUNT_BLOCKED":     "The account is blocked.",
		"ACCOUNT_CLOSED":      "The account is closed. Use another one.",
		"INVALID_ACCOUNT":     "The bank does not know this account.",
		"PAYMENT_FAILED":      "The bank says that this payment has ended, and reports no money.",
		"PAYMENT_IN_PROGRESS": "The bank says that it is processing this payment, but reports no money yet.",
		"STRANGE_CODE":        "The bank did not accept the code (STRANGE_CODE).",
		"NOT_SENT":            "The code was not sent. Safe to type it again.",
		"LEG_UNANSWERED":      "the code was not sent",
		"STORE":               "could not record this",
	} {
		t.Run(code, func(t *testing.T) {
			r := newFixture(t)
			s := newCode(r)
			harness.Keys(s, "123456")
			s.Press(harness.Name(fyne.KeyReturn))
			s.Update(harness.Sale(harness.Coded, harness.Submitting))
			s.Update(harness.Sale(harness.Coded, harness.RefusedBy(core.OpSubmitOTP, code, harness.Noon)))
			if got := s.wrong.Text(); !strings.Contains(got, want) {
				t.Errorf("says %q, want %q", got, want)
			}
			if slotsShow(s) != "" {
				t.Errorf("the refused code still shows: %q", slotsShow(s))
			}
			s.Update(harness.Sale(harness.Coded, harness.RefusedBy(core.OpSubmitOTP, code, harness.Noon)))
			r.Asked("code #12 123456 false") // what a refusal calls for is the till's to know
			if s.resend.Disabled() == (code == "OTP_EXPIRED" || code == "OTP_LOCKED") {
				t.Errorf("sending again is off: %v", s.resend.Disabled())
			}
			harness.Keys(s, "6")
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
	r := newFixture(t)
	c := newCode(r)
	r.Till.Err = &journal.Error{Code: journal.CodeBusy}
	harness.Keys(c, "123456")
	c.Press(harness.Name(fyne.KeyReturn))
	r.Pass(pay.BusyAgain)
	c.Press(harness.Name(fyne.KeyReturn))
	harness.Mentions(t, c, "Sent. Waiting for the bank.")
	r.Till.Err = nil
	r.Pass(pay.BusyAgain)
	r.Pass(time.Second)
	r.Asked("code #12 123456 false", "code #12 123456 false", "code #12 123456 false")
	r.Went()

	c = newCode(r)
	r.Till.Asked, r.Till.Err = nil, &journal.Error{Code: journal.CodeBusy}
	harness.Keys(c, "654321")
	c.Press(harness.Name(fyne.KeyReturn))
	r.Pass(pay.BusyTime)
	r.Went("failed till: busy")
	if c.busy() {
		t.Error("the pad stays locked")
	}
}

func TestAnotherCodeAfterThirtySeconds(t *testing.T) {
	r := newFixture(t)
	c := newCode(r)
	c.resend.Tapped(nil)
	r.Asked()
	r.Pass(23 * time.Second)
	c.Update(c.view)
	harness.Mentions(t, c, "Send again in 0:01")
	r.Pass(time.Second)
	c.Update(c.view)
	if strings.Contains(uitest.Words(c.Root), "Send again in") {
		t.Error("the count of the seconds stays")
	}
	harness.Keys(c, "12")
	c.resend.Tapped(nil)
	c.resend.Tapped(nil)
	r.Asked("again #12")
	c.Update(harness.Sale(harness.Coded, harness.Validating))
	harness.Keys(c, "34")
	c.Press(harness.Name(fyne.KeyEscape))
	r.Went()
	c.Update(harness.Sale(harness.Coded, func(v *journal.View) { v.Session.UpdatedAt = r.Now }))
	harness.Mentions(t, c, "Send again in 0:30", "6 more digits")
}

func TestCorrectingLeadsToTheFormOfItsRoute(t *testing.T) {
	r := newFixture(t)
	newCode(r).Press(harness.Name(fyne.KeyEscape))
	newCode(r, func(v *journal.View) { v.Session.Route = core.RouteWallet }).who.change.Tapped(nil)
	r.Went("show #12 account", "show #12 wallet")
}

func TestNoCodeIsPrinted(t *testing.T) {
	r := newFixture(t)
	c := newCode(r)
	harness.Keys(c, "918273")
	c.Press(harness.Name(fyne.KeyReturn))
	if s := fmt.Sprintf("%v %+v", c.view, c.send); strings.Contains(s, "918273") {
		t.Errorf("printed: %s", s)
	}
}

// TestAWalletIsCalledOne where the customer is asked whose it is.
func TestAWalletIsCalledOne(t *testing.T) {
	for name, want := range map[string]string{"A••• B•••": "Wallet of A••• B•••, right?", "": "Is this the right wallet?"} {
		r := newFixture(t)
		c := New(r.Env, r.deps, harness.Sale(harness.Coded, func(v *journal.View) { v.Session.Route, v.Session.MaskedCustomer = core.RouteWallet, name }))
		r.Window(c)
		harness.Mentions(t, c, want)
		if got := uitest.Words(c.Object()); strings.Contains(strings.ToLower(got), "account") {
			t.Errorf("a wallet's customer reads of an account: %q", got)
		}
	}
}

func TestACodeThatDidNotComeIsAReasonToSetAside(t *testing.T) {
	r := newFixture(t)
	c := newCode(r)
	harness.Keys(c, "123456")
	c.Press(harness.Name(fyne.KeyF7))
	r.Pass(time.Second) // the code does not go out behind the decision
	r.Asked()
	r.Went("aside #12 noCode")
}

// TestNothingIsCutBesideThePracticePhone: where the sentence about the phone has no room
// above the buttons it goes, and is not covered by them.
func TestNothingIsCutBesideThePracticePhone(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, wide := range []float32{834, 900, 1134} {
			r := newFixture(t)
			_ = r.Env.Words.Use(lang)
			r.Apply(theme.Look{Still: true, RTL: r.Env.Words.RTL()})
			r.deps.OnPhone = func(string) bool { return true }
			c := newCode(r, func(v *journal.View) { v.Session.MaskedCustomer = "A••• Z•••" })
			c.Root.Resize(fyne.NewSize(wide, 610))
			last := min(c.resend.Position().Y, c.missing.Position().Y)
			if foot := c.phone.Position().Y + c.phone.HeightFor(c.phone.Size().Width); c.phone.Visible() && foot > last {
				t.Errorf("%s, %.0f wide: the sentence about the phone ends at %.0f, the buttons begin at %.0f", lang, wide, foot, last)
			}
		}
	}
}
