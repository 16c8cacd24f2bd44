package account

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/words"
)

var practiceBanks = []core.Institution{
	{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank},
	{Code: "SRB", Name: "Sample River Bank", Rail: core.RailBank},
	{Code: "DCB", Name: "Demo Coast Bank", Rail: core.RailBank},
}

func newAccount(r *fixture, change ...func(*journal.View)) *Account {
	if r.Till.Banks == nil && r.Till.NoBanks == nil {
		r.Till.Banks = practiceBanks
	}
	a := New(r.Env, r.deps, harness.Sale(append([]func(*journal.View){harness.Entry}, change...)...), core.RouteAccount)
	r.Window(a)
	return a
}

func TestTheFormSendsOnceWithBankAndNumber(t *testing.T) {
	r := newFixture(t)
	a := newAccount(r)
	harness.Mentions(t, a, "Pay from a bank account", "#12", "First Practice Bank", "Choose the customer’s bank")
	a.Press(harness.Name(fyne.KeyReturn))
	a.number.Tapped(nil)
	harness.Keys(a, "0123٤٥٦٧8901")
	harness.Mentions(t, a, "0123 4567 8901", "Choose the customer’s bank")
	a.Press(harness.Name(fyne.KeyReturn))
	r.Asked()
	a.Press(harness.Name(fyne.KeyDown))
	a.Press(harness.Name(fyne.KeyDown))
	harness.Mentions(t, a, "Send code")
	for range 3 {
		a.Press(harness.Name(fyne.KeyReturn))
		a.primary.Tapped(nil)
		a.Update(harness.Sale(harness.Entry)) // news of something else
	}
	r.Asked("validate #12 account 012345678901 SRB at Sample River Bank")
	harness.Mentions(t, a, "Asking the bank to send a code.")
	a.Update(harness.Sale(harness.Entry, harness.Validating))
	a.Press(harness.Name(fyne.KeyBackspace))
	a.Press(harness.Name(fyne.KeyEscape))
	a.Press(harness.Name(fyne.KeyUp))
	a.Press(harness.Name(fyne.KeyReturn))
	harness.Mentions(t, a, "0123 4567 8901")
	r.Asked("validate #12 account 012345678901 SRB at Sample River Bank")
	r.Went()
}

func TestAStepThatWasNeverBegunMayBeAskedForAgain(t *testing.T) {
	r := newFixture(t)
	a := newAccount(r)
	a.Press(harness.Name(fyne.KeyDown))
	harness.Keys(a, "1234")
	a.Press(harness.Name(fyne.KeyReturn))
	r.Pass(pay.Unheard)
	a.Press(harness.Name(fyne.KeyReturn))
	if len(r.Till.Asked) != 2 {
		t.Errorf("asked %q", r.Till.Asked)
	}
	a.Update(harness.Sale(harness.Entry, harness.Validating))
	r.Pass(pay.Unheard)
	a.Press(harness.Name(fyne.KeyReturn))
	if len(r.Till.Asked) != 2 {
		t.Errorf("asked again while the first was under way: %q", r.Till.Asked)
	}
}

func TestEachRefusalOfAnAccountHasItsSentence(t *testing.T) {
	for code, want := range map[string]string{
		"INVALID_ACCOUNT":     "The bank does not know this account.",
		"ACCOUNT_BLOCKED":     "The account is blocked.",
		"INVALID_INSTITUTION": "does not know this bank",
		"NO_ANSWER":           "A code may be on its way",
		"NOT_SENT":            "Nothing was sent. Safe to try again.",
		"LEG_UNANSWERED":      "The bank did not say whether the QR was paid, so nothing was sent.",
		"STRANGE_CODE":        "The bank refused: STRANGE_CODE.",
	} {
		t.Run(code, func(t *testing.T) {
			r := newFixture(t)
			a := newAccount(r)
			a.Press(harness.Name(fyne.KeyDown))
			harness.Keys(a, "1000000001")
			a.Press(harness.Name(fyne.KeyReturn))
			a.Update(harness.Sale(harness.Entry, harness.Validating))
			a.Update(harness.Sale(harness.Entry, harness.RefusedBy(core.OpValidateAccount, code, harness.Noon)))
			if got := a.labels.wrong.Text(); !strings.Contains(got, want) {
				t.Errorf("says %q, want %q", got, want)
			}
			harness.Mentions(t, a, "1000 0000 01", "Send code")
			a.Update(harness.Sale(harness.Entry, harness.RefusedBy(core.OpValidateAccount, code, harness.Noon))) // the same once more
			a.Press(harness.Name(fyne.KeyBackspace))
			if a.labels.wrong.Text() != "" {
				t.Error("the sentence stays after the number was changed")
			}
			harness.Mentions(t, a, "1000 0000 0")
		})
	}
}

