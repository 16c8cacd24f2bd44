package code

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestAPadThatOpensAgainSaysWhy: a bank refused a code in words of its own, a
// status knew of no money, and the pad is there again.
func TestAPadThatOpensAgainSaysWhy(t *testing.T) {
	for code, want := range map[string]string{
		"SWITCH_REPLY_17":   "The bank did not accept the code (SWITCH_REPLY_17). Ask the customer, then enter it again.",
		journal.RefusalCode: "The bank did not accept the code and gave no reason. Ask the customer, then enter it again.",
		"WRONG_OTP":         "Wrong code. Ask the customer to read it again.",
		"ALREADY_PAID":      "The bank says that this payment is finished, but reports no money. Call the manager before another code.",
	} {
		r := newFixture(t)
		c := newCode(r, harness.RefusedBy(core.OpSubmitOTP, code, harness.Noon.Add(-time.Second)))
		if got := c.wrong.Text(); got != want {
			t.Errorf("%s says %q, want %q", code, got, want)
		}
		r.Asked()
		harness.Keys(c, "123456")
		if c.wrong.Text() != "" {
			t.Error("the sentence stays while the next code is typed")
		}
		c.Press(harness.Name(fyne.KeyReturn))
		r.Asked("code #12 123456 false")
	}
	r := newFixture(t)
	if got := newCode(r, harness.RefusedBy(core.OpValidateAccount, "INVALID_ACCOUNT", harness.Noon.Add(-time.Second))).wrong.Text(); got != "" {
		t.Errorf("the pad says of the account: %q", got)
	}
}

// TestAnotherCodeMayBeAskedForWhenThisOneIsSpent, however it is spelt.
func TestAnotherCodeMayBeAskedForWhenThisOneIsSpent(t *testing.T) {
	for code, at := range map[string]bool{"OTP_EXPIRED": true, "expiredOtp": true, "CODE-EXPIRED": true, "TOO_MANY_ATTEMPTS": true,
		"STALE_REFERENCE": true, "INVALID_OTP": false, "SWITCH_REPLY_17": false} {
		c := newCode(newFixture(t), harness.RefusedBy(core.OpSubmitOTP, code, harness.Noon))
		if c.resend.Disabled() == at {
			t.Errorf("%s: another code can be asked for at once: %v", code, !c.resend.Disabled())
		}
	}
}

// TestLongRefusalsFit: the longest sentences beside the pad, in each language.
func TestLongRefusalsFit(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, code := range []string{"SWITCH_REPLY_17_OF_THE_OTHER_BANK", "ALREADY_PAID", "PAYMENT_IN_PROGRESS", journal.RefusalCode, "OTP_LOCKED"} {
			for _, size := range []fyne.Size{fyne.NewSize(1134, 610), fyne.NewSize(928, 560)} {
				r := newFixture(t)
				_ = r.Env.Words.Use(lang)
				r.Apply(theme.Look{RTL: r.Env.Words.RTL(), Small: size.Width < 1000})
				r.Size = size
				c := New(r.Env, r.deps, harness.Sale(harness.Coded, harness.RefusedBy(core.OpSubmitOTP, code, harness.Noon)))
				win := r.Window(c)
				c.Shown()
				for _, f := range overflow.Faults(win.Canvas()) {
					t.Errorf("%s, %s, %.0f: %s", lang, code, size.Width, f)
				}
				c.Hidden()
			}
		}
	}
}

func TestCountdown(t *testing.T) {
	for left, want := range map[time.Duration]string{
		30 * time.Second: "0:30", 29001 * time.Millisecond: "0:30", time.Millisecond: "0:01", 90 * time.Second: "1:30"} {
		if got := countdown(left); got != want {
			t.Errorf("%v: %q, want %q", left, got, want)
		}
	}
}

func TestTheCodeTellsItsLengthAndNoMore(t *testing.T) {
	r := newFixture(t)
	c := &harness.Customer{}
	r.deps.Customer = c
	s := New(r.Env, r.deps, harness.Sale(harness.State(core.StateOTPRequired)))
	r.Window(s)
	for _, d := range "739104" {
		s.Press(screen.KeyPress{Rune: d})
	}
	s.Press(screen.KeyPress{Name: fyne.KeyReturn})
	s.Hidden()
	if want := []int{0, 1, 2, 3, 4, 5, 6, 0}; !slices.Equal(c.Told, want) {
		t.Errorf("told %v, want %v", c.Told, want)
	}
}

// TestAClockThatIsPutBackHoldsNoCode: another code can be asked for, and why the next one
// was refused is said.
func TestAClockThatIsPutBackHoldsNoCode(t *testing.T) {
	r := newFixture(t)
	c := newCode(r, harness.RefusedBy(core.OpSubmitOTP, "WRONG_OTP", harness.Noon))
	if !c.resend.Disabled() {
		t.Error("another code at once")
	}
	r.Pass(-time.Hour)
	harness.Keys(c, "123456")
	c.Press(harness.Name(fyne.KeyReturn))
	c.Update(harness.Sale(harness.Coded, harness.Submitting))
	wrong := harness.RefusedBy(core.OpSubmitOTP, "WRONG_OTP", harness.Noon.Add(-time.Hour))
	c.Update(harness.Sale(harness.Coded, wrong))
	if c.wrong.Text() == "" {
		t.Error("nobody is told why")
	}
	if c.resend.Disabled() {
		t.Error("no other code for an hour")
	}
}
