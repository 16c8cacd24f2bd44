package owed

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestKeysOfAReturn: that an entry's money was returned takes its bank's reference and one
// Enter; the newest entry is picked, and the whole is what is returned.
func TestKeysOfAReturn(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.runes("FT-1") // the bank's, not counted
	r.key(fyne.KeyReturn)
	if got := len(r.till.rows); got != 6 || r.till.rows[5].Reference != "FT-1" || r.till.rows[5].Minor != 15_250 {
		t.Errorf("after one key beside the reference: %+v", r.till.rows[4:])
	}
}
