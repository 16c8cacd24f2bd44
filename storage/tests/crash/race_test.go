package crash

import (
	"testing"

	"sanduq/core/tests/soak"
)

// TestTwoCopiesNeverShareAStore starts processes on one folder at the same
// moment.
func TestTwoCopiesNeverShareAStore(t *testing.T) {
	n := soak.N(t, 10)
	end := soak.Begin(t, "two-copies", n)
	r := &Races{}
	defer func() {
		end("%d held the store, %d refused, %d killed while others wait, %d races on an empty folder, %d sales shown; double use %d, lost %d, wrong %d",
			r.Held, r.Refused, r.Killed, r.First, r.Sold, len(r.DoubleUse), len(r.Lost), len(r.Wrong))
	}()
	got, err := Race(t.Context(), t.TempDir(), soak.First(t, 1), n)
	if got != nil {
		r = got
	}
	if err != nil {
		t.Error(err)
	}
	for _, all := range [][]string{r.DoubleUse, r.Lost, r.Wrong} {
		for _, text := range all {
			t.Error(text)
		}
	}
	if r.Races != n || n >= 10 && (r.Refused == 0 || r.Killed < n/4 || r.First < n/4 || r.Held < n || r.Sold < n/2) {
		t.Errorf("too little happened: %+v", *r)
	}
}
