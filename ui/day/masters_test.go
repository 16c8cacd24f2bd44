//go:build !race

package day

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestStructureOfTheDay compares what stands where with masters. A changed picture
// shows first as a changed master: look at it before accepting it.
func TestStructureOfTheDay(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	walk(r, func(name string) {
		switch name {
		case "day", "hand", "move-typed", "x", "zs", "count", "reason", "closed", "open":
			test.AssertRendersToMarkup(t, "day-"+name+".xml", r.window.Canvas())
		}
	})
}
