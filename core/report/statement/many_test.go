//go:build !race

package statement_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestManyRowsAreReadInTime: a quarter of a year of a large shop.
func TestManyRowsAreReadInTime(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	text.WriteString("Date,Reference,Amount (LYD),D/C\n")
	want := int64(0)
	const n = 20_000
	for i := range n {
		minor := 1 + r.Int64N(1_000_000)
		side := "C"
		if want += minor; i%7 == 0 {
			side, want = "D", want-2*minor
		}
		fmt.Fprintf(&text, "%02d/11/2026,ID%08d-X,%d.%03d,%s\n", 1+i%30, i, minor/1000, minor%1000, side)
	}
	began := time.Now()
	s, _, err := opened(t, []byte(text.String()), nil)
	took := time.Since(began)
	sum := int64(0)
	for _, l := range s.Lines {
		sum += l.Amount.Minor
	}
	t.Logf("%d rows in %v", len(s.Lines), took)
	if err != nil || len(s.Lines) != n || sum != want || took > 30*time.Second {
		t.Errorf("%d rows, sum %d, want %d, in %v, %v", len(s.Lines), sum, want, took, err)
	}
}
