package cashier

import (
	"testing"

	"sanduq/core/tests/layers"
)

func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 40,
		layers.Layer{Name: "which screen a sale demands", Files: "kind"},
		layers.Layer{Name: "what is asked", Files: "desk"},
		layers.Layer{Name: "the steps and what each is built from", Files: "steps parts"},
	)
}
