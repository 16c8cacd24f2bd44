package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/preferences"
)

// TestAKeptAmountIsReplacedByTheFirstDigit: an amount that was left says that it was kept,
// and the next digit begins another one; an amount that nobody left goes on.
func TestAKeptAmountIsReplacedByTheFirstDigit(t *testing.T) {
	for name, leave := range map[string]func(*harness){
		"the receipts": func(r *harness) { r.keys(fyne.KeyF4, fyne.KeyF2) },
		"the ways":     func(r *harness) { r.keys(fyne.KeyReturn, fyne.KeyEscape) },
		"a sale":       func(r *harness) { r.shell.open(r.till.sales[0].ID); r.keys(fyne.KeyF2) },
		"the settings": func(r *harness) { r.shell.openSettings(); r.keys(fyne.KeyF2) },
	} {
		r := newHarness(t, shopFloor, allRoutes, rooms)
		r.keys(fyne.KeyF2)
		r.runes("12.5")
		r.saysNot("Kept")
		leave(r)
		r.says("12 .500", "Kept: 12.500. A digit begins a new amount.")
		r.runes("7")
		if got := r.shell.typed.draft.Amount.Text(); got != "7.000" {
			t.Errorf("%s: 12.5, away and back, then 7 is %s", name, got)
		}
		r.saysNot("Kept")
	}
}

// TestAnAmountThatNobodyLeftGoesOn, also when the window is made again around it.
func TestAnAmountThatNobodyLeftGoesOn(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, rooms)
	r.keys(fyne.KeyF2)
	r.runes("12.5")
	r.speak("fr")
	r.keys(fyne.KeyF2)
	r.runes("7")
	if got := r.shell.typed.draft.Amount.Text(); got != "12.570" {
		t.Errorf("in another language 12.5 then 7 is %s", got)
	}
	r.shell.env.Preferences.Update(func(v *preferences.Values) { v.Language = "en" })
	r.keys(fyne.KeyBackspace)
	if got := r.shell.typed.draft.Amount.Text(); got != "12.500" {
		t.Errorf("Backspace leaves %s", got)
	}
}

// TestABackspaceEditsAKeptAmount, and takes the mark away.
func TestABackspaceEditsAKeptAmount(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, rooms)
	r.keys(fyne.KeyF2)
	r.runes("12.5")
	r.keys(fyne.KeyF4, fyne.KeyF2, fyne.KeyBackspace)
	r.saysNot("Kept")
	r.runes("7")
	if got := r.shell.typed.draft.Amount.Text(); got != "12.700" {
		t.Errorf("it became %s", got)
	}
}

// TestWrongAmountNeverOffersTheSameAmount: the sale that replaces it is empty, it is not
// offered again with one key, and its end asks for no more of the same.
func TestWrongAmountNeverOffersTheSameAmount(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, rooms, quickly)
	r.runes("12.5")
	r.keys(fyne.KeyReturn, fyne.KeyReturn)
	old := r.till.sales[len(r.till.sales)-1]
	steps{r.shell}.Replace(old, pay.ReasonWrongAmount, "")
	r.saysNot("Again 12.500", "12 .500")
	if d := r.shell.typed.draft; !d.Amount.Empty() || d.Replaces != old.ID {
		t.Errorf("the new sale is %+v", d)
	}
	r.keys(fyne.KeyReturn) // an empty amount leads nowhere
	r.says("0 .000")
}

// TestAnAmountTypedOnPaidIsTheNextSales, also that of a barcode: it is its reference.
func TestAnAmountTypedOnPaidIsTheNextSales(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes)
	r.at(paid)
	r.pass(time.Second)
	r.runes("12.5")
	r.says("Charge 12 .500")
	r.asked("acknowledge #12")
	if d := r.shell.typed.draft; d.Kept || d.Amount.Taken() {
		t.Errorf("the new sale is %+v", d)
	}
}
