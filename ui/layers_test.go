package ui

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the shell and the packages of its parts, and
// follows each name to the file that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	for folder, c := range map[string]struct {
		least int
		order []layers.Layer
	}{
		".": {200, []layers.Layer{
			{Name: "what it is made of", Files: "program options"},
			{Name: "the window", Files: "shell"},
			{Name: "going to a place", Files: "screens"},
			{Name: "who is there", Files: "customer lock feed"},
			{Name: "the history and the settings", Files: "receipts settings"},
			{Name: "the day and the reports", Files: "reports"},
			{Name: "what must be settled", Files: "settle"},
			{Name: "the steps of a sale", Files: "steps"},
			{Name: "a till that was put back", Files: "frozen"},
			{Name: "where the parts lead", Files: "window"},
			{Name: "building", Files: "build"},
			{Name: "preferences", Files: "preferences"},
			{Name: "connecting", Files: "connect leave"},
		}},
		"shell/sidebar": {60, []layers.Layer{
			{Name: "what it asks", Files: "deps"},
			{Name: "the tiles", Files: "tiles column"},
			{Name: "the sidebar", Files: "sidebar places rest"},
		}},
	} {
		r, err := layers.Check(folder, c.order)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Problems {
			t.Errorf("%s: %s", folder, p)
		}
		if r.Followed < c.least {
			t.Errorf("%s: only %d names of other files were followed", folder, r.Followed)
		}
	}
}
