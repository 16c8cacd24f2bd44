package owed

import (
	"testing"

	"sanduq/core/tests/layers"
)

func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 30,
		layers.Layer{Name: "what is asked", Files: "deps said"},
		layers.Layer{Name: "what is read", Files: "ledger"},
		layers.Layer{Name: "parts", Files: "month sums entry"},
		layers.Layer{Name: "screen", Files: "screen"},
	)
}
