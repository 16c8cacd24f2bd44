package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/settings"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// fakeSettings is a screen that notes its visits.
type fakeSettings struct {
	window settings.Window
	object fyne.CanvasObject
	hidden int
	edited bool // something is not saved
}

func (f *fakeSettings) Object() fyne.CanvasObject  { return f.object }
func (f *fakeSettings) Press(screen.KeyPress) bool { return false }
func (f *fakeSettings) Shown()                     {}
func (f *fakeSettings) Hidden()                    { f.hidden++ }
func (f *fakeSettings) Unsaved() bool              { return f.edited }
func (f *fakeSettings) ShowUnsaved()               {}

// withSettings lets a harness have settings; built are all that were made.
func withSettings(built *[]*fakeSettings) func(*harness, *Options) {
	return func(_ *harness, o *Options) {
		o.Settings = func(_ screen.Env, window settings.Window) screen.Screen {
			f := &fakeSettings{window: window, object: typeset.NewText("The settings", typeset.Title)}
			*built = append(*built, f)
			return f
		}
	}
}

func TestTheSettingsOpenAndGoBackToWhereTheCashierWas(t *testing.T) {
	var built []*fakeSettings
	r := newHarness(t, withSettings(&built))
	r.notice(sale(12))
	r.shell.open(journal.NewSaleID("20261120", 12))
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
	built[0].window.Saved()
	r.says("Huda")
	built[0].window.Leave()
	r.says("Charge 12 .500")
	r.shell.openSettings()
	r.till.set.Currency = "EUR"
	built[1].window.Saved()
	built[1].window.Leave()
	r.says("0 .00 EUR")
	r.saysNot("12 .5")
}

// TestEditsAreAskedAboutBeforeTheyAreLost, whichever way leads out of the
// settings, and the safe answer keeps them. The lock alone does not ask.
func TestEditsAreAskedAboutBeforeTheyAreLost(t *testing.T) {
	for name, leave := range map[string]func(*harness){
		"F2": func(r *harness) { r.keys(fyne.KeyF2) }, "Esc": func(r *harness) { r.keys(fyne.KeyEscape) },
		"the same button": func(r *harness) { r.shell.openSettings() }, "a sale": func(r *harness) { ways{r.shell}.OpenNth(0) },
	} {
		var built []*fakeSettings
		r := newHarness(t, shopFloor, withSettings(&built))
		r.shell.openSettings()
		built[0].edited = true
		leave(r)
		r.says("Leave without saving?", "The settings")
		if name == "F2" {
			r.picture("row-15-asked")
		}
		r.tap("Back to the settings")
		if built[0].hidden != 0 || r.shell.nav.At.Location != navigation.Settings {
			t.Errorf("%s: the edits are lost", name)
		}
		leave(r)
		r.keys(fyne.KeyEscape)
		if built[0].hidden != 0 {
			t.Errorf("%s: Esc loses the edits", name)
		}
		leave(r)
		r.tap("Leave without saving")
		if built[0].hidden != 1 || r.shell.nav.At.Location == navigation.Settings {
			t.Errorf("%s: it leads nowhere", name)
		}
		r.shell.openSettings()
		built[1].edited = false
		leave(r)
		if r.shell.decisions.Card() != nil || built[1].hidden != 1 {
			t.Errorf("%s: nothing to lose, and it asks", name)
		}
	}
}

// oneSizeOfMenu holds the words of the settings' menu to one size. It is drawn after
// its page, and has so many places.
func (r *harness) oneSizeOfMenu(places int) {
	r.t.Helper()
	sizes := map[float32]string{}
	all := uitest.All[*control.NavItem](r.shell.work.Screen().Object())
	for _, n := range all[len(all)-places:] {
		for _, text := range uitest.All[*canvas.Text](n) {
			sizes[text.TextSize] = text.Text
		}
		if len(sizes) > 1 {
			r.t.Errorf("the menu stands in several sizes: %v", sizes)
			return
		}
	}
}
