package cashier

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/words"
)

var practiceBanks = []core.Institution{
	{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank},
	{Code: "SRB", Name: "Sample River Bank", Rail: core.RailBank},
	{Code: "DCB", Name: "Demo Coast Bank", Rail: core.RailBank},
}

// entry is #12 with its payment open and an account to be entered.
func entry(v *journal.View) {
	v.Step, v.Route = journal.StepCreated, core.RouteAccount
	v.Session = core.PaymentSession{PaymentID: "p12", State: core.StatePending}
	v.Live = journal.LiveStatus{}
}

// validating is the step on disk while a code is being asked for.
func validating(v *journal.View) {
	v.Step, v.Live.Busy, v.Refusal = journal.StepValidateIntent, core.OpValidateAccount, nil
}

func refusedBy(op core.Operation, code string, at time.Time) func(*journal.View) {
	return func(v *journal.View) { v.Refusal = &journal.Refusal{Operation: op, Code: code, At: at} }
}

// keysIn types characters as the shell hands them on.
func keysIn(s screen.Screen, text string) {
	for _, r := range text {
		s.Press(screen.KeyPress{Rune: r})
	}
}

func newAccount(r *harness, change ...func(*journal.View)) *Account {
	if r.desk.banks == nil && r.desk.noBanks == nil {
		r.desk.banks = practiceBanks
	}
	a := NewAccount(r.deps, sale(append([]func(*journal.View){entry}, change...)...), core.RouteAccount)
	r.window(a)
	return a
}

func TestTheFormSendsOnceWithBankAndNumber(t *testing.T) {
	r := newHarness(t)
	a := newAccount(r)
	mentions(t, a, "Pay from a bank account", "#12 TILL-261120-012", "First Practice Bank", "Choose the customer’s bank")
	a.Press(name(fyne.KeyReturn))
	a.number.Tapped(nil)
	keysIn(a, "0123٤٥٦٧8901")
	mentions(t, a, "0123 4567 8901", "Choose the customer’s bank")
	a.Press(name(fyne.KeyReturn))
	r.asked()
	a.Press(name(fyne.KeyDown))
	a.Press(name(fyne.KeyDown))
	mentions(t, a, "Send code")
	for range 3 {
		a.Press(name(fyne.KeyReturn))
		a.primary.Tapped(nil)
		a.Update(sale(entry)) // news of something else
	}
	r.asked("validate #12 account 012345678901 SRB at Sample River Bank")
	mentions(t, a, "Asking the bank to send a code.")
	a.Update(sale(entry, validating))
	a.Press(name(fyne.KeyBackspace))
	a.Press(name(fyne.KeyEscape))
	a.Press(name(fyne.KeyUp))
	a.Press(name(fyne.KeyReturn))
	mentions(t, a, "0123 4567 8901")
	r.asked("validate #12 account 012345678901 SRB at Sample River Bank")
	r.went()
}

func TestAStepThatWasNeverBegunMayBeAskedForAgain(t *testing.T) {
	r := newHarness(t)
	a := newAccount(r)
	a.Press(name(fyne.KeyDown))
	keysIn(a, "1234")
	a.Press(name(fyne.KeyReturn))
	r.pass(pay.Unheard)
	a.Press(name(fyne.KeyReturn))
	if len(r.desk.asked) != 2 {
		t.Errorf("asked %q", r.desk.asked)
	}
	a.Update(sale(entry, validating))
	r.pass(pay.Unheard)
	a.Press(name(fyne.KeyReturn))
	if len(r.desk.asked) != 2 {
		t.Errorf("asked again while the first was under way: %q", r.desk.asked)
	}
}

