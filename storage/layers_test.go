package storage

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the store and its packages and follows each
// name to the file that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	for folder, c := range map[string]struct {
		least int
		order []layers.Layer
	}{
		".": {80, []layers.Layer{
			{Name: "options", Files: "options long_reads"},
			{Name: "parts", Files: "warnings second checkpoints sealers environment place layout copier"},
			{Name: "transactions", Files: "store replaced patience commit group"},
			{Name: "maintenance", Files: "scrub copy compact rewriting migrate rotate recovery rollback restored open close"},
		}},
		"internal/record": {80, []layers.Layer{
			{Name: "sealed buckets", Files: "errors guard seal overlay bucket"},
			{Name: "records", Files: "record manifest record_day record_bank journal"},
		}},
		"internal/index": {20, []layers.Layer{
			{Name: "terms", Files: "terms"},
			{Name: "postings", Files: "gateway_names postings hours walk booked index"},
		}},
		"internal/reading": {20, []layers.Layer{
			{Name: "records of the day", Files: "reader day_read"},
			{Name: "lists", Files: "narrow"},
			{Name: "questions", Files: "read bearers page totals figures bank"},
		}},
		"internal/writing": {30, []layers.Layer{
			{Name: "writer", Files: "moves writer reindex keep_figures write_settings write_day write_bank write_debts"},
		}},
		"verify": {40, []layers.Layer{
			{Name: "auditor", Files: "recount_day verify sales chain day figures terms"},
		}},
		"migrate": {20, []layers.Layer{
			{Name: "rewriting", Files: "rewrite"},
			{Name: "layouts", Files: "layout build_figures build_day build_names reseal"},
		}},
	} {
		r, err := layers.Check(folder, c.order)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Problems {
			t.Errorf("%s: %s", folder, p)
		}
		if r.Followed < c.least {
			t.Errorf("%s: only %d names of other files were followed", folder, r.Followed)
		}
	}
}
