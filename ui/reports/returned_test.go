package reports

import (
	"context"
	"iter"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// givers are figures of which some was given back.
type givers struct {
	buckets
	back buckets
}

func (g givers) Returned(ctx context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	return g.back.Figures(ctx, from, to)
}

func (g givers) Closed(ctx context.Context, from, to journal.Day) iter.Seq2[report.Closed, error] {
	return func(yield func(report.Closed, error) bool) {
		for b, err := range g.back.Figures(ctx, from, to) {
			if !yield(report.Closed{Bucket: b, Kept: b.Hour == 12, Alone: b.Hour == 10}, err) {
				return
			}
		}
	}
}

// gaveBack is a shop of which two sums were given back this week, one of them today at
// noon.
func gaveBack(t testing.TB) givers {
	one := func(day journal.Day, hour int, minor int64) report.Bucket {
		return report.Bucket{Key: report.Key{Day: day, Hour: hour, Route: core.RouteQR, Status: journal.StatusPaid, Cashier: "Samira", Currency: "LYD"}, Figure: report.Figure{Number: 1, Minor: minor}}
	}
	return givers{tally(t, 400*40), buckets{one(friday, 12, 12_500), one("20261118", 10, 1_007_500), one("20261010", 10, 77_000)}}
}

// TestThePageSaysWhatWasReturned beside what was taken, and what stays, of the days and
// of a bar; nothing where nothing was, and that it does not know where nobody tells.
func TestThePageSaysWhatWasReturned(t *testing.T) {
	h := build(t, gaveBack(t), appearance{})
	taken := h.screen.page.result.Reports[0].Taken.Now.Minor
	h.says("= Bank " + present.Sum(h.screen.page.env.Words, taken, "LYD") + " − Returned 1\u00a0020.000")
	h.says("Kept as income 12.500 · By one person 1\u00a0007.500")
	h.addsUp()
	rows := h.screen.page.routes.table.entries
	last := rows[len(rows)-1]
	if last.name != "Returned" || last.figure != (report.Figure{Number: 2, Minor: -1_020_000}) {
		t.Errorf("the last row is %+v", last)
	}
	h.window.Canvas().Focus(h.screen.page.routes.table)
	h.key(fyne.KeyEnd, fyne.KeyReturn)
	if n := len(h.drilled); n != 1 || !h.drilled[0].Returned || h.drilled[0].Amounts.Currency != "LYD" || h.drilled[0].From+h.drilled[0].To != "" ||
		h.drilled[0].Back.From != "20261114" || h.drilled[0].Back.To != friday || h.drilled[0].Back.Zone == nil { // given back on these days, whenever it was sold
		t.Errorf("opened %+v", h.drilled)
	}
	h.ask(func(a *Asked) { a.By = ByDay })
	h.screen.page.taken.chart.step(100)
	h.says("returned 12.500, stays")
	h.ask(func(a *Asked) { a.Range = Yesterday })
	if got := h.screen.page.taken.back.Text(); got != "" {
		t.Errorf("nothing was returned, and the page says %q", got)
	}
	untold := build(t, tally(t, 400), appearance{})
	untold.says("What was returned is still in it.")
}

// TestWhatWasReturnedFits in every look.
func TestWhatWasReturnedFits(t *testing.T) {
	figures := gaveBack(t)
	for name, d := range map[string]appearance{
		"light": {}, "ar": {lang: words.Arabic}, "fr": {lang: words.French}, "small": {look: theme.Look{Small: true}, size: fyne.NewSize(928, 560)},
		"small-fr": {lang: words.French, look: theme.Look{Small: true}, size: fyne.NewSize(928, 560)}, "largest": {look: theme.Look{TextScale: 2}},
		"largest-ar": {lang: words.Arabic, look: theme.Look{TextScale: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			h := build(t, figures, d)
			size := h.window.Canvas().Size()
			h.window.Resize(fyne.NewSize(size.Width, max(size.Height, h.screen.Height())))
			for what, by := range map[string]By{"hours": ByHour, "days": ByDay} {
				h.ask(func(a *Asked) { a.By = by })
				h.screen.page.taken.chart.step(100)
				uitest.Picture(t, h.window, "returned-"+what+"-"+name)
				h.says()
				for _, f := range laws.Faults(h.window.Canvas()) {
					t.Errorf("%s: %s", what, f)
				}
			}
		})
	}
}

// addsUp holds the sums that stand on the page against its headline: taken is bank and cash
// without what was returned.
func (h *harness) addsUp() {
	h.t.Helper()
	p := h.screen.page
	r := p.result.Reports[0]
	want := r.Taken.Now.Minor + r.Cash.Taken.Now.Minor - r.Returned.Minor
	if got, shown := p.taken.sum.Number(), (money.Amount{Minor: want, Currency: "LYD"}).Major(); got != shown {
		h.t.Errorf("the headline is %s, want %s", got, shown)
	}
	for name, c := range map[string]*card{"routes": p.routes, "cashiers": p.others[0].card} {
		var sum int64
		for _, e := range c.table.entries {
			sum += e.figure.Minor
		}
		if sum != want {
			h.t.Errorf("the rows of %s add up to %d, want %d", name, sum, want)
		}
	}
	for _, e := range p.lost.table.entries {
		if e.name == h.screen.page.env.Words.T("state.unknown") {
			h.t.Error("what nobody knows stands under what did not become money")
		}
	}
}

// TestTakenHasOneMeaning: bank and cash, without what was returned, in the headline, the
// rows and the line that says so.
func TestTakenHasOneMeaning(t *testing.T) {
	cash := report.Bucket{Key: report.Key{Day: friday, Hour: 12, Route: journal.RouteCash, Status: journal.StatusCash, Cashier: "Nadia", Currency: "LYD"}, Figure: report.Figure{Number: 2, Minor: 1_006_100}}
	figures := gaveBack(t)
	figures.buckets = append(figures.buckets, cash)
	h := build(t, figures, appearance{})
	h.addsUp()
	h.says("Cash 1\u00a0006.100", "− Returned 1\u00a0020.000")
	h.ask(func(a *Asked) { a.Range = Yesterday })
	h.addsUp()
}

// TestTheHeadSaysWhatIsInIt: cash stands in a row of its own, and in the sum above.
func TestTheHeadSaysWhatIsInIt(t *testing.T) {
	cash := report.Bucket{Key: report.Key{Day: friday, Hour: 12, Route: journal.RouteCash, Status: journal.StatusCash, Cashier: "Samira", Currency: "LYD"}, Figure: report.Figure{Number: 2, Minor: 1_006_100}}
	for _, lang := range words.Languages() {
		for name, look := range map[string]theme.Look{"": {}, "-200": {TextScale: 2}} {
			look.RTL = lang == words.Arabic
			h := build(t, append(tally(t, 400*40), cash), appearance{lang: lang, look: look})
			r := h.screen.page.result.Reports[0]
			if r.Cash.Taken.Now.Number == 0 {
				t.Fatal("the shop took no cash")
			}
			title, parts := h.screen.page.taken.title.Text(), h.screen.page.taken.back.Text()
			if !strings.Contains(parts, present.Sum(h.screen.page.env.Words, r.Cash.Taken.Now.Minor, "LYD")) || !strings.Contains(title, h.screen.page.env.Words.N("reports.taken", int(r.Taken.Now.Number+r.Cash.Taken.Now.Number))) {
				t.Errorf("%s: the head is %q, %q", lang, title, parts)
			}
			h.addsUp()
			uitest.Picture(t, h.window, "head-cash-"+lang+name)
		}
	}
}

// TestWhatDidNotBecomeMoneyStandsWhole: at the size of a till's screen in practice no row
// of it is out of view, also where something is not known yet, which is said below them.
func TestWhatDidNotBecomeMoneyStandsWhole(t *testing.T) {
	lost := func(status journal.Status) report.Bucket {
		return report.Bucket{Key: report.Key{Day: friday, Hour: 12, Route: core.RouteQR, Status: status, Cashier: "Nadia", Currency: "LYD"}, Figure: report.Figure{Number: 1, Minor: 9_500}}
	}
	h := build(t, buckets{lost(journal.StatusFailed), lost(journal.StatusExpired), lost(journal.StatusSetAside), lost(journal.StatusUnknown)}, appearance{size: fyne.NewSize(1134, 610)})
	c := h.screen.page.lost
	if n := len(c.table.entries); n != usual+1 || c.table.entries[n-1].apart == nil {
		t.Fatal("nothing is said of what is not known")
	}
	small := build(t, tally(t, 400*20), appearance{size: fyne.NewSize(928, 560), look: theme.Look{Small: true}}).screen.page.lost.table
	for i, e := range small.entries {
		if foot := small.high()*float32(i+1) + inset; e.apart != nil && foot > small.scroll.Size().Height {
			t.Errorf("in the smallest window what is not known ends at %v of %v", foot, small.scroll.Size().Height)
		}
	}
	if rows, room := c.table.scroll.Content.MinSize().Height, c.table.scroll.Size().Height; rows > room {
		t.Errorf("its rows need %v and have %v", rows, room)
	}
}

// TestABarOpensTheCashInIt too: it counts both, and so does the row of a cashier.
func TestABarOpensTheCashInIt(t *testing.T) {
	sold := func(hour int, route core.Route, status journal.Status, cashier string) report.Bucket {
		return report.Bucket{Key: report.Key{Day: friday, Hour: hour, Route: route, Status: status, Cashier: cashier, Currency: "LYD"}, Figure: report.Figure{Number: 2, Minor: 9_500}}
	}
	h := build(t, buckets{sold(11, core.RouteQR, journal.StatusPaid, "Huda"), sold(12, core.RouteQR, journal.StatusPaid, "Nadia"), sold(12, journal.RouteCash, journal.StatusCash, "Nadia"),
		sold(13, journal.RouteCash, journal.StatusCash, "Samira")}, appearance{})
	p := h.screen.page
	want := map[string]journal.Status{"11 to 12": journal.StatusPaid, "12 to 13": "", "13 to 14": journal.StatusCash, "Huda": journal.StatusPaid, "Nadia": "", "Samira": journal.StatusCash}
	seen := map[string]bool{}
	opens := func(name string, open func()) {
		t.Helper()
		open()
		if q := h.drilled[len(h.drilled)-1]; q.Status != want[name] {
			t.Errorf("%s opens the sales of %q, want %q", name, q.Status, want[name])
		}
		seen[name] = true
	}
	for _, b := range p.taken.chart.bars {
		opens(words.Plain(b.name), func() { p.taken.chart.open(len(seen)) })
	}
	for i, e := range p.others[0].table.entries {
		opens(e.name, func() { p.others[0].table.open(i) })
	}
	h.ask(func(a *Asked) { a.By = ByDay })
	last := len(p.taken.chart.bars) - 1
	p.taken.chart.open(last)
	if q := h.drilled[len(h.drilled)-1]; q.Status != "" || q.From != friday || len(seen) != len(want) {
		t.Errorf("the day opens %+v; %v", q, seen)
	}
}
