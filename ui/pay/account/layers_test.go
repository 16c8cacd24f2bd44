package account

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the package and follows each name to the file
// that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 300,
		layers.Layer{Name: "lists and fields", Files: "stop choice choices number"},
		layers.Layer{Name: "what is kept and asked", Files: "forms deps"},
		layers.Layer{Name: "form", Files: "account keys draw institutions short"},
	)
}
