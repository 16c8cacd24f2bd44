package reports

import (
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/screen"
)

// year is a million sales of a year and half a million of the year before, as
// their figures are kept: by quarters of an hour, that is, in several parts for
// each hour.
func year() (all buckets) {
	r := rand.New(rand.NewPCG(1, 18))
	cashiers, routes := []string{"Samira", "Yusuf", "Mariam", "Huda"}, []core.Route{core.RouteQR, core.RouteQR, core.RouteAccount, core.RouteWallet}
	for back := 2*365 - 1; back >= 0; back-- {
		day, sales := journal.DayOf(time.Date(2026, 12, 31-back, 0, 0, 0, 0, time.UTC)), 2740
		if back >= 365 {
			sales /= 2
		}
		type part struct {
			report.Key
			quarter int
		}
		parts := map[part]report.Figure{}
		for range sales {
			hour := 8 + r.IntN(14)
			p := part{report.Key{Day: day, Hour: hour, Route: routes[r.IntN(4)], Status: journal.StatusPaid, Cashier: cashiers[r.IntN(4)], Currency: "LYD"}, r.IntN(4)}
			if k := r.IntN(100); k < 8 {
				p.Status = slices.Concat(report.Lost()[:2], report.Unsure())[k%4]
			}
			f := parts[p]
			parts[p] = report.Figure{Number: f.Number + 1, Minor: f.Minor + int64(1+r.IntN(120_000))}
		}
		for p, f := range parts {
			all = append(all, report.Bucket{Key: p.Key, Figure: f})
		}
	}
	return all
}

// BenchmarkYear is a press of the chip of a year, beside the year before, until
// the window is drawn: asking, adding up, laying out, drawing.
func BenchmarkYear(b *testing.B) {
	figures := year()
	h := build(b, figures, appearance{}, func(_ *screen.Env, d *Deps) { d.Today = func() journal.Day { return "20261231" } })
	h.memory.Asked.By = ByDay
	b.Logf("%d figures", len(figures))
	measure := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			var before, after syscall.Rusage
			_ = syscall.Getrusage(0, &before)
			for b.Loop() {
				f()
			}
			_ = syscall.Getrusage(0, &after)
			b.ReportMetric(float64(after.Utime.Nano()+after.Stime.Nano()-before.Utime.Nano()-before.Stime.Nano())/1e6/float64(b.N), "cpu-ms/op")
		})
	}
	press := func() { h.screen.page.chips.ranges[4].OnTapped() }
	measure("pressed-and-laid-out", press)
	measure("pressed-and-drawn", func() { press(); h.window.Canvas().Capture() })
	measure("drawn-alone", func() { h.window.Canvas().Capture() })
	measure("added-up-alone", func() {
		if _, err := report.Build(b.Context(), figures, h.memory.Asked.Query("20261231")); err != nil {
			b.Fatal(err)
		}
	})
	if n := h.screen.page.taken.report.Taken.Now.Number; n < 900_000 {
		b.Errorf("%d sales", n)
	}
}