// TestNoRefusalOfAnAccountAsksAnything: which refusals call for a question is
// the till's to know.
func TestNoRefusalOfAnAccountAsksAnything(t *testing.T) {
	for _, code := range []string{"PAYMENT_FAILED", "PAYMENT_EXPIRED", "ALREADY_PAID", "INVALID_ACCOUNT", "STRANGE_CODE"} {
		r := newFixture(t)
		newAccount(r).Update(harness.Sale(harness.Entry, harness.RefusedBy(core.OpValidateAccount, code, harness.Noon)))
		r.Asked()
	}
}

func TestBackFromTheFormCostsNothing(t *testing.T) {
	r := newFixture(t)
	a := newAccount(r)
	a.Press(harness.Name(fyne.KeyEscape))
	overQR := New(r.Env, r.deps, harness.Sale(), core.RouteWallet)
	r.Window(overQR)
	overQR.head.Back.Tapped(nil)
	r.Went("show #12 choose", "show #12")
	r.Asked()
}

func TestTheBankUsedLastComesFirst(t *testing.T) {
	r := newFixture(t)
	r.Remember(core.RouteAccount, "DCB")
	a := newAccount(r)
	if got := a.list.shown; got[0].code != "DCB" || got[1].code != "FPB" || len(got) != 3 || a.list.chosen != "" {
		t.Errorf("rows %v, chosen %q", got, a.list.chosen)
	}
	harness.Mentions(t, a, "last used", "Search 3 banks", "Demo Coast Bank, as last time")
	a.primary.Tapped(nil)
	if a.list.chosen != "DCB" {
		t.Errorf("agreed to, and %q is chosen", a.list.chosen)
	}
	r.Remember(core.RouteAccount, "GONE")
	r.deps.Forms.Forget("20261120-000012")
	if a = newAccount(r); a.list.chosen != "" {
		t.Errorf("a bank that is not offered is chosen: %q", a.list.chosen)
	}
	r.Till.Banks = practiceBanks[:1]
	r.deps.Forms.Forget("20261120-000012")
	if a = newAccount(r); a.form.proposal.code != "FPB" {
		t.Errorf("the only bank is not proposed, but %q", a.form.proposal.code)
	}
}

func TestWithoutBanksTheFormSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name, want string
		err        error
		retry      bool
	}{
		{"no answer", "The list of banks did not come.", &journal.Error{Code: journal.CodeNoAnswer}, true},
		{"denied", "no longer accepts this payment’s key", &journal.Error{Code: journal.CodeDenied}, false},
		{"none", "No banks to choose from.", nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newFixture(t)
			r.Till.Banks, r.Till.NoBanks = []core.Institution{}, c.err
			a := newAccount(r)
			harness.Keys(a, "1234567")
			harness.Mentions(t, a, c.want, "Without a list of banks no code can be sent")
			r.Till.Banks, r.Till.NoBanks = practiceBanks, nil
			if a.list.do.Visible() != c.retry {
				t.Fatalf("asking again is offered: %v", !c.retry)
			}
			if c.retry {
				a.list.do.Tapped(nil)
				a.Press(harness.Name(fyne.KeyDown))
				harness.Mentions(t, a, "First Practice Bank", "Send code")
			}
			r.Went() // nothing of it is a banner's matter
		})
	}
}

func TestSearchingABank(t *testing.T) {
	r := newFixture(t)
	a := newAccount(r)
	a.list.search.Focus()
	a.list.search.SetText("coast")
	if len(a.list.shown) != 1 {
		t.Fatalf("found %v", a.list.shown)
	}
	a.Press(harness.Name(fyne.KeyReturn))
	if a.form.institution.code != "DCB" || a.onList {
		t.Errorf("chosen %q, still searching %v", a.form.institution.code, a.onList)
	}
	a.list.search.Focus()
	a.list.search.SetText("nothing like it")
	harness.Mentions(t, a, "No bank of that name.")
	a.Press(harness.Name(fyne.KeyEscape))
	if len(a.list.shown) != 3 {
		t.Errorf("after Esc the list shows %v", a.list.shown)
	}
	r.Went()
}

func TestPracticeNumbersFillTheForm(t *testing.T) {
	r := newFixture(t)
	r.deps.Numbers = func(core.Route) []PracticeNumber {
		return []PracticeNumber{{Number: "1234567890"}, {Number: "1000000002", Outcome: "ACCOUNT_BLOCKED"}, {Number: "1000000099", Outcome: "NOVEL"}}
	}
	a := newAccount(r)
	a.practice.open.Tapped(nil)
	harness.Mentions(t, a, "1234567890 pays", "1000000002 blocked", "1000000099 NOVEL")
	harness.Tap(a.practice.list.root, func(c *choice) bool { return c.text == "1000000002" })
	harness.Mentions(t, a, "1000 0000 02")
	if a.practice.on || a.pad.Hidden {
		t.Error("the pad did not come back")
	}
	a.practice.open.Tapped(nil)
	a.Press(harness.Name(fyne.KeyEscape))
	r.Went()
	r.Env.Practice = false
	if a = newAccount(r); a.practice.open != nil {
		t.Error("practice numbers where real money moves")
	}
}

