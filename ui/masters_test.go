package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/uitest/outline"
)

// TestStructureOfTheWindow compares what stands where with masters. A changed
// picture shows first as a changed master: look at it before accepting it.
func TestStructureOfTheWindow(t *testing.T) {
	r := newHarness(t, shopFloor)
	master := func(name string) { outline.Check(t, "window-"+name, r.win.Canvas()) }
	r.runes("12.5")
	master("sale")
	r.keys(fyne.KeyReturn)
	master("route")
	r.keys(fyne.KeyReturn)
	r.notice(sale(12, version(2)))
	master("qr")
	r.keys(fyne.KeyF7)
	master("set-aside")
	r.keys(fyne.KeyEscape)
	r.notice(sale(12, version(3), state(core.StateWaitingPayment)))
	master("waiting")
	r.notice(sale(12, version(4), paid))
	master("paid")
	r.pass(time.Second)
}
