package receipts

import (
	"testing"

	"fyne.io/fyne/v2"
)

// TestKeysToFindAReceipt: after F4 its number is typed wherever the focus is; one Enter goes
// from the search to the list, and one opens what was found.
func TestKeysToFindAReceipt(t *testing.T) {
	r := newHarness(t, friday20()).show()
	r.ask("T-0408")
	pressed := 0
	for ; !r.screen.Reading() && pressed < 3; pressed++ {
		r.key(fyne.KeyReturn)
	}
	if pressed != 2 || r.screen.view.title.Text() != "Receipt T-0408" {
		t.Errorf("after %d keys beside the number: reading %v, %q, selected %s of %d", pressed, r.screen.Reading(), r.screen.view.title.Text(), r.selected(), r.screen.index.source.List.Len())
	}
}
