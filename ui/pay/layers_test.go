package pay

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the package and follows each name to the file
// that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 8,
		layers.Layer{Name: "values", Files: "call code draft reasons screen"},
		layers.Layer{Name: "helpers", Files: "large control"},
		layers.Layer{Name: "parts", Files: "sending show actions"},
		layers.Layer{Name: "head of a step", Files: "header"},
	)
}
