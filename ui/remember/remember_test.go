package remember

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/customer"
	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/theme"
)

func TestWhatWasChosenIsThereAgain(t *testing.T) {
	kept := test.NewTempApp(t).Preferences()
	p := In(kept)
	if p.Language() != "" || p.Last(core.RouteAccount) != "" || p.Look("", true) != (theme.Look{TextScale: 1, RTL: true}) {
		t.Errorf("before any choice: %q, %q, %+v", p.Language(), p.Last(core.RouteAccount), p.Look("", true))
	}
	p.SetLanguage("ar")
	p.Used(core.RouteAccount, "FPB")
	p.SetLook(theme.Look{Variant: theme.Dark, TextScale: 1.25, Still: true, Small: true})
	if p.CustomerMode() != customer.Second {
		t.Errorf("before any choice the customer's view is %q", p.CustomerMode())
	}
	p.SetCustomerMode(customer.Plain)
	if p.PhoneFolded() {
		t.Error("before any choice the practice phone is folded away")
	}
	p.SetPhoneFolded(true)
	if p.Keyboard() != onscreenkeyboard.Automatic {
		t.Errorf("before any choice the keyboard on the screen is %q", p.Keyboard())
	}
	p.SetKeyboard(onscreenkeyboard.Never)
	again := In(kept)
	if again.Keyboard() != onscreenkeyboard.Never {
		t.Errorf("the keyboard on the screen is %q", again.Keyboard())
	}
	if !again.PhoneFolded() {
		t.Error("the practice phone is open again")
	}
	if again.CustomerMode() != customer.Plain {
		t.Errorf("the customer's view is %q", again.CustomerMode())
	}
	if again.Language() != "ar" || again.Last(core.RouteAccount) != "FPB" || again.Last(core.RouteWallet) != "" {
		t.Errorf("%q, %q, %q", again.Language(), again.Last(core.RouteAccount), again.Last(core.RouteWallet))
	}
	if got, want := again.Look("", false), (theme.Look{Variant: theme.Dark, TextScale: 1.25, Still: true}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := again.Look("contrast", false).Variant; got != theme.Contrast {
		t.Errorf("given contrast, got %s", got)
	}
}
