package reports

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/tests/shop"
	"sanduq/ui/exporting"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

const friday journal.Day = "20261120"

// harness is the screen in a window, over sales that were counted.
type harness struct {
	t        testing.TB
	window   fyne.Window
	screen   *Screen
	memory   *Memory
	env      screen.Env
	deps     Deps
	drilled  []journal.SaleQuery
	exported []exporting.Request
}

type appearance struct {
	lang string
	look theme.Look
	size fyne.Size
}

func build(t testing.TB, figures report.Source, d appearance, change ...func(*screen.Env, *Deps)) *harness {
	t.Helper()
	uitest.NewApp(t)
	if d.lang == "" {
		d.lang = words.English
	}
	if d.size.Width == 0 {
		d.size = fyne.NewSize(1134, 610)
	}
	h := &harness{t: t, memory: &Memory{}}
	w := words.MustLoad(d.lang)
	d.look.Still, d.look.RTL = true, w.RTL()
	theme.Apply(fyne.CurrentApp(), d.look)
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	h.env = screen.Env{Life: context.Background(), Words: w, Preferences: preferences.Open(nil), Practice: true, Zone: time.UTC,
		Post: func(f func()) { f() }, Go: func(f func()) { f() }, Now: func() time.Time { return shop.LastDay },
		After: func(time.Duration, func()) func() { return func() {} }}
	h.deps = Deps{Figures: figures, Today: func() journal.Day { return friday }, Currency: "LYD",
		DrillDown: func(q journal.SaleQuery) { h.drilled = append(h.drilled, q) },
		Export:    func(r exporting.Request) { h.exported = append(h.exported, r) },
		Others:    []Tab{{Key: "nav.receipts", Make: func(Row) screen.Screen { return blank{} }}}}
	for _, c := range change {
		c(&h.env, &h.deps)
	}
	h.screen = New(h.env, h.deps, h.memory)
	h.window = test.NewTempWindow(t, h.screen.Object())
	h.window.SetPadded(false)
	h.window.Resize(d.size)
	h.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { h.screen.Press(screen.KeyPress{Name: e.Name}) })
	h.screen.Shown()
	return h
}

type blank struct{ screen.Screen }

func (blank) Object() fyne.CanvasObject { return graphic.NewPanel(theme.Ground) }
func (blank) Shown()                    {}
func (blank) Hidden()                   {}

func (h *harness) key(names ...fyne.KeyName) {
	for _, n := range names {
		if f := h.window.Canvas().Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: n})
		} else {
			h.screen.Press(screen.KeyPress{Name: n})
		}
	}
}

func (h *harness) ask(change func(*Asked)) {
	change(&h.memory.Asked)
	h.screen.page.load()
}

func (h *harness) says(want ...string) {
	h.t.Helper()
	got := uitest.Words(h.window.Canvas().Content())
	for _, w := range want {
		if !strings.Contains(got, w) {
			h.t.Errorf("it does not say %q but:\n%s", w, got)
		}
	}
	if strings.Contains(got, "⟨") {
		h.t.Errorf("a word is missing:\n%s", got)
	}
}

// buckets are figures that are kept.
type buckets []report.Bucket

func (b buckets) Figures(_ context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	return func(yield func(report.Bucket, error) bool) {
		for _, one := range b {
			if one.Day >= from && one.Day <= to && !yield(one, nil) {
				return
			}
		}
	}
}

