package cash

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the package and follows each name to the file
// that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	r, err := layers.Check(".", []layers.Layer{
		{Name: "what is asked", Files: "deps instead"},
		{Name: "parts", Files: "head quick sums"},
		{Name: "screen", Files: "cash"},
		{Name: "what becomes of it", Files: "keep"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Error(p)
	}
	if r.Followed == 0 {
		t.Error("no name was followed")
	}
}
