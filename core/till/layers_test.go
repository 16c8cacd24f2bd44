package till

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestTheFacadeRefersOneWay holds the order in which the package is read.
func TestTheFacadeRefersOneWay(t *testing.T) {
	r, err := layers.Check(".", []layers.Layer{
		{Name: "opening and closing", Files: "till"},
		{Name: "reading", Files: "history"},
		{Name: "operations", Files: "acts"},
		{Name: "records from elsewhere", Files: "import"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Error(p)
	}
	if r.Followed < 20 {
		t.Errorf("only %d names of other files were followed", r.Followed)
	}
}
