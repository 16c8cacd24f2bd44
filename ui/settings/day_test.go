package settings

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/words"
)

// TestShiftsAndCashAreOffUntilAShopChoosesThem, and what they need is asked only
// then.
func TestShiftsAndCashAreOffUntilAShopChoosesThem(t *testing.T) {
	r := newHarness(t).reach(atDay)
	p := r.screen.day
	if r.set.Shifts || r.set.Cash || p.shifts.Selected() != 0 || p.cash.Selected() != 0 {
		t.Fatal("a shop begins with shifts or cash")
	}
	r.saysNot("Smallest coin", "before it is counted")
	r.picture("day-off")
	p.shifts.OnSelected(1)
	p.cash.OnSelected(1)
	r.says("Smallest coin that is handed out", "0.250")
	p.expected.OnSelected(1)
	p.coin.OnSelected(1)
	r.picture("day-on")
	r.screen.enter()
	if s := r.set; !s.Shifts || !s.Cash || !s.ShowExpected || s.Coin != 500 {
		t.Errorf("kept %+v", s)
	}
	p.coin.OnSelected(0)
	r.screen.enter()
	if r.set.Coin != 0 {
		t.Errorf("the currency's own coin is kept as %d", r.set.Coin)
	}
}

// TestAnOpenShiftForbidsInWords what cannot be changed while it is open, where it
// is chosen.
func TestAnOpenShiftForbidsInWords(t *testing.T) {
	r := newHarness(t).reach(atDay)
	r.screen.day.shifts.OnSelected(1)
	r.saveErr = &journal.Error{Code: journal.CodeShiftOpen}
	r.screen.turn(atLook)
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
		r := newHarness(t, func(r *harness) { r.deps.Words = words.MustLoad(lang) }).reach(atDay)
		p := r.screen.day
		at := func(o fyne.CanvasObject) fyne.Position {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		}
		stood := map[*control.Segmented]fyne.Position{}
		look := func(what string) {
			t.Helper()
			for _, one := range []*control.Segmented{p.shifts, p.cash, p.expected, p.coin} {
				if !visible(r.win.Canvas().Content(), one) {
					continue
				}
				if was, seen := stood[one]; seen && was != at(one) {
					t.Errorf("%s, %s: a choice went from %v to %v", lang, what, was, at(one))
				}
				stood[one] = at(one)
			}
		}
		look("off")
		for _, step := range []struct {
			what string
			of   *control.Segmented
			to   int
		}{{"shifts on", p.shifts, 1}, {"cash on", p.cash, 1}, {"shifts off", p.shifts, 0}, {"cash off", p.cash, 0}, {"cash on alone", p.cash, 1}} {
			step.of.OnSelected(step.to)
			look(step.what)
		}
		if len(stood) != 4 {
			t.Errorf("%s: %d choices were seen", lang, len(stood))
		}
		r.picture("day-cash-alone-" + lang)
	}
}

// visible reports whether something is shown with all that it stands in.
func visible(in, o fyne.CanvasObject) bool {
	if in == o {
		return o.Visible()
	}
	if c, ok := in.(*fyne.Container); ok && c.Visible() {
		for _, one := range c.Objects {
			if visible(one, o) {
				return true
			}
		}
	}
	if s, ok := in.(*container.Scroll); ok && s.Visible() {
		return visible(s.Content, o)
	}
	if w, ok := in.(fyne.Widget); ok && w.Visible() {
		for _, one := range test.WidgetRenderer(w).Objects() {
			if visible(one, o) {
				return true
			}
		}
	}
	return false
}

// TestSavedIsSaidOfThePageOnWhichItWas, and is gone on another.
func TestSavedIsSaidOfThePageOnWhichItWas(t *testing.T) {
	r := newHarness(t).reach(atDay)
	r.screen.day.shifts.OnSelected(1)
	r.screen.enter()
	saved := r.deps.Words.T("settings.saved")
	r.says(saved)
	r.screen.turn(atShop)
	r.saysNot(saved)
	r.screen.turn(atDay)
	r.saysNot(saved)
}
