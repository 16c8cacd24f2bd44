package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/till"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// fakeSettings is a screen that notes its visits.
type fakeSettings struct {
	deps   SettingsDeps
	object fyne.CanvasObject
	hidden int
}

func (f *fakeSettings) Object() fyne.CanvasObject  { return f.object }
func (f *fakeSettings) Press(screen.KeyPress) bool { return false }
func (f *fakeSettings) Shown()                     {}
func (f *fakeSettings) Hidden()                    { f.hidden++ }

// withSettings lets a rig have settings; built are all that were made.
func withSettings(built *[]*fakeSettings, looks *[]theme.Look) func(*rig, *Options) {
	return func(_ *rig, o *Options) {
		o.Settings = func(d SettingsDeps) screen.Screen {
			f := &fakeSettings{deps: d, object: widgets.NewText("The settings", widgets.Title)}
			*built = append(*built, f)
			return f
		}
		o.LookChanged = func(l theme.Look) { *looks = append(*looks, l) }
	}
}

func TestTheSettingsOpenAndGoBackToWhereTheCashierWas(t *testing.T) {
	var built []*fakeSettings
	var looks []theme.Look
	r := newRig(t, withSettings(&built, &looks))
	r.notice(sale(12))
	r.shell.open(till.NewSaleID("20261120", 12))
	r.says("Waiting for the customer to pay")
	r.shell.openSettings()
	r.says("The settings")
	r.keys(fyne.KeyEscape)
	r.says("Waiting for the customer to pay")
	if built[0].hidden != 1 {
		t.Errorf("hidden %d times", built[0].hidden)
	}
	r.keys(fyne.KeyF2)
	r.runes("12")
	r.shell.openSettings()
	r.shell.openSettings() // the same button leaves
	r.says("Charge 12 .000")
	r.shell.openSettings()
	r.keys(fyne.KeyF2)
	r.says("Charge 12 .000")
}

func TestTheSettingsChangeLanguageAndLookInPlace(t *testing.T) {
	var built []*fakeSettings
	var looks []theme.Look
	r := newRig(t, withSettings(&built, &looks))
	r.shell.openSettings()
	built[0].deps.SetLook(theme.Look{Variant: theme.Dark, Still: true})
	built[1].deps.SetLanguage(words.French)
	r.says("The settings")
	if len(built) != 3 || built[0].hidden != 1 || built[1].hidden != 1 || built[2].hidden != 0 || len(looks) != 1 || looks[0].Variant != theme.Dark || theme.Now().Variant != theme.Dark {
		t.Errorf("built %d, looks %+v, now %+v", len(built), looks, theme.Now())
	}
}

func TestAnotherCurrencyBeginsAnotherAmount(t *testing.T) {
	var built []*fakeSettings
	var looks []theme.Look
	r := newRig(t, withSettings(&built, &looks))
	r.runes("12.5")
	r.shell.openSettings()
	r.till.set.Cashier = "Huda"
	built[0].deps.Saved()
	r.says("Huda")
	built[0].deps.Leave()
	r.says("Charge 12 .500")
	r.shell.openSettings()
	r.till.set.Currency = "EUR"
	built[1].deps.Saved()
	built[1].deps.Leave()
	r.says("0 .00 EUR")
	r.saysNot("12 .5")
}
