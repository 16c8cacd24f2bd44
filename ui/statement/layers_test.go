package statement

import (
	"testing"

	"sanduq/core/tests/layers"
)

func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 60,
		layers.Layer{Name: "what is asked", Files: "deps files"},
		layers.Layer{Name: "the open statement", Files: "opened hold"},
		layers.Layer{Name: "parts of pages", Files: "parts row last zone"},
		layers.Layer{Name: "pages", Files: "choose columns questions result result_place assign owe stated told sums panel"},
		layers.Layer{Name: "screen", Files: "screen"},
	)
}