func TestEachRefusalOfAnAccountHasItsSentence(t *testing.T) {
	for code, want := range map[string]string{
		"INVALID_ACCOUNT":     "The bank does not know this account.",
		"ACCOUNT_BLOCKED":     "The account is blocked.",
		"INVALID_INSTITUTION": "does not know this bank",
		"NO_ANSWER":           "A code may be on its way",
		"NOT_SENT":            "Nothing was sent. Safe to try again.",
		"LEG_UNANSWERED":      "We could not ask whether the QR was paid, so nothing was sent.",
		"STRANGE_CODE":        "The bank refused: STRANGE_CODE.",
	} {
		t.Run(code, func(t *testing.T) {
			r := newHarness(t)
			a := newAccount(r)
			a.Press(name(fyne.KeyDown))
			keysIn(a, "1000000001")
			a.Press(name(fyne.KeyReturn))
			a.Update(sale(entry, validating))
			a.Update(sale(entry, refusedBy(core.OpValidateAccount, code, noon)))
			if got := a.wrong.Text(); !strings.Contains(got, want) {
				t.Errorf("says %q, want %q", got, want)
			}
			mentions(t, a, "1000 0000 01", "Send code")
			a.Update(sale(entry, refusedBy(core.OpValidateAccount, code, noon))) // the same once more
			a.Press(name(fyne.KeyBackspace))
			if a.wrong.Text() != "" {
				t.Error("the sentence stays after the number was changed")
			}
			mentions(t, a, "1000 0000 0")
		})
	}
}

// TestNoRefusalOfAnAccountAsksAnything: which refusals call for a question is
// the till's to know.
func TestNoRefusalOfAnAccountAsksAnything(t *testing.T) {
	for _, code := range []string{"PAYMENT_FAILED", "PAYMENT_EXPIRED", "ALREADY_PAID", "INVALID_ACCOUNT", "STRANGE_CODE"} {
		r := newHarness(t)
		newAccount(r).Update(sale(entry, refusedBy(core.OpValidateAccount, code, noon)))
		r.asked()
	}
}

func TestBackFromTheFormCostsNothing(t *testing.T) {
	r := newHarness(t)
	a := newAccount(r)
	a.Press(name(fyne.KeyEscape))
	overQR := NewAccount(r.deps, sale(), core.RouteWallet)
	r.window(overQR)
	overQR.head.Back.Tapped(nil)
	r.went("show #12 choose", "show #12")
	r.asked()
}

func TestWhatWasTypedStaysUntilACodeWasSent(t *testing.T) {
	r := newHarness(t)
	a := newAccount(r)
	a.Press(name(fyne.KeyDown))
	keysIn(a, "5555")
	a.Hidden()
	mentions(t, newAccount(r), "5555", "Send code")
	NewCode(r.deps, sale(coded))
	again := newAccount(r, func(v *journal.View) { v.Session.InstitutionCode = "DCB" })
	if got := again.form.number; got != "" {
		t.Errorf("the form still holds %q after the code was sent", got)
	}
	if again.list.chosen != "DCB" {
		t.Errorf("the bank to correct is %q", again.list.chosen)
	}
}

func TestTheBankUsedLastComesFirst(t *testing.T) {
	r := newHarness(t)
	r.remember(core.RouteAccount, "DCB")
	a := newAccount(r)
	if got := a.list.shown; got[0].code != "DCB" || got[1].code != "FPB" || len(got) != 3 || a.list.chosen != "" {
		t.Errorf("rows %v, chosen %q", got, a.list.chosen)
	}
	mentions(t, a, "last used", "Letters filter 3 banks", "Demo Coast Bank, as last time")
	a.primary.Tapped(nil)
	if a.list.chosen != "DCB" {
		t.Errorf("agreed to, and %q is chosen", a.list.chosen)
	}
	r.remember(core.RouteAccount, "GONE")
	r.deps.Forms.Forget("20261120-000012")
	if a = newAccount(r); a.list.chosen != "" {
		t.Errorf("a bank that is not offered is chosen: %q", a.list.chosen)
	}
	r.desk.banks = practiceBanks[:1]
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
			r := newHarness(t)
			r.desk.banks, r.desk.noBanks = []core.Institution{}, c.err
			a := newAccount(r)
			keysIn(a, "1234567")
			mentions(t, a, c.want, "Without a list of banks no code can be sent")
			r.desk.banks, r.desk.noBanks = practiceBanks, nil
			if a.list.do.Visible() != c.retry {
				t.Fatalf("asking again is offered: %v", !c.retry)
			}
			if c.retry {
				a.list.do.Tapped(nil)
				a.Press(name(fyne.KeyDown))
				mentions(t, a, "First Practice Bank", "Send code")
			}
			r.went() // nothing of it is a banner's matter
		})
	}
}

