package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// BenchmarkKey is what the window does with a key before it is painted: it is
// to take two milliseconds at most. make bench-window runs it.
func BenchmarkKey(b *testing.B) {
	r := newHarness(b, shopFloor)
	keys := []rune("1234")
	n := 0
	for b.Loop() {
		r.now = r.now.Add(100 * time.Millisecond) // a hand's pace: faster is a scanner
		if i := n % (2 * len(keys)); i < len(keys) {
			r.win.Canvas().OnTypedRune()(keys[i])
		} else {
			r.key(fyne.KeyBackspace)
		}
		n++
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(n), "ms/key")
}
