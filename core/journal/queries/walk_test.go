package queries_test

import (
	"context"
	"errors"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// TestZsAfterANumber: all of them, over several pages, the newest first; an error is no shorter list.
func TestZsAfterANumber(t *testing.T) {
	const newest = 95
	broken := errors.New("the disk is away")
	fails := uint64(0)
	zs := func(_ context.Context, before uint64, limit int) (page []journal.Z, err error) {
		if fails != 0 && before == fails {
			return nil, broken
		}
		if before == 0 {
			before = newest + 1
		}
		for seq := before - 1; seq > 0 && len(page) < limit; seq-- {
			page = append(page, journal.Z{Seq: seq})
		}
		return page, nil
	}
	for _, after := range []uint64{0, 1, 5, 35, 64, 65, 66, 94, 95, 200} {
		all, err := queries.ZsAfter(t.Context(), zs, after)
		if want := int(newest - min(newest, after)); err != nil || len(all) != want {
			t.Fatalf("after %d: %d Zs, want %d, %v", after, len(all), want, err)
		}
		for i, z := range all {
			if z.Seq != newest-uint64(i) {
				t.Fatalf("after %d: Z %d stands at %d", after, z.Seq, i)
			}
		}
	}
	fails = 66
	if all, err := queries.ZsAfter(t.Context(), zs, 0); !errors.Is(err, broken) || len(all) != 0 {
		t.Errorf("%d Zs, %v", len(all), err)
	}
}
