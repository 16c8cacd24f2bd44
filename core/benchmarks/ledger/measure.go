package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"
)

// times are the durations of single calls.
type times []time.Duration

func (t times) at(share float64) time.Duration {
	sorted := slices.Sorted(slices.Values(t))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

func (t times) p50() time.Duration { return t.at(0.50) }
func (t times) p99() time.Duration { return t.at(0.99) }

// takeTurns calls both in small groups, each beginning every other time: a
// machine that is busy for a while slows both. Garbage is collected before each
// group, so that neither pays for what the other left behind.
func takeTurns(calls int, a, b func() error) (x, y times, err error) {
	const group = 10
	timed := func(f func() error, into *times, keep bool) {
		runtime.GC()
		for range group {
			began := time.Now()
			if e := f(); e != nil && err == nil {
				err = e
			}
			if took := time.Since(began); keep {
				*into = append(*into, took)
			}
		}
	}
	for round := -3; len(x) < calls && err == nil; round++ { // three to warm up
		if round%2 == 0 {
			timed(a, &x, round >= 0)
			timed(b, &y, round >= 0)
		} else {
			timed(b, &y, round >= 0)
			timed(a, &x, round >= 0)
		}
	}
	return x, y, err
}

// table collects lines and counts missed targets.
type table struct {
	rows   [][5]string
	missed int
}

func (t *table) add(name, ours, peer, ratio, target string, reached bool) {
	if target != "" {
		if reached {
			target += ": reached"
		} else {
			target += ": MISSED"
			t.missed++
		}
	}
	t.rows = append(t.rows, [5]string{name, ours, peer, ratio, target})
}

func pair(t times) string { return fmt.Sprintf("%s / %s", short(t.p50()), short(t.p99())) }

func ratio(x, y times) string {
	return fmt.Sprintf("%.2f / %.2f", float64(x.p50())/float64(y.p50()), float64(x.p99())/float64(y.p99()))
}

func short(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.0f µs", float64(d)/1e3)
	}
	return fmt.Sprintf("%.1f ms", float64(d)/1e6)
}

// faster is a row in which ours must be ahead at both marks, and below limit.
func (t *table) faster(name string, x, y times, limit time.Duration) {
	t.add(name, pair(x), pair(y), ratio(x, y), fmt.Sprintf("ahead at both, p99 below %s", short(limit)),
		x.p50() < y.p50() && x.p99() < y.p99() && x.p99() < limit)
}

// below is a row in which ours must stay below limit.
func (t *table) below(name string, x, y times, limit time.Duration) {
	t.add(name, pair(x), pair(y), ratio(x, y), "p99 below "+short(limit), x.p99() < limit)
}

func (t *table) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  median / p99\tthe till's store\tSQLite\tratio\ttarget")
	for _, row := range t.rows {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", row[0], row[1], row[2], row[3], row[4])
	}
	_ = w.Flush()
}
