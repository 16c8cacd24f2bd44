package settings

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the settings and their pages and follows each
// name to the file that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	for folder, c := range map[string]struct {
		least int
		order []layers.Layer
	}{
		".": {40, []layers.Layer{
			{Name: "what is asked", Files: "deps"},
			{Name: "screen", Files: "screen host save"},
		}},
		"page": {12, []layers.Layer{
			{Name: "contract", Files: "page"},
			{Name: "parts of pages", Files: "card value browser preference typed"},
		}},
		"gateway": {60, []layers.Layer{
			{Name: "what is asked", Files: "deps"},
			{Name: "draft", Files: "draft"},
			{Name: "connection", Files: "connection"},
			{Name: "what both pages have", Files: "phrase bank"},
			{Name: "pages", Files: "keyrow keys environment"},
			{Name: "both", Files: "gateway"},
		}},
		"people": {20, []layers.Layer{
			{Name: "what is asked", Files: "deps"},
			{Name: "page", Files: "list person rights may"},
		}},
		"shop": {10, []layers.Layer{
			{Name: "draft", Files: "draft"},
			{Name: "parts of the page", Files: "slip picker login"},
			{Name: "pages", Files: "shop day seller"},
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
