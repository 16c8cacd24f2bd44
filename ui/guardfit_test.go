package ui

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestTheGuardIsSeenWhole: at twice the size of text in the smallest window, the
// amount that is asked about and both answers are in view, whole, in every
// language; and so is what a manager allows.
func TestTheGuardIsSeenWhole(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, typed := range []string{"1250.5", "999999.999"} {
			r := newHarness(t, shopFloor, everything)
			r.wear(dress{size: fyne.NewSize(1024, 640), lang: lang, text: 2})
			r.till.set.AskAbove = "500"
			r.runes(typed)
			r.keys(fyne.KeyReturn)
			r.pass(time.Second)
			r.picture(fmt.Sprintf("guard-largest-small-%s-%s", lang, typed))
			amounts, buttons := 0, 0
			layers := uitest.Scene(r.win.Canvas())
			for _, d := range layers[len(layers)-1] {
				var what string
				switch o := d.Object.(type) {
				case *typeset.Amount:
					if len(d.In) == 0 || d.Box.Bottom-d.Box.Top < theme.PrimaryHigh { // that of the button
						continue
					}
					what = "the amount"
					amounts++
				case *control.Button:
					if s := o.Spec(); s.Key != "Esc" && s.Key != "Enter" {
						continue
					}
					what = o.Spec().Label
					buttons++
				default:
					continue
				}
				if d.Seen.Empty() || !d.Box.Within(d.Seen, 1.5) {
					t.Errorf("%s, %s: %s stands at %v, of which %v is seen", lang, typed, what, d.Box, d.Seen)
				}
			}
			if amounts != 1 || buttons != 2 {
				t.Errorf("%s, %s: %d amounts and %d buttons", lang, typed, amounts, buttons)
			}
		}
	}
}
