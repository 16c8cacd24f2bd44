package code

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the package and follows each name to the file
// that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 100,
		layers.Layer{Name: "what is asked", Files: "deps demand"},
		layers.Layer{Name: "parts", Files: "tries whose"},
		layers.Layer{Name: "pad", Files: "code draw large"},
		layers.Layer{Name: "snapshot", Files: "keep"},
	)
}
