package result

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the package and follows each name to the file
// that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 100,
		layers.Layer{Name: "what is asked", Files: "deps"},
		layers.Layer{Name: "parts", Files: "verdict paper slip"},
		layers.Layer{Name: "end", Files: "end place large keep typing"},
	)
}
