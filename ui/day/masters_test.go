//go:build !race

package day

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

// TestStructureOfTheDay compares what stands where with masters. A changed picture
// shows first as a changed master: look at it before accepting it.
func TestStructureOfTheDay(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	walk(r, func(name string) {
		switch name {
		case "day", "hand", "move-typed", "x", "zs", "count", "reason", "closed", "open":
			outline.Check(t, "day-"+name, r.window.Canvas())
		}
	})
}

// TestStructureOfMoreOut is where a person is told that the drawer should hold less.
func TestStructureOfMoreOut(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.screen.page.(*dayPage).move(journal.MovementOut)
	r.runes("900")
	r.key(fyne.KeyReturn)
	r.runes("to the bank")
	r.till.fail = &journal.Error{Code: journal.CodeDrawer}
	r.key(fyne.KeyReturn)
	outline.Check(t, "day-move-beyond", r.window.Canvas())
}
