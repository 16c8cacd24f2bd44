package day

import (
	"math"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/day/figures"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestAllThatCameLaterIsSaid: of every later Z and the open shift, by currency, and
// nothing where one of them cannot be added up.
func TestAllThatCameLaterIsSaid(t *testing.T) {
	took := func(seq, opened uint64, currency string, number, minor int64) journal.Z {
		return journal.Z{Seq: seq, Shift: max(seq, 9), Taken: []journal.Taken{{TakenKey: journal.TakenKey{Opened: opened, Route: core.RouteQR, Currency: currency},
			Number: number, Minor: minor}}}
	}
	x := took(0, 3, "LYD", 2, 20_000)
	x.Taken = append(x.Taken, took(0, 9, "LYD", 7, 70_000).Taken...) // its own
	r := newHarness(t, words.English, theme.Look{})
	p := newZsPage(r.screen)
	p.all, p.at = []journal.Z{took(6, 3, "USD", 1, 500), took(5, 3, "LYD", 1, 12_500), took(4, 2, "LYD", 4, 1), {Seq: 3, Shift: 3}, {Seq: 2, Shift: 2}, {Seq: 1, Shift: 1}}, 3
	p.screen.view.X = x
	w := r.env.Words
	lyd := w.T("day.later", "n", 3, "sum", figures.Amount(r.screen.env, 32_500, "LYD"), "z", journal.ZNumber(5)+" + "+w.T("day.x"))
	usd := w.T("day.later", "n", 1, "sum", figures.Amount(r.screen.env, 500, "USD"), "z", journal.ZNumber(6))
	if got := p.cameLater(p.all[3]); !strings.Contains(got, lyd) || !strings.Contains(got, usd) {
		t.Errorf("%q, want %q and %q", got, lyd, usd)
	}
	if got := p.cameLater(p.all[5]); got != w.T("day.later.none") {
		t.Errorf("of nothing: %q", got)
	}
	p.all[1].Taken = append(p.all[1].Taken, took(5, 3, "LYD", 1, math.MaxInt64).Taken...)
	if got := p.cameLater(p.all[3]); got != w.T("day.later.unknown") {
		t.Errorf("what cannot be added up: %q", got)
	}
}

// TestASumThatIsNotShownIsNotNothing: of the open shift anyone who may not see sums has the
// numbers alone, also on Zs that somebody granted them a look at.
func TestASumThatIsNotShownIsNotNothing(t *testing.T) {
	late := func(seq uint64, minor int64) journal.Z {
		return journal.Z{Seq: seq, Shift: max(seq, 9), Taken: []journal.Taken{{TakenKey: journal.TakenKey{Opened: 3, Route: core.RouteQR, Currency: "LYD"}, Number: 2, Minor: minor}}}
	}
	r := newHarness(t, words.English, theme.Look{})
	p := newZsPage(r.screen)
	p.all, p.at = []journal.Z{late(4, 12_500), {Seq: 3, Shift: 3}}, 1
	p.screen.view.X = late(0, 0)
	got := strings.ReplaceAll(p.cameLater(p.all[1]), "\u00a0", " ")
	if got != "Came later: 2 sales, 12.500 LYD, in Z-0004. Came later: 2 sales, in X report." {
		t.Errorf("%q", got)
	}
}
