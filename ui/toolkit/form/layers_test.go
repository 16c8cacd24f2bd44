package form

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the package and follows each name to the file
// that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	r, err := layers.Check(".", []layers.Layer{
		{Name: "draft", Files: "draft"},
		{Name: "table", Files: "field"},
		{Name: "form", Files: "row form"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Error(p)
	}
	if r.Followed < 30 {
		t.Errorf("only %d names of other files were followed", r.Followed)
	}
}