func TestSearchingABank(t *testing.T) {
	r := newHarness(t)
	a := newAccount(r)
	a.list.search.Focus()
	a.list.search.SetText("coast")
	if len(a.list.shown) != 1 {
		t.Fatalf("found %v", a.list.shown)
	}
	a.Press(name(fyne.KeyReturn))
	if a.form.institution.code != "DCB" || a.onList {
		t.Errorf("chosen %q, still searching %v", a.form.institution.code, a.onList)
	}
	a.list.search.Focus()
	a.list.search.SetText("nothing like it")
	mentions(t, a, "No bank of that name.")
	a.Press(name(fyne.KeyEscape))
	if len(a.list.shown) != 3 {
		t.Errorf("after Esc the list shows %v", a.list.shown)
	}
	r.went()
}

func TestPracticeNumbersFillTheForm(t *testing.T) {
	r := newHarness(t)
	r.deps.Numbers = func(core.Route) []PracticeNumber {
		return []PracticeNumber{{Number: "1234567890"}, {Number: "1000000002", Outcome: "ACCOUNT_BLOCKED"}, {Number: "1000000099", Outcome: "NOVEL"}}
	}
	a := newAccount(r)
	a.open.Tapped(nil)
	mentions(t, a, "1234567890 pays", "1000000002 blocked", "1000000099 NOVEL")
	tap(a.practice.root, func(c *choice) bool { return c.text == "1000000002" })
	mentions(t, a, "1000 0000 02")
	if a.practising || a.pad.Hidden {
		t.Error("the pad did not come back")
	}
	a.open.Tapped(nil)
	a.Press(name(fyne.KeyEscape))
	r.went()
	r.deps.Practice = false
	if a = newAccount(r); a.open != nil {
		t.Error("practice numbers where real money moves")
	}
}

func TestAWalletTakesItsOwnSigns(t *testing.T) {
	r := newHarness(t)
	r.desk.banks = []core.Institution{{Code: "PWL", Name: "Practice Wallet", Rail: core.RailWallet}}
	a := NewAccount(r.deps, sale(entry, func(v *journal.View) { v.Route = core.RouteWallet }), core.RouteWallet)
	r.window(a)
	mentions(t, a, "Pay from a wallet", "1. The customer’s wallet", "2. Wallet number", "Letters filter 1 wallet")
	a.Press(name(fyne.KeyReturn))
	keysIn(a, "+0912!345")
	mentions(t, a, "+0912345")
	a.Paste(" 0912 345-678 ")
	a.Press(name(fyne.KeyReturn))
	r.asked("validate #12 wallet 0912345-678 PWL at Practice Wallet")
	a.Update(sale(entry, func(v *journal.View) { v.Route = core.RouteWallet }, refusedBy(core.OpValidateAccount, "INVALID_ACCOUNT", noon)))
	mentions(t, a, "The gateway does not know this wallet.")
}

func TestEveryOutcomeOfPracticeHasWords(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t)
		r.deps.Words = words.MustLoad(lang)
		for _, code := range []string{"INVALID_ACCOUNT", "ACCOUNT_BLOCKED", "INSUFFICIENT_FUNDS", "LIMIT_EXCEEDED", "NEVER_SETTLES", "SETTLES_LATE",
			"WRONG_OTP", "OTP_EXPIRED", "FAILED", "SETTLES_TWICE", "FAILED_IN_REPLY", "PROCESSING", "TERMINAL_IN_REPLY"} {
			o := r.deps.practiceOptions([]PracticeNumber{{Number: "1", Outcome: code}})
			if o[0].note == code {
				t.Errorf("%s: no words for %s", lang, code)
			}
		}
	}
}

// TestAFormCanBeSetAside like every other screen of an open sale, by key and button;
// not while a code is on its way.
func TestAFormCanBeSetAside(t *testing.T) {
	for _, route := range []core.Route{core.RouteAccount, core.RouteWallet} {
		r := newHarness(t)
		r.desk.banks = practiceBanks
		a := NewAccount(r.deps, sale(entry, func(v *journal.View) { v.Route = route }), route)
		r.window(a)
		for _, ask := range []func(){func() { a.Press(name(fyne.KeyF7)) }, func() { pushed(t, a.Object(), "Set aside") }} {
			ask()
			if r.steps.decision == nil {
				t.Fatal("nobody asks why")
			}
			r.steps.decision.Safe()
		}
		keysIn(a, "17777")
		a.Press(name(fyne.KeyReturn))
		a.Press(name(fyne.KeyF7))
		a.head.End.Tapped(nil)
		if r.steps.decision != nil || len(r.desk.asked) != 1 {
			t.Errorf("with a code on its way, asked %q", r.desk.asked)
		}
	}
}
