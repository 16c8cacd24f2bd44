package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/audit"
)

// TestWhoMayNotSeeSumsIsAskedForEachExportOfTheDay: below the earlier Zs and beside
// the ledger and the book, by a person whose right serves once, as for receipts.
func TestWhoMayNotSeeSumsIsAskedForEachExportOfTheDay(t *testing.T) {
	r, staff := staffed(t, withDay, func(r *harness, o *Options) { r.till.sales = nil })
	w := r.shell.env.Words
	exports := func(title string) {
		t.Helper()
		lent := len(staff.said)
		r.pressed(w.T("export.title"))
		r.says("A person who may see totals must allow this export.")
		r.saysNot(title)
		r.runesIn("2584")
		r.says(title)
		if said := staff.said[lent:]; len(said) != 1 || said[0] != "lent Huda sums" || len(staff.lent) != 0 {
			t.Errorf("%v, left over %v", said, staff.lent)
		}
		r.shell.decisions.Close()
	}
	r.keys(fyne.KeyF8)
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	for range 7 {
		r.runes("3")
		r.pass(time.Second)
		r.keys(fyne.KeyReturn)
	}
	r.runes("L")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	exports("Export 1 Z")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn, fyne.KeyReturn)
	r.pressed(w.T("day.zs"))
	exports("Export 1 Z")
	r.keys(fyne.KeyEscape)
	for tab, title := range map[string]string{"owed.tab": "Export 2 lines of the ledger", audit.Tab: "Export 3 entries"} {
		r.pressed(w.T("reports.tab"))
		if r.shell.decisions.Card() != nil {
			r.runesIn("2584")
		}
		r.pressed(w.T(tab))
		exports(title)
		r.keys(fyne.KeyF2, fyne.KeyF8)
	}
}

// TestWhoMaySeeSumsExportsAtOnce.
func TestWhoMaySeeSumsExportsAtOnce(t *testing.T) {
	r := newHarness(t, withDay)
	w := r.shell.env.Words
	r.keys(fyne.KeyF8)
	for tab, title := range map[string]string{"owed.tab": "Export 2 lines of the ledger", audit.Tab: "Export 3 entries"} {
		r.pressed(w.T("reports.tab"))
		r.pressed(w.T(tab))
		r.pressed(w.T("export.title"))
		r.says(title, "Excel")
		r.keys(fyne.KeyReturn)
		r.says("Saved: ")
		r.keys(fyne.KeyEscape)
		r.keys(fyne.KeyF2, fyne.KeyF8)
	}
}
