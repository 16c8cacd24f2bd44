package collector

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestTheCollectorRefersOneWay holds the order in which the package is read.
func TestTheCollectorRefersOneWay(t *testing.T) {
	r, err := layers.Check(".", []layers.Layer{
		{Name: "database", Files: "connect"},
		{Name: "what is held", Files: "ends job alarms columns held"},
		{Name: "what is written", Files: "day effects causes sales"},
		{Name: "groups", Files: "batcher"},
		{Name: "batches", Files: "collector beats quota keys validate take apart"},
		{Name: "questions", Files: "seals asked verify"},
		{Name: "HTTP", Files: "handler"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Error(p)
	}
	if r.Followed < 100 {
		t.Errorf("only %d names of other files were followed", r.Followed)
	}
}
