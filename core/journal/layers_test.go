package journal

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestRecordsReferOneWay holds the order in which the package is read.
func TestRecordsReferOneWay(t *testing.T) {
	r, err := layers.Check(".", []layers.Layer{
		{Name: "words", Files: "errors saleid audit rights staff settings"},
		{Name: "sale", Files: "sale"},
		{Name: "statements of banks", Files: "reconciled"},
		{Name: "history", Files: "history"},
		{Name: "states", Files: "status"},
		{Name: "events and watching", Files: "watch apply"},
		{Name: "figures and queries", Files: "figures query"},
		{Name: "papers", Files: "receipt"},
		{Name: "cash", Files: "drawer cash paper"},
		{Name: "owed back", Files: "debt outcome"},
		{Name: "shifts", Files: "shift shift_add shift_sum shift_check"},
		{Name: "a journal that was put back", Files: "freeze"},
		{Name: "store", Files: "store"},
		{Name: "what a till tells", Files: "view"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Error(p)
	}
	if r.Followed < 300 {
		t.Errorf("only %d names of other files were followed", r.Followed)
	}
}