func TestAWalletTakesItsOwnSigns(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = []core.Institution{{Code: "PWL", Name: "Practice Wallet", Rail: core.RailWallet}}
	a := New(r.Env, r.deps, harness.Sale(harness.Entry, func(v *journal.View) { v.Route = core.RouteWallet }), core.RouteWallet)
	r.Window(a)
	harness.Mentions(t, a, "Pay from a wallet", "1. The customer’s wallet", "2. Wallet number", "1 wallet")
	a.Press(harness.Name(fyne.KeyReturn))
	harness.Keys(a, "+0912!345")
	harness.Mentions(t, a, "+0912345")
	a.Paste(" 0912 345-678 ")
	a.Press(harness.Name(fyne.KeyReturn))
	r.Asked("validate #12 wallet 0912345-678 PWL at Practice Wallet")
	a.Update(harness.Sale(harness.Entry, func(v *journal.View) { v.Route = core.RouteWallet }, harness.RefusedBy(core.OpValidateAccount, "INVALID_ACCOUNT", harness.Noon)))
	harness.Mentions(t, a, "The gateway does not know this wallet.")
}

func TestEveryOutcomeOfPracticeHasWords(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newFixture(t)
		r.Env.Words = words.MustLoad(lang)
		for _, code := range []string{"INVALID_ACCOUNT", "ACCOUNT_BLOCKED", "INSUFFICIENT_FUNDS", "LIMIT_EXCEEDED", "NEVER_SETTLES", "SETTLES_LATE",
			"WRONG_OTP", "OTP_EXPIRED", "FAILED", "SETTLES_TWICE", "FAILED_IN_REPLY", "PROCESSING", "TERMINAL_IN_REPLY"} {
			o := practiceOptions(r.Env, []PracticeNumber{{Number: "1", Outcome: code}})
			if o[0].note == code {
				t.Errorf("%s: no words for %s", lang, code)
			}
		}
	}
}

func TestWhatWasTypedStaysUntilACodeWasSent(t *testing.T) {
	r := newFixture(t)
	a := newAccount(r)
	a.Press(harness.Name(fyne.KeyDown))
	harness.Keys(a, "5555")
	a.Hidden()
	harness.Mentions(t, newAccount(r), "5555", "Send code")
	r.deps.Forms.Sent(r.Env.Preferences, harness.Sale(harness.Coded))
	again := newAccount(r, func(v *journal.View) { v.Session.InstitutionCode = "DCB" })
	if got := again.form.number; got != "" {
		t.Errorf("the form still holds %q after the code was sent", got)
	}
	if again.list.chosen != "DCB" {
		t.Errorf("the bank to correct is %q", again.list.chosen)
	}
}

// TestAFormCanBeSetAside like every other screen of an open sale, by key and button;
// not while a code is on its way.
func TestAFormCanBeSetAside(t *testing.T) {
	for _, route := range []core.Route{core.RouteAccount, core.RouteWallet} {
		r := newFixture(t)
		r.Till.Banks = practiceBanks
		a := New(r.Env, r.deps, harness.Sale(harness.Entry, func(v *journal.View) { v.Route = route }), route)
		r.Window(a)
		for _, ask := range []func(){func() { a.Press(harness.Name(fyne.KeyF7)) }, func() { harness.Pushed(t, a.Object(), "Set aside") }} {
			ask()
		}
		r.Went("aside #12", "aside #12")
		harness.Keys(a, "17777")
		a.Press(harness.Name(fyne.KeyReturn))
		a.Press(harness.Name(fyne.KeyF7))
		a.head.End.Tapped(nil)
		if len(r.Shell.Went) != 2 || len(r.Till.Asked) != 1 {
			t.Errorf("with a code on its way, asked %q", r.Till.Asked)
		}
	}
}

// TestACodeThatWasSentRemembersItsBank.
func TestACodeThatWasSentRemembersItsBank(t *testing.T) {
	r := newFixture(t)
	r.deps.Forms.Sent(r.Env.Preferences, harness.Sale(harness.Coded))
	if got := r.Env.Preferences.Get().Institutions.Last(core.RouteAccount); got != "FPB" {
		t.Errorf("last used is %q", got)
	}
}

// TestAClockThatIsPutBackHidesNoRefusal.
func TestAClockThatIsPutBackHidesNoRefusal(t *testing.T) {
	r := newFixture(t)
	a := newAccount(r, harness.RefusedBy(core.OpValidateAccount, "INVALID_ACCOUNT", harness.Noon))
	a.labels.wrong.SetText("")
	wrong := harness.RefusedBy(core.OpValidateAccount, "INVALID_ACCOUNT", harness.Noon.Add(-time.Hour))
	a.Update(harness.Sale(harness.Entry, wrong))
	if a.labels.wrong.Text() == "" {
		t.Error("nobody is told why")
	}
}
