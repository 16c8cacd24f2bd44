package settings

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/words"
)

// TestShiftsAndCashAreOffUntilAShopChoosesThem, and what they need is asked only
// then.
func TestShiftsAndCashAreOffUntilAShopChoosesThem(t *testing.T) {
	r := newHarness(t).reach(atDay)
	if r.set.Shifts || r.set.Cash || r.segments("settings.day.shifts").Selected() != 0 || r.segments("settings.day.cash").Selected() != 0 {
		t.Fatal("a shop begins with shifts or cash")
	}
	r.saysNot("Smallest coin", "before it is counted")
	r.picture("day-off")
	r.choose("settings.day.shifts", 1)
	r.choose("settings.day.cash", 1)
	r.says("Smallest coin that is handed out", "0.250")
	r.choose("settings.day.expected", 1)
	r.choose("settings.day.coin", 1)
	r.picture("day-on")
	r.screen.enter()
	if s := r.set; !s.Shifts || !s.Cash || !s.ShowExpected || s.Coin != 500 {
		t.Errorf("kept %+v", s)
	}
	r.choose("settings.day.coin", 0)
	r.screen.enter()
	if r.set.Coin != 0 {
		t.Errorf("the currency's own coin is kept as %d", r.set.Coin)
	}
}

// TestAnOpenShiftForbidsInWords what cannot be changed while it is open, where it
// is chosen.
func TestAnOpenShiftForbidsInWords(t *testing.T) {
	r := newHarness(t).reach(atDay)
	r.choose("settings.day.shifts", 1)
	r.saveErr = &journal.Error{Code: journal.CodeShiftOpen}
	r.screen.goTo(atLook)
	r.screen.enter()
	r.says("A shift is open. Close it first.")
	if r.screen.memory.at != atDay || r.set.Shifts {
		t.Errorf("at %d, shifts %v", r.screen.memory.at, r.set.Shifts)
	}
}

// TestNothingMovesUnderAFingerWhereShiftsOrCashAreSwitched: what each of them needs has a
// place of its own, which is kept while it is not asked. The next tap meets what stood
// there.
func TestNothingMovesUnderAFingerWhereShiftsOrCashAreSwitched(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, func(r *harness) { r.env.Words = words.MustLoad(lang) }).reach(atDay)
		at := func(o fyne.CanvasObject) fyne.Position {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		}
		stood := map[string]fyne.Position{}
		look := func(what string) {
			t.Helper()
			for _, key := range []string{"settings.day.shifts", "settings.day.cash", "settings.day.expected", "settings.day.coin"} {
				one := r.shown(key)
				if one == nil {
					continue
				}
				if was, seen := stood[key]; seen && was != at(one) {
					t.Errorf("%s, %s: %s went from %v to %v", lang, what, key, was, at(one))
				}
				stood[key] = at(one)
			}
		}
		look("off")
		for _, step := range []struct {
			what string
			of   string
			to   int
		}{{"shifts on", "shifts", 1}, {"cash on", "cash", 1}, {"shifts off", "shifts", 0}, {"cash off", "cash", 0}, {"cash on alone", "cash", 1}} {
			r.choose("settings.day."+step.of, step.to)
			look(step.what)
		}
		if len(stood) != 4 {
			t.Errorf("%s: %d choices were seen", lang, len(stood))
		}
		r.picture("day-cash-alone-" + lang)
	}
}

// TestSavedIsSaidOfThePageOnWhichItWas, and is gone on another.
func TestSavedIsSaidOfThePageOnWhichItWas(t *testing.T) {
	r := newHarness(t).reach(atDay)
	r.choose("settings.day.shifts", 1)
	r.screen.enter()
	saved := r.env.Words.T("settings.saved")
	r.says(saved)
	r.screen.goTo(atShop)
	r.saysNot(saved)
	r.screen.goTo(atDay)
	r.saysNot(saved)
}
