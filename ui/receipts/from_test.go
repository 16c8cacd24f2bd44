package receipts

import (
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestAPaidQRNamesNoAccount on the sheet of what happened, nor on paper: one was validated first, and
// its code did not pay. Of a sale that nobody knows the account may still pay, and is named.
func TestAPaidQRNamesNoAccount(t *testing.T) {
	h := friday20()
	r := newHarness(t, h)
	for status, want := range map[journal.Status]bool{journal.StatusPaid: false, journal.StatusUnknown: true} {
		s := *h.add(20, "14:40", status, core.RouteQR, 5000)
		s.Institution, s.Session.MaskedAccount = "First Practice Bank", "•••• 4417"
		if said := tryName(r.env, 1, s); strings.Contains(said, "4417") != want || strings.Contains(said, "First Practice Bank") != want {
			t.Errorf("%s: the try is called %q", status, said)
		}
	}
}
