package ninetydays

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// steady is the first day of which all that grows in the beginning has grown:
// watches last three days.
func steady(days int) int { return min(10, max(4, days/2)) }

// flat compares the end with the days from the first steady one on.
func (b *book) flat() {
	last := len(b.days)
	first := steady(last)
	if last <= first {
		return
	}
	span := min(3, (last-first+1)/2)
	early, late := b.days[first-1:first-1+span], b.days[last-span:]
	mean := func(days []Figures, of func(Figures) float64) (sum float64) {
		for _, f := range days {
			sum += of(f)
		}
		return sum / float64(len(days))
	}
	for _, c := range []struct {
		what   string
		growth float64 // that is let pass
		of     func(Figures) float64
	}{
		{"sales in hand", 1.15, func(f Figures) float64 { return float64(f.InHand) }},
		{"questions a day", 1.15, func(f Figures) float64 { return float64(f.Questions + f.Ticks + f.Steps) }},
		{"goroutines", 1.15, func(f Figures) float64 { return float64(f.Goroutines) }},
		{"bytes of memory", 1.10, func(f Figures) float64 { return float64(f.Heap) }},
		{"open sales at a start", 1.25, func(f Figures) float64 { return float64(f.StartOpen) }},
	} {
		if from, to := mean(early, c.of), mean(late, c.of); to > from*c.growth {
			b.problem("GROWS: %s, from %.0f about day %d to %.0f about day %d", c.what, from, first, to, last)
		}
	}
	b.starting(last)
}

// starting compares how fast the till starts. Another program may keep the
// processor from any one of them, so the fastest of some count.
func (b *book) starting(last int) {
	var early, late []time.Duration
	for _, s := range b.starts[1:] { // the very first finds nothing
		switch {
		case s.day <= last/2:
			early = append(early, s.took)
		default:
			late = append(late, s.took)
		}
	}
	if len(early) == 0 || len(late) == 0 {
		return
	}
	if from, to := slices.Min(early), slices.Min(late); to > 2*from+20*time.Millisecond {
		b.problem("GROWS: the time to start, from %v to %v", from, to)
	}
}

// Table writes the figures of some days, and of the last one.
func Table(days []Figures, which ...int) string {
	var out strings.Builder
	line := func(cells ...string) {
		for _, c := range cells {
			fmt.Fprintf(&out, "%14s", c)
		}
		out.WriteByte('\n')
	}
	line("day", "sales", "in hand", "watched", "ticks/day", "questions/day", "most/minute", "most/sale", "goroutines", "heap", "start", "open at start")
	for i, f := range days {
		if !slices.Contains(which, f.Day) && i < len(days)-1 {
			continue
		}
		n := func(v int) string { return fmt.Sprint(v) }
		line(n(f.Day), n(f.Sales), n(f.InHand), n(f.Watched), n(f.Ticks), n(f.Questions+f.Steps), n(f.Minute), n(f.Most), n(f.Goroutines),
			fmt.Sprintf("%.2f MB", float64(f.Heap)/1e6), f.Start.Round(100*time.Microsecond).String(), n(f.StartOpen))
	}
	return out.String()
}
