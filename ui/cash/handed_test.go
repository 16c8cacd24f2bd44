package cash

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/core/money"
)

func TestQuickNotes(t *testing.T) {
	for _, c := range []struct {
		minor    int64
		currency string
		want     []int64
	}{
		{42_500, "LYD", []int64{45_000, 50_000, 60_000}}, {50_000, "LYD", []int64{60_000}}, {4_000, "LYD", []int64{5_000, 10_000, 20_000}},
		{0, "LYD", nil}, {-1, "LYD", nil}, {100, "VUV", nil}, {math.MaxInt64, "LYD", nil},
	} {
		var got []int64
		for _, h := range quickNotes(money.Amount{Minor: c.minor, Currency: c.currency}) {
			got = append(got, h.Minor)
		}
		if len(got) != len(c.want) {
			t.Errorf("%d %s: %v", c.minor, c.currency, got)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%d %s: %v", c.minor, c.currency, got)
			}
		}
	}
}

// Each sum on offer is more than what is due, no two are alike, and the notes
// that are named make it up.
func TestQuickNotesMakeUpTheirSum(t *testing.T) {
	var all []string
	for _, currency := range money.Known() {
		if len(journal.Denominations(currency)) > 0 {
			all = append(all, currency)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		currency := rapid.SampledFrom(all).Draw(r, "currency")
		due := money.Amount{Minor: rapid.Int64Range(1, 10_000_000).Draw(r, "due"), Currency: currency}
		last := due.Minor
		for _, h := range quickNotes(due) {
			if h.Minor <= last {
				r.Fatalf("%v: %d after %d", due, h.Minor, last)
			}
			last = h.Minor
			count, err := journal.CountDrawer(currency, h.Pieces)
			if err != nil || count.Minor != h.Minor {
				r.Fatalf("%v: %+v is %+v, %v", due, h, count, err)
			}
		}
	})
}
