package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/till"
	"sanduq/ui/preferences"
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

// withSettings lets a harness have settings; built are all that were made.
func withSettings(built *[]*fakeSettings) func(*harness, *Options) {
	return func(_ *harness, o *Options) {
		o.Settings = func(d SettingsDeps) screen.Screen {
			f := &fakeSettings{deps: d, object: widgets.NewText("The settings", widgets.Title)}
			*built = append(*built, f)
			return f
		}
	}
}

func TestTheSettingsOpenAndGoBackToWhereTheCashierWas(t *testing.T) {
	var built []*fakeSettings
	r := newHarness(t, withSettings(&built))
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
	r := newHarness(t, withSettings(&built))
	r.shell.openSettings()
	r.prefer(func(v *preferences.Values) {
		v.Look = preferences.Look{Variant: theme.Dark, Still: true, TextPercent: 100}
	})
	r.prefer(func(v *preferences.Values) { v.Language = words.French })
	r.says("The settings")
	if len(built) != 3 || built[0].hidden != 1 || built[1].hidden != 1 || built[2].hidden != 0 || theme.Now() != (theme.Look{Variant: theme.Dark, Still: true, TextScale: 1}) {
		t.Errorf("built %d, now %+v", len(built), theme.Now())
	}
}

func TestAnotherCurrencyBeginsAnotherAmount(t *testing.T) {
	var built []*fakeSettings
	r := newHarness(t, withSettings(&built))
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
