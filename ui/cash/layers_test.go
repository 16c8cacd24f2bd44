package cash

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the package and follows each name to the file
// that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 60,
		layers.Layer{Name: "what is asked", Files: "deps instead"},
		layers.Layer{Name: "parts", Files: "head handed quick sums"},
		layers.Layer{Name: "screen", Files: "cash"},
		layers.Layer{Name: "snapshot", Files: "keep"},
	)
}
