package day

import (
	"testing"

	"sanduq/core/tests/layers"
)

func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 150,
		layers.Layer{Name: "what is asked", Files: "deps memory"},
		layers.Layer{Name: "words", Files: "words"},
		layers.Layer{Name: "the screen, which knows a page by its methods", Files: "screen reading early scan drawer say"},
		layers.Layer{Name: "parts of pages", Files: "numbers form sheet mail"},
		layers.Layer{Name: "pages", Files: "page overview begin paperpage reverse count difference closed date move xpage zspage"},
		layers.Layer{Name: "which pages there are", Files: "new"},
	)
}
