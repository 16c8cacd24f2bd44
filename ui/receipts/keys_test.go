package receipts

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
)

// TestKeysToFindAReceipt: after F4 its number is typed wherever the focus is, and one Enter
// opens it.
func TestKeysToFindAReceipt(t *testing.T) {
	r := newHarness(t, friday20()).show()
	for _, digit := range "408" {
		r.screen.Press(screen.KeyPress{Rune: digit})
		r.wait()
	}
	r.wait()
	r.key(fyne.KeyReturn)
	if !r.screen.Reading() || r.screen.view.title.Text() != "Receipt T-0408" {
		t.Errorf("after one key beside the number: reading %v, %q", r.screen.Reading(), r.screen.view.title.Text())
	}
}
