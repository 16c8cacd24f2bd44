package reports

import (
	"testing"

	"sanduq/core/tests/layers"
)

func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 60,
		layers.Layer{Name: "what is asked", Files: "asked bars deps"},
		layers.Layer{Name: "words and drawings", Files: "say draw chart"},
		layers.Layer{Name: "chips", Files: "chips places"},
		layers.Layer{Name: "tables", Files: "table taken"},
		layers.Layer{Name: "page", Files: "page place rows"},
		layers.Layer{Name: "tabs", Files: "screen"},
	)
}
