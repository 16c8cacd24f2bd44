package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/cashier"
	"sanduq/ui/words"
)

func allRoutes(_ *harness, o *Options) {
	o.Offer.Routes = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}
}

func entry(v *journal.View) {
	v.Step, v.Route, v.Session, v.Live = journal.StepCreated, core.RouteAccount, core.PaymentSession{PaymentID: "p", State: core.StatePending}, journal.LiveStatus{}
}

// validating is the announced step; the session is still what it was.
func validating(v *journal.View) {
	v.Step, v.Route, v.Live.Busy = journal.StepValidateIntent, core.RouteAccount, core.OpValidateAccount
}

func coded(v *journal.View) {
	v.Route, v.Live = core.RouteAccount, journal.LiveStatus{}
	v.Session.State, v.Session.Route, v.Session.MaskedCustomer = core.StateOTPRequired, core.RouteAccount, "A••• B•••"
	v.Session.UpdatedAt = noon
}

func refused(op core.Operation, code string) func(*journal.View) {
	return func(v *journal.View) { v.Refusal = &journal.Refusal{Operation: op, Code: code, At: noon} }
}

func TestAnAccountByKeyboard(t *testing.T) {
	r := newHarness(t, allRoutes)
	r.runes("12.5")
	r.keys(fyne.KeyReturn)
	r.runes("2")
	r.pass(time.Second)
	r.asked("charge 12.500 account")
	r.notice(sale(12, version(2), entry))
	r.says("Pay from a bank account", "First Practice Bank")
	r.keys(fyne.KeyDown)
	r.runes("123456789012")
	r.says("1234 5678 9012")
	r.keys(fyne.KeyReturn)
	r.notice(sale(12, version(3), entry, validating))
	r.says("Asking the bank to send a code.")
	r.notice(sale(12, version(4), coded))
	r.says("Code sent. Ask the customer.", "A••• B•••")
	r.runes("123456")
	r.keys(fyne.KeyReturn)
	r.asked("charge 12.500 account", "validate #12 123456789012 FPB", "code #12 123456")
	r.notice(sale(12, version(5), coded, func(v *journal.View) { v.Step, v.Live.Busy = journal.StepOTPIntent, core.OpSubmitOTP }))
	r.says("Sent. Waiting for the bank.")
	r.notice(sale(12, version(6), coded, func(v *journal.View) { v.Session.OTPUnresolved = true }))
	r.says("The code was sent, no clear answer came.")
	r.notice(sale(12, version(7), coded, paid))
	r.says("PRACTICE Paid")
}

// TestAFormOverAQR plays what the notices of the till make of a form that was
// opened over a QR.
func TestAFormOverAQR(t *testing.T) {
	open := func(t *testing.T) *harness {
		r := newHarness(t, allRoutes)
		r.notice(sale(12))
		r.shell.open(sale(12).ID)
		steps{r.shell}.Show(sale(12).ID, cashier.FormOf(core.RouteAccount))
		r.says("Pay from a bank account")
		return r
	}
	for name, c := range map[string]struct {
		notices []journal.View
		want    string
	}{
		"stays while the QR is asked about": {[]journal.View{sale(12, version(2)), sale(12, version(3))}, "Pay from a bank account"},
		"gives way to the paid QR":          {[]journal.View{sale(12, version(2), paid)}, "PRACTICE Paid"},
		"gives way when the customer scans": {[]journal.View{sale(12, version(2), state(core.StateWaitingPayment))}, "The bank is processing."},
		"stays when the account is refused": {[]journal.View{sale(12, version(2), validating), sale(12, version(3), refused(core.OpValidateAccount, "INVALID_ACCOUNT"))},
			"The bank does not know this account."},
		"gives way to the code": {[]journal.View{sale(12, version(2), validating), sale(12, version(3), coded)}, "Code sent. Ask the customer."},
	} {
		t.Run(name, func(t *testing.T) {
			r := open(t)
			for _, v := range c.notices {
				r.notice(v)
			}
			r.says(c.want)
		})
	}
	r := open(t)
	r.keys(fyne.KeyEscape)
	r.says("Waiting for the customer to pay")
	r.asked()
}

func TestCorrectingAnAccount(t *testing.T) {
	r := newHarness(t, allRoutes)
	r.notice(sale(12, coded))
	r.shell.open(sale(12).ID)
	r.keys(fyne.KeyEscape)
	r.says("Pay from a bank account")
	r.notice(sale(12, version(2), coded))
	r.says("Pay from a bank account")
	r.notice(sale(12, version(3), coded, validating))
	r.notice(sale(12, version(4), coded, refused(core.OpValidateAccount, "ACCOUNT_BLOCKED")))
	r.says("Pay from a bank account", "The account is blocked.")
	r.shell.newSale() // the cashier looks elsewhere when the code goes out
	r.notice(sale(12, version(5), coded, validating))
	r.notice(sale(12, version(6), coded))
	r.shell.open(sale(12).ID)
	r.says("Code sent. Ask the customer.")
}

func TestTheWaysToPayOverAForm(t *testing.T) {
	r := newHarness(t, allRoutes)
	r.notice(sale(12, entry))
	r.shell.open(sale(12).ID)
	r.keys(fyne.KeyEscape)
	r.says("How does the customer pay?")
	r.runes("2")
	r.pass(time.Second)
	r.says("Pay from a bank account")
	r.asked()
	r.keys(fyne.KeyEscape)
	r.runes("3")
	r.pass(time.Second)
	r.asked("pick #12 wallet")
	r.notice(sale(12, version(2), entry, func(v *journal.View) { v.Route = core.RouteWallet }))
	r.says("Pay from a wallet")
	r.keys(fyne.KeyEscape)
	r.keys(fyne.KeyReturn)
	r.asked("pick #12 wallet", "offer #12")
}

func TestPastedCodesReachTheScreen(t *testing.T) {
	r := newHarness(t, allRoutes)
	r.notice(sale(12, coded))
	r.shell.open(sale(12).ID)
	board := test.NewClipboard()
	board.SetContent("654-321")
	r.shell.input.Paste(&fyne.ShortcutPaste{Clipboard: board})
	r.keys(fyne.KeyReturn)
	r.asked("code #12 654321")
}

// A code that was about to send itself is not sent by a screen that is gone.
func TestAnotherLanguageStopsTheSending(t *testing.T) {
	r := newHarness(t, allRoutes)
	r.notice(sale(12, coded))
	r.shell.open(sale(12).ID)
	r.runes("123456")
	r.speak(words.French)
	r.pass(time.Second)
	r.pass(time.Second)
	r.asked()
	r.runes("12345")
	r.shell.newSale()
	r.shell.open(sale(12).ID)
	if strings.Contains(r.reads(), "Encore 1 ") {
		t.Error("the digits came back")
	}
}
