package cashier

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

// formGallery is the screens of accounts, wallets and codes, each in a state
// that a picture shows. They are in windows already.
func formGallery(r *fixture) map[string]screen.Screen {
	r.Remember(core.RouteAccount, "SRB")
	r.deps.Numbers = func(core.Route) []PracticeNumber {
		return []PracticeNumber{{Number: "1234567890"}, {Number: "1000000002", Outcome: "ACCOUNT_BLOCKED"}, {Number: "1000000006", Outcome: "SETTLES_LATE"}}
	}
	form := func(route core.Route, desk *harness.Till) *Account {
		deps := r.all()
		deps.Desk, deps.Forms = desk, NewForms()
		a := NewAccount(deps, harness.Sale(harness.Entry, func(v *journal.View) { v.Route = route }), route)
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

	r.deps.Phone = phoneWith("481230")
	code := newCode(r)
	harness.Keys(code, "4812")
	all["code"] = code
	full := newCode(r)
	harness.Keys(full, "481230")
	full.primary.SetShare(.4)
	all["code-full"] = full
	refused := newCode(r)
	refused.Update(harness.Sale(harness.Coded, harness.RefusedBy(core.OpSubmitOTP, "INSUFFICIENT_FUNDS", harness.Noon)))
	all["code-refused"] = refused
	all["unresolved"] = New(r.all(), KindWaiting, harness.Sale(harness.Coded, func(v *journal.View) { v.Session.OTPUnresolved = true }))
	r.deps.Routes = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}
	all["qr-routes"] = NewQR(r.all(), harness.Sale())
	r.Remember(core.RouteAccount, "SRB") // a code remembers its bank too
	return all
}

func TestFormsCanBeDrawnInEveryLook(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
	}{
		{"light", words.English, theme.Look{}, fyne.NewSize(1134, 610)},
		{"contrast", words.English, theme.Look{Variant: theme.Contrast}, fyne.NewSize(1134, 610)},
		{"ar", words.Arabic, theme.Look{RTL: true, Variant: theme.Dark}, fyne.NewSize(1134, 610)},
		{"fr", words.French, theme.Look{Small: true}, fyne.NewSize(928, 560)},
		{"large", words.English, theme.Look{TextScale: 2}, fyne.NewSize(1134, 1064)},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newFixture(t)
			r.Env.Words = words.MustLoad(c.lang)
			r.Size = c.size
			r.Apply(c.look)
			for name, s := range formGallery(r) {
				r.Picture(name+"-"+c.name, s)
				for _, key := range harness.Untranslated(s.Object()) {
					t.Errorf("%s: no words for %s", name, key)
				}
			}
		})
	}
}

func TestStructureOfForms(t *testing.T) {
	r := newFixture(t)
	for name, s := range formGallery(r) {
		switch name {
		case "account", "account-wrong", "account-no-banks", "code", "code-refused", "qr-routes":
			w := r.Window(s)
			outline.Check(t, "screen-"+name, w.Canvas())
		}
	}
}
