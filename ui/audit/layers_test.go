package audit

import (
	"testing"

	"sanduq/core/tests/layers"
)

func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 30,
		layers.Layer{Name: "what is asked", Files: "deps"},
		layers.Layer{Name: "parts", Files: "check list"},
		layers.Layer{Name: "screen", Files: "screen export"},
	)
}
