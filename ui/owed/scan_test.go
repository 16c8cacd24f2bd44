package owed

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestAScannersEnterRecordsNothing: a barcode may be a reference, and never a sum; it
// takes an Enter of a person.
func TestAScannersEnterRecordsNothing(t *testing.T) {
	const code, byScanner = "628100", 5 * time.Millisecond // as short as a barcode may be
	r := newHarness(t, words.English, theme.Look{})
	r.types(code, byScanner)
	r.key(fyne.KeyReturn)
	if n := len(r.till.rows); n != 5 {
		t.Fatalf("a scan recorded %+v", r.till.rows[5:])
	}
	test.Tap(r.screen.entry.much.part)
	r.typed = r.typed.Add(time.Second)
	r.types(code, byScanner)
	r.key(fyne.KeyReturn)
	if n, typed := len(r.till.rows), r.screen.entry.sum.Text(); n != 5 || typed != "" {
		t.Errorf("%d rows, and %q is a sum", n, typed)
	}
	r.runes("5")
	r.key(fyne.KeyReturn)
	if last := r.till.rows[len(r.till.rows)-1]; len(r.till.rows) != 6 || last.Minor != 5_000 || last.Reference != code {
		t.Errorf("recorded %+v", last)
	}
}
