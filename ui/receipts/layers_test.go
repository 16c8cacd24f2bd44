package receipts

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the packages below the screen, and follows
// each name to the file that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	for folder, order := range map[string][]layers.Layer{
		"pager":  {{Name: "pages", Files: "pager"}, {Name: "place", Files: "place"}},
		"source": {{Name: "what is asked", Files: "asks"}, {Name: "source", Files: "source"}},
	} {
		layers.Hold(t, folder, 5, order...)
	}
}
