package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/words"
)

// TestWhoComesNextBeginsAnew also where the lock was built again in another language after they chose their tile; who
// was there last goes on with what they typed.
func TestWhoComesNextBeginsAnew(t *testing.T) {
	for _, built := range []bool{false, true} {
		for pin, kept := range map[string]bool{"2582": false, "2581": true} {
			r, _ := staffed(t)
			r.runes("12.5")
			r.keys(fyne.KeyF12, fyne.KeyDown) // Yusuf’s tile
			if built {
				r.shell.people.SetLanguage(words.French)
			}
			if kept { // Samira is back
				r.keys(fyne.KeyUp)
			}
			r.runes(pin)
			r.keys(fyne.KeyEscape) // whose sales they are
			if r.shell.session.Shut() {
				t.Fatalf("built again %v: %s opens nothing", built, pin)
			}
			if got := r.shell.typed.draft.Amount.Amount().Minor; (got == 12_500) != kept || !kept && got != 0 {
				t.Errorf("built again %v, who was there last %v: the amount is %d", built, kept, got)
			}
		}
	}
}
