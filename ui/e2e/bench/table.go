//go:build linux

package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// times are the durations of single measurements.
type times []time.Duration

func (t times) at(share float64) time.Duration {
	sorted := slices.Sorted(slices.Values(t))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

func (t times) median() time.Duration { return t.at(0.5) }

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/1e6) }

func (t times) String() string { return ms(t.median()) + " / " + ms(t.at(0.99)) }

func over(a, b time.Duration) float64 { return float64(a) / float64(b) }

// ratio is the median of the ratios of what was measured side by side: what a
// busy machine added to both at that moment cancels out.
func ratio(ours, empty times) float64 {
	var all []float64
	for i := range min(len(ours), len(empty)) {
		all = append(all, over(ours[i], max(empty[i], 1)))
	}
	return middling(all)
}

func middling(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// table collects lines and counts missed targets.
type table struct {
	rows   [][5]string
	missed int
}

// add adds a line; a target that is blank is no target.
func (t *table) add(name, ours, empty, ratio, target string, reached bool) {
	switch {
	case target == "":
	case reached:
		target += ": reached"
	default:
		target += ": MISSED"
		t.missed++
	}
	t.rows = append(t.rows, [5]string{name, ours, empty, ratio, target})
}

func (t *table) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  \tthe till's window\tan empty window\tratio\ttarget")
	for _, row := range t.rows {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", row[0], row[1], row[2], row[3], row[4])
	}
	_ = w.Flush()
}
