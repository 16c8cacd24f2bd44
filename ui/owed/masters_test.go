//go:build !race

package owed

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

// TestStructureOfTheLedger compares what stands where with masters. A changed picture
// shows first as a changed master: look at it before accepting it.
func TestStructureOfTheLedger(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	outline.Check(t, "owed-list", r.window.Canvas())
	test.Tap(r.screen.entry.much.part)
	r.runes("900")
	outline.Check(t, "owed-part", r.window.Canvas())
	none := newHarness(t, words.English, theme.Look{}, func(f *fakeTill) { f.rows = nil })
	outline.Check(t, "owed-none", none.window.Canvas())
}
