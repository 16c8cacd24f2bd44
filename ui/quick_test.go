package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
)

// alt is Alt and a digit; the test's canvas knows no shortcuts.
func (r *harness) alt(n int) { r.shell.input.Quick(n) }

// quickly gives the shop six quick amounts and the last one again.
func quickly(r *harness, _ *Options) {
	r.till.set.Quick, r.till.set.Repeat = "5 10 20 50 100 2.5", true
}

// TestQuickAmountsAreTwoKeys: a sale of a quick amount, by keys alone, and the same
// again; keys elsewhere do nothing.
func TestQuickAmountsAreTwoKeys(t *testing.T) {
	r := newHarness(t, quickly)
	r.alt(0)
	r.saysNot("Again")
	r.alt(6)
	r.says("2 .500")
	r.keys(fyne.KeyReturn)
	r.alt(1) // the ways to pay type nothing
	r.keys(fyne.KeyReturn)
	r.asked("charge 2.500 qr")
	r.alt(1)
	r.keys(fyne.KeyF2)
	r.says("Again 2.500", "0 .000")
	r.alt(0)
	r.keys(fyne.KeyReturn, fyne.KeyReturn)
	r.asked("charge 2.500 qr", "charge 2.500 qr")
	r.keys(fyne.KeyF2)
	r.runes("7")
	r.shell.input.Help()
	r.says("Alt", "1 – 6", "A quick amount of the shop", "The last amount again")
	r.alt(2)
	r.shell.decisions.Close()
	if got := r.shell.typed.draft.Amount.Text(); got != "7.000" {
		t.Errorf("behind a decision the amount became %s", got)
	}
	r.runes("k")
	r.pass(1)
	if r.win.Canvas().Focused() == nil {
		t.Fatal("the reference has no focus")
	}
	r.alt(2)
	if d := r.shell.typed.draft; d.Amount.Text() != "10.000" || d.Reference != "k" {
		t.Errorf("from the reference: %s, %q", d.Amount.Text(), d.Reference)
	}
}

// TestQuickAmountsKeepTheirPlaces: the offer of the last amount comes after the first
// sale, and goes with the seller; no amount moves under the finger for it.
func TestQuickAmountsKeepTheirPlaces(t *testing.T) {
	for n, amounts := range []string{"5", "5 10", "5 10 20", "5 10 20 50", "5 10 20 50 100", "5 10 20 50 100 2.5"} {
		for _, size := range []fyne.Size{{Width: 1366, Height: 690}, {Width: 1024, Height: 640}} {
			r := newHarness(t, func(r *harness, _ *Options) { r.till.set.Quick, r.till.set.Repeat = amounts, true })
			r.win.Resize(size)
			r.pass(0)
			before := r.quickPlaces()
			if len(before) != n+1 {
				t.Fatalf("%q: %d keys stand there", amounts, len(before))
			}
			r.runes("12.5")
			r.keys(fyne.KeyReturn, fyne.KeyReturn, fyne.KeyF2)
			r.says("Again 12.500")
			after := r.quickPlaces()
			if len(after) != n+2 {
				t.Fatalf("%q: %d keys stand there after the sale", amounts, len(after))
			}
			for label, at := range before {
				if after[label] != at {
					t.Errorf("%q at %v: %s went from %v to %v", amounts, size, label, at, after[label])
				}
			}
		}
	}
}

// quickPlaces is where each quick amount stands, by its label.
func (r *harness) quickPlaces() map[string]uitest.Box {
	all := map[string]uitest.Box{}
	for _, d := range uitest.Scene(r.win.Canvas())[0] {
		if k, is := d.Object.(*control.QuickKey); is {
			all[k.Label()] = d.Box
		}
	}
	return all
}

// TestTheLastAmountIsNobodyElses: who signs in after another is offered nothing of
// theirs, and a locked till types nothing.
func TestTheLastAmountIsNobodyElses(t *testing.T) {
	r, _ := staffed(t, quickly)
	r.runes("12.5")
	r.keys(fyne.KeyReturn, fyne.KeyReturn, fyne.KeyF2)
	r.says("Again 12.500")
	r.keys(fyne.KeyF12)
	r.alt(1)
	r.alt(0)
	r.runes("2581")
	r.keys(fyne.KeyEscape) // whose sales they are
	r.says("Again 12.500", "0 .000")
	r.keys(fyne.KeyF12)
	r.keys(fyne.KeyDown)
	r.runes("2582")
	r.keys(fyne.KeyEscape)
	r.saysNot("Again 12.500")
}

// TestQuickAmountsOfAnotherCurrencyGo: the settings empty them, and say so.
func TestQuickAmountsOfAnotherCurrencyGo(t *testing.T) {
	r := newHarness(t, quickly, rooms)
	r.shell.openSettings()
	r.turnSettings("settings.till")
	for _, c := range uitest.All[*control.Chip](r.shell.work.Screen().Object()) {
		if c.Label() == "BHD" {
			test.Tap(c)
		}
	}
	r.says("The quick amounts were in LYD.")
	r.picture("quick-settings-emptied")
	r.keys(fyne.KeyReturn)
	if set := r.till.set; set.Currency != "BHD" || set.Quick != "" || !set.Repeat {
		t.Errorf("kept %+v", set)
	}
}

// TestAFarAmountIsReadAgainWithoutASetting: seven digits from the first sale on, and ten
// times the usual once fifty sales have shown what that is, of before this start or since.
func TestAFarAmountIsReadAgainWithoutASetting(t *testing.T) {
	r := newHarness(t)
	r.runes("1000000")
	r.keys(fyne.KeyReturn)
	r.says("Seven digits or more.", "One million Libyan dinars")
	r.picture("guard-digits")
	r.keys(fyne.KeyEscape)
	for n := range 50 {
		r.shell.saw(sale(100+n, paid), true)
	}
	r.runes("124")
	r.keys(fyne.KeyReturn)
	r.saysNot("It is right: charge")
	r.keys(fyne.KeyEscape)
	r.runes("125")
	r.keys(fyne.KeyReturn)
	r.says("At least ten times the usual amount here, 12.500", "It is right: charge")
	r.picture("guard-far")
}
