package setup

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

// TestStructureOfTheFirstRun compares what stands where with masters. A changed
// picture shows first as a changed master: look at it before accepting it.
func TestStructureOfTheFirstRun(t *testing.T) {
	for _, lang := range []string{words.English, words.Arabic} {
		r := newHarness(t)
		r.speak(lang)
		master := func(name string) {
			t.Helper()
			r.deps.Focus(nil) // no caret
			outline.Check(t, name+"-"+lang, r.win.Canvas())
		}
		r.types("سوق النور")
		master("till")
		r.screen.page.(*tillPage).use(true)
		r.screen.goTo(stepBank)
		master("bank")
		r.screen.goTo(stepManager)
		master("manager")
		r.screen.goTo(stepRecovery)
		r.keys(fyne.KeyReturn)
		master("recovery")
	}
}
