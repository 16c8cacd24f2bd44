package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/keys"
)

// scan is what a barcode scanner types into a window in which nothing but the
// canvas hears keys.
func (r *harness) scan(code string, enter bool) {
	r.now, r.scans = r.now.Add(time.Second), true
	for _, c := range code {
		r.now = r.now.Add(4 * time.Millisecond)
		r.win.Canvas().OnTypedRune()(c)
	}
	if enter {
		r.now = r.now.Add(4 * time.Millisecond)
		r.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	for range 2 + int((keys.StallGap+keys.ScanGap)/keys.ScanGap) {
		r.pass(keys.ScanGap)
	}
	r.scans = false
}

func TestABarcodeOnALockedTillIsNoCode(t *testing.T) {
	r, staff := staffed(t)
	r.keys(fyne.KeyF12)
	for _, enter := range []bool{true, true, false, true} {
		r.scan("6291041500213", enter)
	}
	r.scan("AB-12346", true)
	if staff.wrong != 0 {
		t.Errorf("%d wrong codes", staff.wrong)
	}
	r.saysNot("Wrong")
	r.runes("2581") // no dot stands before it
	staff.did(t, "out", "in Samira")
}

func TestABarcodeIsNoManagersCode(t *testing.T) {
	r, staff := staffed(t)
	r.shell.approvals.Again([]journal.Right{journal.RightSettings}, func() { staff.said = append(staff.said, "went on") })
	for _, enter := range []bool{true, false, true} {
		r.scan("6291041500213", enter)
	}
	if staff.wrong != 0 || r.shell.decisions.Card() == nil {
		t.Errorf("%d wrong codes; still asked: %v", staff.wrong, r.shell.decisions.Card() != nil)
	}
	r.saysNot("Wrong")
	r.runesIn("2584") // no dot stands before it
	staff.did(t, "lent Huda settings", "went on")
}
