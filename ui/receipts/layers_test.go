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
		r, err := layers.Check(folder, order)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Problems {
			t.Errorf("%s: %s", folder, p)
		}
		if r.Followed == 0 {
			t.Errorf("%s: no name was followed", folder)
		}
	}
}
