package exporting

import (
	"testing"

	"sanduq/core/tests/layers"
)

func TestNothingReachesUpALayer(t *testing.T) {
	layers.Require(t, ".", 60,
		layers.Layer{Name: "what is written", Files: "sales walk folders request forms words"},
		layers.Layer{Name: "files", Files: "books accounts job"},
		layers.Layer{Name: "runner", Files: "runner"},
		layers.Layer{Name: "parts of the card", Files: "cardparts formats spans target"},
		layers.Layer{Name: "card", Files: "card"},
	)
}
