package day

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/till"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// shortCode is as short as a barcode may be: its first character, which gives the field
// the focus, counts.
const shortCode = "628100"

// TestAScannersEnterDecidesNothingOfTheDay in the fields for a reason and for a name;
// a person's does.
func TestAScannersEnterDecidesNothingOfTheDay(t *testing.T) {
	for name, c := range map[string]struct {
		begin func(*harness)
		want  string
	}{
		"difference": {func(r *harness) {
			r.key(fyne.KeyReturn)
			r.counted("5", "9", "11", "9", "22", "11", "10")
		}, "close: " + shortCode},
		"cash in": {func(r *harness) {
			r.screen.page.(*dayPage).move(till.MovementIn)
			r.runes("5")
			r.key(fyne.KeyReturn)
		}, "in 5.000 " + shortCode},
		"hand": {func(r *harness) { r.screen.turn(stepHand) }, "hand to " + shortCode},
	} {
		r := newHarness(t, words.English, theme.Look{})
		c.begin(r)
		before := fmt.Sprint(r.till.asked)
		r.now = r.now.Add(time.Second)
		r.runes(shortCode) // as fast as a scanner
		r.hurried(fyne.KeyReturn)
		if got := fmt.Sprint(r.till.asked); got != before {
			t.Errorf("%s: a scanner's Enter asked the till for %s", name, got)
		}
		r.hurried(fyne.KeyReturn)
		if n := len(r.till.asked); n == 0 || r.till.asked[n-1] != c.want {
			t.Errorf("%s: the till was asked for %v, not for %q", name, r.till.asked, c.want)
		}
	}
}
