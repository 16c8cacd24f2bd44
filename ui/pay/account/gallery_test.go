package account

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
)

// gallery is the forms of accounts and wallets. They are in windows already.
func gallery(h *harness.Harness) map[string]screen.Screen {
	r := fixtureOf(h)
	r.Remember(core.RouteAccount, "SRB")
	r.deps.Numbers = func(core.Route) []PracticeNumber {
		return []PracticeNumber{{Number: "1234567890"}, {Number: "1000000002", Outcome: "ACCOUNT_BLOCKED"}, {Number: "1000000006", Outcome: "SETTLES_LATE"}}
	}
	form := func(route core.Route, till *harness.Till) *Account {
		deps := r.deps
		deps.Till, deps.Forms = till, NewForms()
		a := New(r.Env, deps, harness.Sale(harness.Entry, func(v *journal.View) { v.Route = route }), route)
		r.Window(a)
		return a
	}
	fresh := func() *Account { return form(core.RouteAccount, &harness.Till{Banks: practiceBanks}) }
	all := map[string]screen.Screen{"account-empty": fresh()}
	typed := fresh()
	typed.Press(harness.Name(fyne.KeyReturn))
	harness.Keys(typed, "012345678901")
	all["account"] = typed
	wrong := fresh()
	wrong.Press(harness.Name(fyne.KeyReturn))
	harness.Keys(wrong, "LY83002048000020100120361")
	wrong.Update(harness.Sale(harness.Entry, harness.RefusedBy(core.OpValidateAccount, "INVALID_ACCOUNT", harness.Noon)))
	all["account-wrong"] = wrong
	numbers := fresh()
	numbers.togglePractice()
	all["account-practice"] = numbers
	all["account-no-banks"] = form(core.RouteAccount, &harness.Till{NoBanks: &journal.Error{Code: journal.CodeNoAnswer}})
	wallet := form(core.RouteWallet, &harness.Till{Banks: []core.Institution{{Code: "PWL", Name: "Practice Wallet", Rail: core.RailWallet}}})
	wallet.Press(harness.Name(fyne.KeyReturn))
	harness.Keys(wallet, "0912345678")
	wallet.Press(harness.Name(fyne.KeyReturn))
	all["wallet-sending"] = wallet
	return all
}

func TestFormsCanBeDrawnInEveryLook(t *testing.T) { harness.FormsInEveryLook(t, gallery) }

func TestStructureOfForms(t *testing.T) {
	harness.Masters(t, gallery, "account", "account-wrong", "account-no-banks")
}
