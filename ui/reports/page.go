package reports

import (
	"context"
	"errors"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/reconcile"
	"sanduq/ui/exporting"
	"sanduq/ui/popover"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// page is the reports themselves.
type page struct {
	screen.Base
	env   screen.Env
	deps  Deps
	asked *Asked

	reading  screen.Newest
	result   report.Result
	standing reconcile.Standing // of the same days
	of       question           // that result answers
	read     bool               // result is an answer to what the chips say
	shown    bool
	due      screen.Timer // the figures are read again soon
	err      error
	gone     journal.Day // up to which single sales are no longer kept, where something is missing by it

	chips   *chips
	popover *popover.Popover
	taken   *taken
	routes  *card
	others  []otherCard // of the further dimensions
	lost    *card
	note    *typeset.Text // in place of the cards: reading, nothing, fault
	again   *control.Button
}

func newPage(env screen.Env, d Deps, asked *Asked) *page {
	p := &page{env: env, deps: d, asked: asked, popover: popover.New()}
	w := env.Words
	p.chips = newChips(env, d, asked, p.popover, p.load, p.paint)
	p.taken = newTaken(env, d, func(b bar) { p.drillDown(b.filter) })
	open := func(e entry) {
		switch {
		case e.apart != nil:
			e.apart()
		case e.sales == nil:
			p.drillDown(e.filter)
		case p.deps.DrillDown != nil:
			p.deps.DrillDown(*e.sales)
		}
	}
	p.routes = newCard(w.T("report.table."+string(report.ByRoute)), newTable(w, form{icons: true, bars: belowName}, open))
	for _, d := range report.Dimensions() {
		if d != report.ByRoute {
			p.others = append(p.others, otherCard{newCard(w.T("report.table."+string(d)), newTable(w, form{bars: besideName, average: true}, open)), d})
		}
	}
	p.lost = newCard(w.T("report.lost"), newTable(w, form{icons: true}, open))
	p.note = typeset.NewParagraph("", typeset.Lead.With(theme.Regular)).Aligned(typeset.Centre)
	p.again = control.NewTonal(w.T("receipts.readAgain"), "refresh", "Enter", p.load)
	p.Root = layout.New(nil, p.place, append(append([]fyne.CanvasObject{p.chips.row}, p.cards()...), p.note, p.again, p.popover.Layer())...)
	p.paint()
	return p
}

// otherCard is the card of a dimension other than routes, which have one of their own.
type otherCard struct {
	*card
	by report.Dimension
}

// cards are what is drawn of figures, in the order of the Tab key.
func (p *page) cards() []fyne.CanvasObject {
	all := []fyne.CanvasObject{p.taken.root, p.routes.root}
	for _, c := range p.others {
		all = append(all, c.root)
	}
	return append(all, p.lost.root)
}

// question is what figures answer.
type question struct {
	report.Query
	place string
}

// patience is how long figures stand below the chips of another question: an answer
// mostly comes sooner, and nothing flickers.
const patience = 150 * time.Millisecond

// load asks for what the chips say. Figures of the same question stay until the
// answer is there; an answer to an older question is dropped.
func (p *page) load() {
	p.reading.Drop()
	still, q, figures := p.reading.Still(), p.asked.Query(p.deps.Today()), p.deps.figures(p.asked.Place)
	now := question{q, p.asked.Place}
	if p.read && now != p.of && p.env.After != nil {
		p.env.After(patience, func() {
			if still() && now != p.of {
				p.read = false
				p.paint()
			}
		})
	}
	p.chips.paint(p.currency())
	var out report.Result
	var standing reconcile.Standing
	var gone journal.Day
	p.reading.Also(p.env, func(ctx context.Context) (err error) {
		out, err = report.Build(ctx, figures, q)
		if out.Coarse || errors.Is(err, journal.ErrNotFound) {
			gone = p.deps.goneOf(ctx, q)
		}
		if err == nil && p.deps.Standing != nil && p.asked.Place == "" {
			var unread error // what is kept of statements says nothing of the figures
			standing, unread = p.deps.Standing(ctx, q.Filter.Period, p.deps.Currency)
			p.env.Report(p.deps.Failed, unread)
		}
		return err
	}, func(err error) {
		p.env.Report(p.deps.Failed, err)
		p.result, p.of, p.read, p.err, p.standing, p.gone = out, now, true, err, standing, gone
		p.paint()
	})
}

// settling is how long the page waits before it reads figures of which some have changed:
// in a busy minute one sale ends after another.
const settling = time.Second

// Refresh takes note that a sale or what is owed back has changed.
func (p *page) Refresh() {
	p.due.Once(p.env, settling, func() {
		if p.shown {
			p.load()
		}
	})
}

// Shown is for screen.Screen.
func (p *page) Shown() {
	p.shown = true
	p.load()
}

// Hidden is for screen.Screen.
func (p *page) Hidden() {
	p.shown = false
	p.reading.Drop()
	p.popover.Close()
}

// currency is which of the reports is shown.
func (p *page) currency() string {
	if r, ok := p.report(); ok {
		return r.Currency
	}
	return p.deps.Currency
}

// report is the one of the currency that was chosen, else of the shop's own, else
// the first.
func (p *page) report() (report.Report, bool) {
	for _, want := range []string{p.asked.Currency, p.deps.Currency} {
		if i := slices.IndexFunc(p.result.Reports, func(r report.Report) bool { return want != "" && r.Currency == want }); i >= 0 {
			return p.result.Reports[i], true
		}
	}
	if len(p.result.Reports) == 0 {
		return report.Report{}, false
	}
	return p.result.Reports[0], true
}

func (p *page) paint() {
	r, ok := p.report()
	var currencies []string
	for _, one := range p.result.Reports {
		currencies = append(currencies, one.Currency)
	}
	p.chips.offer(currencies, p.currency(), p.result.Coarse)
	w := p.env.Words
	text := ""
	switch {
	case !p.read:
		text = w.T("receipts.reading")
	case p.err != nil && p.gone != "":
		text = p.goneSaid()
	case p.err != nil:
		text = exporting.Unreadable(w, p.err)
	case !ok || r.Nothing():
		text = w.T("reports.empty")
	}
	all, err := r.WithCash() // what was taken is bank and cash, without what was returned
	if text == "" && err != nil {
		text = exporting.Unreadable(w, err)
	}
	p.note.SetText(text)
	p.again.Hidden = p.err == nil || p.gone != "" // nothing comes back by reading again
	whole := text == ""
	layout.SetVisible(whole, p.cards()...)
	p.note.Hidden = whole
	if whole {
		p.taken.standing = p.reconciledUntil(r)
		p.taken.set(r, all, p.result, p.chips.bars(), speak(p.env, *p.asked, p.result))
		p.routes.table.set(p.routeRows(r), r.Currency)
		for _, c := range p.others {
			c.table.set(p.rowsBy(c.by, all), r.Currency)
			c.showSentence(p.coarse())
		}
		p.lost.table.set(p.lostRows(r), r.Currency)
		p.routes.below(p.ledger(r), theme.Muted)
	}
	p.Root.Refresh()
}

// reconciledUntil says how far the days are settled with the bank; blank where no statement has
// any of them.
func (p *page) reconciledUntil(r report.Report) string {
	s := p.standing
	if s.Reconciled == 0 || r.Currency != p.deps.Currency {
		return ""
	}
	w := p.env.Words
	return w.T("report.standing", "n", s.Reconciled, "all", s.Sales, "sum", present.Major(w, money.Amount{Minor: s.Open, Currency: r.Currency}))
}

// drillDown shows the receipts of a figure.
func (p *page) drillDown(f report.Filter) {
	if q, ok := f.SaleQuery(p.env.Zone); ok && p.deps.DrillDown != nil {
		q.Place = p.asked.Place
		p.deps.DrillDown(q)
	}
}

// Export is for the button beside the tabs.
func (p *page) Export() func() {
	if p.deps.Export == nil {
		return nil
	}
	return p.export
}

// export offers the days that are shown.
func (p *page) export() {
	q := p.asked.Query(p.deps.Today())
	p.deps.Export(exporting.Request{Query: journal.SaleQuery{From: q.Filter.Period.From, To: q.Filter.Period.To}, Report: &q,
		Asked: span(p.env, q.Filter.Period)})
}

// coarse is what is said where cashiers are not told; blank where they are.
func (p *page) coarse() string {
	if p.result.Coarse && p.gone != "" {
		return p.goneSaid()
	}
	if p.result.Coarse {
		return p.env.Words.T("reports.coarse")
	}
	return ""
}

func (p *page) goneSaid() string {
	return p.env.Words.T("receipts.gone", "day", exporting.Date(p.env.Words, p.gone))
}

// Press is for screen.Screen: the arrows mark a bar, Enter opens it.
func (p *page) Press(k screen.KeyPress) bool {
	if p.popover.Press(k) {
		return true
	}
	switch k.Name {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd:
		if p.taken.root.Visible() {
			p.taken.chart.TypedKey(&fyne.KeyEvent{Name: k.Name})
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		if p.again.Visible() {
			p.load()
			return true
		}
		return p.taken.root.Visible() && p.taken.chart.enter()
	default:
		return false
	}
	return true
}
