package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/pay"
	"sanduq/ui/uitest"
)

func TestTheFirstDigitReplacesAnAmountThatWasTakenOver(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything)
	begin := func() {
		r.at()
		steps{r.shell}.Replace(sale(12), pay.ReasonNoCode, "")
		r.says("Charge 12 .500")
	}
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"digits replace", func() { r.runes("15") }, "Charge 15 .000"},
		{"the point begins anew", func() { r.runes(".5") }, "Charge 0 .500"},
		{"Backspace edits", func() { r.keys(fyne.KeyBackspace); r.runes("3") }, "Charge 12 .300"},
		{"Delete clears", func() { r.keys(fyne.KeyDelete); r.runes("7") }, "Charge 7 .000"},
		{"000 alone changes nothing", func() { r.press000() }, "Charge 12 .500"},
	} {
		begin()
		c.do()
		if !strings.Contains(r.reads(), c.want) {
			t.Errorf("%s: the screen does not say %q", c.name, c.want)
		}
		r.picture("replaced-" + strings.ReplaceAll(c.name, " ", "-"))
	}
}

// press000 presses the key of three noughts.
func (r *harness) press000() {
	for _, c := range r.buttonsOfPad() {
		if uitest.Words(c) == "000" {
			test.Tap(c.(fyne.Tappable))
		}
	}
}

// buttonsOfPad are the keys of the pad on the screen.
func (r *harness) buttonsOfPad() (all []fyne.CanvasObject) {
	uitest.Walk(r.shell.work.Screen().Object(), func(o fyne.CanvasObject) {
		if _, ok := o.(fyne.Tappable); ok {
			all = append(all, o)
		}
	})
	return all
}