// tally counts n sales of the shop.
func tally(t testing.TB, n int, currencies ...string) (all buckets) {
	t.Helper()
	counted, err := shop.Count(shop.Sales(n, currencies...), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	for b, err := range counted.Figures(t.Context(), "", "99999999") {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	return all
}

func TestTheReportSaysWhatWasCounted(t *testing.T) {
	figures := tally(t, 400*400)
	h := build(t, figures, appearance{})
	for _, a := range []Asked{{}, {Range: Today}, {Range: Yesterday, Against: Weekdays}, {Range: Month}, {Range: Year, By: ByDay}, {Range: Picked, Span: report.Period{From: "20260901", To: "20261015"}, By: ByDay, Against: Nothing}} {
		h.ask(func(now *Asked) { *now = a })
		out, err := report.Build(t.Context(), figures, a.Query(friday))
		if err != nil {
			t.Fatal(err)
		}
		r := out.Reports[0]
		h.says(fmt.Sprintf("Taken, %s sales", grouped(int(r.Taken.Now.Number))))
		if got := h.screen.page.taken.sum.Number(); got != (money.Amount{Minor: r.Taken.Now.Minor, Currency: "LYD"}).Major() {
			t.Errorf("%+v: the sum is %s", a, got)
		}
		var bars, routes, cashiers int64
		for _, b := range h.screen.page.taken.chart.bars {
			bars += b.Now.Minor
		}
		for _, e := range h.screen.page.routes.table.entries {
			routes += e.figure.Minor
		}
		for _, e := range h.screen.page.others[0].table.entries {
			cashiers += e.figure.Minor
		}
		if bars != r.Taken.Now.Minor || routes != bars || cashiers != bars {
			t.Errorf("%+v: bars %d, routes %d, cashiers %d of %d", a, bars, routes, cashiers, r.Taken.Now.Minor)
		}
		if n := len(h.screen.page.taken.chart.bars); n > most {
			t.Errorf("%+v: %d bars", a, n)
		}
	}
}

// grouped is a number as the catalogue writes it.
func grouped(n int) string { return words.MustLoad(words.English).T("reports.number", "n", n) }

// Each bar and row opens what it counts, by key and by tap.
func TestABarOpensItsReceipts(t *testing.T) {
	h := build(t, tally(t, 400*20), appearance{})
	h.key(fyne.KeyRight, fyne.KeyRight, fyne.KeyReturn)
	p := h.screen.page
	hour := p.taken.chart.bars[1]
	if len(h.drilled) != 1 || h.drilled[0].Hour.Hour != *hour.filter.Hour || h.drilled[0].From != "20261114" || h.drilled[0].To != friday || h.drilled[0].Status != journal.StatusPaid {
		t.Fatalf("opened %+v", h.drilled)
	}
	h.says(hour.name + ": ")
	p.taken.chart.Tapped(&fyne.PointEvent{Position: fyne.NewPos(p.taken.chart.slot()*2.5, 40)})
	if h.drilled[1].Hour.Hour != *p.taken.chart.bars[2].filter.Hour {
		t.Errorf("a tap opened %+v", h.drilled[1])
	}
	for i, table := range []*table{p.routes.table, p.others[0].table, p.lost.table} {
		h.window.Canvas().Focus(table)
		h.key(fyne.KeyDown, fyne.KeyReturn)
		q, want := h.drilled[2+i], table.entries[1].filter
		if q.Route != want.Route || want.Cashier != nil && q.Cashier != *want.Cashier || i == 2 && q.Status != want.Status || q.Amounts.Currency != "LYD" {
			t.Errorf("row of table %d opened %+v, want %+v", i, q, want)
		}
	}
	h.ask(func(a *Asked) { a.Range, a.By = Year, ByDay })
	p.taken.chart.step(100)
	p.taken.chart.enter()
	if q := h.drilled[len(h.drilled)-1]; q.From != "20261101" || q.To != friday {
		t.Errorf("the last month opened %s to %s", q.From, q.To)
	}
}

// What nobody knows yet stands apart and opens the sales that it counts: at once where they
// are of one status, else those of the status that a person picks.
func TestWhatIsNotKnownOpensItsSales(t *testing.T) {
	not := func(status journal.Status) report.Bucket {
		return report.Bucket{Key: report.Key{Day: friday, Hour: 12, Route: core.RouteQR, Status: status, Cashier: "Nadia", Currency: "LYD"}, Figure: report.Figure{Number: 2, Minor: 9_500}}
	}
	unknown, aside := not(journal.StatusUnknown), not(journal.StatusSetAside)
	for name, c := range map[string]struct {
		all  buckets
		keys []fyne.KeyName
		want journal.Status
	}{
		"not known alone":  {buckets{unknown}, nil, journal.StatusUnknown},
		"set aside alone":  {buckets{aside}, nil, journal.StatusSetAside},
		"both, the first":  {buckets{aside, unknown}, []fyne.KeyName{fyne.KeyReturn}, journal.StatusUnknown},
		"both, the second": {buckets{aside, unknown}, []fyne.KeyName{fyne.KeyDown, fyne.KeyReturn}, journal.StatusSetAside},
	} {
		h := build(t, c.all, appearance{})
		h.says("Not known yet, in no sum")
		lost := h.screen.page.lost.table
		lost.Tapped(&fyne.PointEvent{Position: fyne.NewPos(40, lost.high()*(float32(len(lost.entries))-.5))})
		if len(c.keys) > 0 {
			h.says("Not known, 2")
			h.says("Set aside, 2")
		}
		h.key(c.keys...)
		if len(h.drilled) != 1 || h.drilled[0].Status != c.want || h.drilled[0].From != "20261114" || h.drilled[0].To != friday {
			t.Errorf("%s: opened %+v", name, h.drilled)
		}
	}
	h := build(t, buckets{not(journal.StatusFailed)}, appearance{})
	if all := h.screen.page.lost.table.entries; len(all) != usual {
		t.Errorf("all is known, and the rows are %+v", all)
	}
}

func TestAPeriodIsPickedByItsEnds(t *testing.T) {
	h := build(t, tally(t, 400*20), appearance{})
	p := h.screen.page
	p.chips.pick.OnTapped()
	h.key(fyne.KeyLeft, fyne.KeyReturn)
	h.says("The last day")
	h.key(fyne.KeyRight, fyne.KeyRight, fyne.KeyReturn)
	if a := h.memory.Asked; a.Range != Picked || a.Span != (report.Period{From: "20261113", To: "20261115"}) {
		t.Errorf("picked %+v", a)
	}
	h.says("13 Nov 2026 to 15 Nov 2026")
	p.chips.against.OnTapped()
	h.key(fyne.KeyDown, fyne.KeyReturn)
	if h.memory.Asked.Against != Weekdays || p.result.Compared.From != "20261106" {
		t.Errorf("against %v, %+v", h.memory.Asked.Against, p.result.Compared)
	}
}

// A broken store is said, an empty period too, and neither shows a figure.
func TestWhatCannotBeShownIsSaid(t *testing.T) {
	source := &flaky{Source: tally(t, 400*20), err: errors.New("disk")}
	h := build(t, source, appearance{})
	h.says("The sales cannot be read now")
	if h.screen.page.taken.root.Visible() || !h.screen.page.again.Visible() {
		t.Error("figures are shown beside an error")
	}
	source.err = nil
	h.key(fyne.KeyReturn)
	h.says("Taken,")
	h.ask(func(a *Asked) { a.Range, a.Span = Picked, report.OneDay("20300101") })
	h.says("No sales on these days")
}

type flaky struct {
	report.Source
	err error
}

func (f *flaky) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	if f.err == nil {
		return f.Source.Figures(ctx, from, to)
	}
	return func(yield func(report.Bucket, error) bool) { yield(report.Bucket{}, f.err) }
}

// An answer that comes after another question was asked changes nothing.
func TestAnOlderAnswerIsDropped(t *testing.T) {
	var later []func()
	h := build(t, tally(t, 400*20), appearance{}, func(env *screen.Env, _ *Deps) { env.Go = func(f func()) { later = append(later, f) } })
	h.ask(func(a *Asked) { a.Range = Today })
	later[1]()
	want := h.screen.page.taken.sum.Number()
	later[0]()
	if got := h.screen.page.taken.sum.Number(); got != want || want == "" {
		t.Errorf("%s became %s", want, got)
	}
}

// TestFiguresStandBelowNoOtherQuestion: from the press of a chip to the answer none
// are shown, and the same question asked again keeps them.
func TestFiguresStandBelowNoOtherQuestion(t *testing.T) {
	var late, due []func()
	waits := false
	h := build(t, tally(t, 400*20), appearance{}, func(env *screen.Env, _ *Deps) {
		env.After = func(_ time.Duration, f func()) func() {
			due = append(due, f)
			return func() {}
		}
		env.Go = func(f func()) {
			if !waits {
				f()
				return
			}
			late = append(late, f)
		}
	})
	waits = true
	h.screen.page.load()
	if !h.screen.page.taken.root.Visible() {
		t.Error("the figures went although the same was asked")
	}
	h.ask(func(a *Asked) { a.Range = Year })
	for _, f := range due {
		f()
	}
	if h.screen.page.taken.root.Visible() {
		t.Error("the older figures stand below the newer chip")
	}
	h.says("Reading…")
	for _, f := range late {
		f()
	}
	if !h.screen.page.taken.root.Visible() {
		t.Error("the answer is not shown")
	}
}

func TestEachCurrencyHasItsOwnReport(t *testing.T) {
	h := build(t, tally(t, 400*20, "LYD", "EUR"), appearance{})
	p := h.screen.page
	if !p.chips.currency.Visible() || p.chips.currency.Label() != "LYD" {
		t.Fatalf("the chip says %q", p.chips.currency.Label())
	}
	before := p.taken.sum.Number()
	h.ask(func(a *Asked) { a.Currency = "EUR" })
	if p.taken.sum.Number() == before || p.chips.currency.Label() != "EUR" {
		t.Errorf("EUR shows %s", p.taken.sum.Number())
	}
}

// The pictures beside look; every look fits, keeps the laws, and has its words.
func TestTheReportLooksRight(t *testing.T) {
	figures := tally(t, 400*700)
	for name, d := range map[string]appearance{
		"light": {}, "ar": {lang: words.Arabic}, "fr": {lang: words.French}, "dark": {look: theme.Look{Variant: theme.Dark}}, "contrast": {look: theme.Look{Variant: theme.Contrast}},
		"small": {look: theme.Look{Small: true}, size: fyne.NewSize(928, 560)}, "small-fr": {lang: words.French, look: theme.Look{Small: true}, size: fyne.NewSize(928, 560)},
		"large": {look: theme.Look{TextScale: 1.5}}, "largest": {look: theme.Look{TextScale: 2}}, "largest-ar": {lang: words.Arabic, look: theme.Look{TextScale: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			h := build(t, figures, d)
			size := h.window.Canvas().Size()
			h.window.Resize(fyne.NewSize(size.Width, max(size.Height, h.screen.Height())))
			for what, change := range map[string]func(*Asked){
				"week": func(*Asked) {}, "month": func(a *Asked) { a.Range, a.By = Month, ByDay }, "year": func(a *Asked) { a.Range, a.By = Year, ByDay },
				"year-hours": func(a *Asked) { a.Range, a.By = Year, ByHour },
			} {
				h.memory.Asked = Asked{}
				h.ask(change)
				uitest.Picture(t, h.window, "reports-"+what+"-"+name)
				h.says()
				for _, f := range laws.Faults(h.window.Canvas()) {
					t.Errorf("%s: %s", what, f)
				}
			}
		})
	}
}
