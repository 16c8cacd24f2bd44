package code

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/uitest/harness"
)

// TestThePrimaryIsWhatARefusalCallsFor: where the sentence asks for another
// code, or for another account, Enter does that; digits that are typed anyway
// have the primary back.
func TestThePrimaryIsWhatARefusalCallsFor(t *testing.T) {
	for code, want := range map[string]struct {
		label string
		asked string
		went  string
	}{
		"OTP_EXPIRED":     {"Send a new code", "again #12", ""},
		"OTP_LOCKED":      {"Send a new code", "again #12", ""},
		"STALE_REFERENCE": {"Send a new code", "again #12", ""},
		"INVALID_ACCOUNT": {"Correct the account", "", "show #12 account"},
		"ACCOUNT_CLOSED":  {"Correct the account", "", "show #12 account"},
		"WRONG_OTP":       {"6 more digits, then it is sent", "", ""},
	} {
		r := newFixture(t)
		c := newCode(r, harness.RefusedBy(core.OpSubmitOTP, code, harness.Noon))
		c.Shown()
		r.Picture("next-"+code, c)
		spec := c.primary.Spec()
		if on := spec.Key == "Enter" && !c.primary.Disabled(); spec.Label != want.label || on != (want.asked+want.went != "") {
			t.Errorf("%s: the primary says %q, and can be pressed: %v", code, spec.Label, on)
		}
		harness.Keys(c, "12")
		if got := c.primary.Spec().Label; got != "4 more digits, then it is sent" {
			t.Errorf("%s: while a code is typed the primary says %q", code, got)
		}
		c.Press(harness.Name(fyne.KeyReturn))
		r.Asked()
		c.Press(harness.Name(fyne.KeyDelete))
		c.Press(harness.Name(fyne.KeyReturn))
		c.Press(harness.Name(fyne.KeyReturn))
		if want.asked == "" {
			r.Asked()
		} else {
			r.Asked(want.asked)
		}
		if want.went != "" && (len(r.Shell.Went) == 0 || r.Shell.Went[0] != want.went) || want.went == "" && len(r.Shell.Went) > 0 {
			t.Errorf("%s: the screen led to %q, want %q", code, r.Shell.Went, want.went)
		}
	}
}

// TestANewCodeTakesTheDemandAway: once another code was sent, its six digits
// are what is next.
func TestANewCodeTakesTheDemandAway(t *testing.T) {
	r := newFixture(t)
	c := newCode(r, harness.RefusedBy(core.OpSubmitOTP, "OTP_EXPIRED", harness.Noon))
	c.Press(harness.Name(fyne.KeyReturn))
	c.Update(harness.Sale(harness.Coded, harness.Validating))
	c.Update(harness.Sale(harness.Coded, func(v *journal.View) { v.Session.UpdatedAt = r.Now }))
	harness.Mentions(t, c, "6 more digits", "Send again in 0:30")
	c.Press(harness.Name(fyne.KeyReturn))
	r.Asked("again #12")
}
