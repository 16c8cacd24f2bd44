package receipts

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer holds the screen and the packages below it.
func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 150,
		layers.Layer{Name: "what is asked", Files: "deps cash places memory fonts look"},
		layers.Layer{Name: "words", Files: "say load"},
		layers.Layer{Name: "small parts", Files: "facts row faultbar saver"},
		layers.Layer{Name: "parts", Files: "known totals"},
		layers.Layer{Name: "list, its filters and the preview", Files: "list list_render preview filters asking filter_said"},
		layers.Layer{Name: "pages", Files: "view happened happened_said reconciled index nothing fill"},
		layers.Layer{Name: "screen", Files: "screen"},
	)
	layers.Require(t, "pager", 5, layers.Layer{Name: "pages", Files: "pager"}, layers.Layer{Name: "place", Files: "place"})
	layers.Require(t, "source", 5, layers.Layer{Name: "what is asked", Files: "asks"}, layers.Layer{Name: "source", Files: "source"})
}
