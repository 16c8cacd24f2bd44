//go:build !race

package audit

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

// TestStructureOfTheBook compares what stands where with masters. A changed picture
// shows first as a changed master: look at it before accepting it.
func TestStructureOfTheBook(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, usual())
	test.Tap(r.screen.ranges[2])
	outline.Check(t, "audit-list", r.window.Canvas())
	test.Tap(r.screen.kind)
	outline.Check(t, "audit-kinds", r.window.Canvas())
}
