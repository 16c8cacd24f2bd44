package setup

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the package and follows each name to the file
// that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	r, err := layers.Check(".", []layers.Layer{
		{Name: "the way", Files: "panel"},
		{Name: "screen", Files: "deps screen store place"},
		{Name: "pages", Files: "till bank manager recovery"},
		{Name: "all of it", Files: "new"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Error(p)
	}
	if r.Followed < 120 {
		t.Errorf("only %d names of other files were followed", r.Followed)
	}
}
