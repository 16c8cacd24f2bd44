package unknown

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the package and follows each name to the file
// that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 60,
		layers.Layer{Name: "what is asked", Files: "deps"},
		layers.Layer{Name: "parts", Files: "slip repeat"},
		layers.Layer{Name: "screen", Files: "unknown cards place large"},
	)
}
