package exporting

import (
	"context"
	"path/filepath"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Card is the one on which an export is chosen and watched. Over lays it over
// the window: content, what has the focus first, and what Esc means.
type Card struct {
	env     screen.Env
	deps    Deps
	runner  *Runner
	request Request
	leave   func() // takes the card away

	total   int  // rows that are selected; -1 while they are counted
	figures bool // there are some of a report
	counted Book // what they are rows of
	counts  screen.Newest
	unwatch func()

	title, asked *typeset.Text
	days         *spanChips // where a person chooses them; nil else
	format       *formats
	target       *target
	note         *typeset.Text
	bar          *bar
	start, stop  *control.Button
	open, hide   *control.Button
	root         *fyne.Container
}

// NewCard is the card of a request, or of the export that is running.
func NewCard(env screen.Env, d Deps, r *Runner, m *Memory, q Request, leave func()) *Card {
	if m.Form == "" {
		m.Form = XLSX
	}
	c := &Card{env: env, deps: d, runner: r, request: q, leave: leave, total: -1}
	w := env.Words
	if q.Choose {
		c.days = newSpanChips(w, func() journal.Day { return d.Shop().Today }, c.choose)
	}
	c.title, c.asked = typeset.NewParagraph("", typeset.Title), typeset.NewParagraph(q.said(env), typeset.Lead.With(theme.Regular))
	c.format = newFormats(w, q, m, d.Source.Accounts != nil, c.turned)
	c.target = newTarget(env, d, m, c.paint, func() { focus(c.start) })
	c.note = typeset.NewParagraph("", typeset.Body)
	c.bar = newBar()
	c.start = control.NewButton(control.ButtonSpec{Kind: control.Filled, Mid: true, Height: 64, Label: w.T("export.start"), Key: "Enter"}, c.begin)
	c.stop = control.NewButton(control.ButtonSpec{Mid: true, Height: 64, Key: "Esc"}, c.Escape)
	c.open = control.NewButton(control.ButtonSpec{Mid: true, Height: 64, Icon: "folder", Label: w.T("export.open")}, c.openFolder)
	c.hide = control.NewButton(control.ButtonSpec{Mid: true, Height: 64, Label: w.T("export.hide")}, c.close)
	c.root = layout.Rows(0)
	c.unwatch = r.Watch(c.paint)
	c.count()
	c.target.find()
	c.paint()
	return c
}

// Content is what stands on the card.
func (c *Card) Content() fyne.CanvasObject { return c.root }

// First is what has the focus at first.
func (c *Card) First() fyne.Focusable {
	if s := c.runner.State(); s.Running || s.Over {
		return c.stop
	}
	return c.start
}

// Escape stops what runs; else it takes the card away.
func (c *Card) Escape() {
	switch {
	case c.runner.State().Running:
		c.runner.Cancel()
	case c.target.looking != nil:
		c.target.back()
	case c.target.picking:
		c.target.picking = false
		c.paint()
	default:
		c.close()
	}
}

// Gone tells that the card was taken away; what runs goes on.
func (c *Card) Gone() {
	c.unwatch()
	c.runner.Forget()
}

func (c *Card) close() { c.leave() }

// choose asks for other days.
func (c *Card) choose(p report.Period) {
	c.request.Query.From, c.request.Query.To = p.From, p.To
	c.asked.SetText(c.request.said(c.env))
	c.count()
	c.paint()
}

// turned is told of another form: an accounting journal has other rows.
func (c *Card) turned() {
	if c.asking().Of != c.counted {
		c.count()
	}
	c.paint()
}

// asking is the request as the form that is chosen holds it.
func (c *Card) asking() Request { return c.request.in(c.format.form()) }

func (c *Card) count() {
	if c.request.Match != nil {
		c.total = 0
		return
	}
	c.total = -1
	request, zone, n, figures := c.asking(), c.deps.Shop().Zone, 0, false
	c.counted = request.Of
	c.counts.Ask(c.env, func(ctx context.Context) (err error) {
		if n, err = c.deps.Source.Count(ctx, request, zone); n == 0 && err == nil {
			_, figures, err = c.deps.Source.figures(ctx, request)
		}
		return err
	}, func(err error) {
		if err != nil {
			c.env.Report(c.deps.Failed, err)
			return
		}
		c.total, c.figures = n, figures
		c.paint()
	})
}

// nothing reports whether there is nothing to be written.
func (c *Card) nothing() bool {
	return c.total == 0 && c.request.Match == nil && !(c.figures && c.format.form().tables())
}

func (c *Card) begin() {
	if c.nothing() || c.target.folder() == "" {
		return
	}
	c.target.picking = false
	if m := c.format.memory; m.Changed != nil {
		m.Changed(*m)
	}
	q := c.asking()
	q.Dialect = c.format.memory.dialect()
	c.runner.Start(q, c.format.form(), c.target.folder())
	if c.runner.State().Running {
		focus(c.stop)
	}
}

func (c *Card) openFolder() {
	dir := filepath.Dir(c.runner.State().Path)
	c.env.Go(func() {
		if err := c.deps.OpenFolder(c.env.Life, dir); err != nil && c.deps.Failed != nil {
			c.deps.Failed(err)
		}
	})
}

// paint brings the card up to date.
func (c *Card) paint() {
	s := c.runner.State()
	if c.target.looking != nil {
		c.root.Objects = c.target.lookingAt(c.Escape)
		c.root.Refresh()
		refreshAround(c.root)
		return
	}
	c.words(s)
	space := func(h float32) fyne.CanvasObject { return layout.Fixed(0, h, graphic.NewPanel(theme.Transparent)) }
	w := c.env.Words
	all := []fyne.CanvasObject{
		layout.Centred(theme.S4, graphic.NewIcon("folder", 36, theme.Text), layout.Grow(1, c.title)), c.asked,
	}
	if c.days != nil {
		all = append(all, space(theme.S3), wrapped(c.days.chips))
	}
	all = append(all, space(theme.S4), typeset.NewText(w.T("export.format"), typeset.Label), space(theme.S1), c.format.row())
	if kinds := c.format.offered(); len(kinds) > 0 {
		all = append(all, space(theme.S2), wrapped(kinds))
	}
	if parted := c.format.dialects(); len(parted) > 0 {
		all = append(all, space(theme.S2), wrapped(parted))
	}
	all = append(all, space(theme.S4), typeset.NewText(w.T("export.folder"), typeset.Label), space(theme.S1), cut(c.target.button))
	if c.target.picking {
		all = append(all, space(theme.S2), c.target.choices)
	}
	if c.note.Text() != "" {
		all = append(all, space(theme.S3), c.note)
	}
	all = append(all, space(theme.S5()), c.footer(s))
	c.root.Objects = all
	c.root.Refresh()
	refreshAround(c.root)
}

func (c *Card) words(s State) {
	w := c.env.Words
	c.title.SetText(c.heading())
	busy := s.Running || s.Over && s.Err == nil
	c.format.paint(busy)
	if c.days != nil {
		c.days.paint(report.Period{From: c.request.Query.From, To: c.request.Query.To}, busy)
	}
	c.target.paint(busy)
	able(c.start, c.target.folder() != "" && !c.nothing())
	c.stop.SetLabel(w.T("export.cancel"))
	if s.Over && !s.Running {
		c.stop.SetLabel(w.T("help.close"))
	}
	text, style := "", typeset.Body
	switch {
	case s.Running:
	case s.Over && s.Err != nil:
		text, style = Sentence(w, s.Err), typeset.Fact.Tint(theme.Failed)
		if report.CodeOf(s.Err) == report.CodeCancelled {
			style = typeset.Body
		}
	case s.Over:
		text = w.T("receipts.saved", "place", filepath.Join(Short(filepath.Dir(s.Path)), filepath.Base(s.Path)))
	case c.total == 0 && c.asking().Of != OfSales:
		text = w.T("export.nothing")
	case c.nothing():
		text = w.T("export.empty")
	case c.asking().Of == OfAccounts:
		text = w.T("export.accounts", "file", c.deps.AccountsFile)
	}
	c.note.SetSpans(typeset.Span{Text: text, Style: style})
	c.bar.set(s, w)
}

// heading says how many sales, or rows of what else, it is about, once they are
// counted.
func (c *Card) heading() string {
	w := c.env.Words
	switch {
	case c.request.Match != nil:
		return w.T("export.match")
	case c.total <= 0:
		return w.T("export.title")
	case c.asking().Of == OfAccounts:
		return w.T("export.accounting")
	case c.request.Of == OfZs:
		return w.N("export.zs", c.total)
	case c.request.Of == OfOwed:
		return w.N("export.owed", c.total)
	case c.request.Of == OfAudit:
		return w.N("export.audit", c.total)
	}
	return w.N("export.sales", c.total)
}

// footer is what can be done now.
func (c *Card) footer(s State) fyne.CanvasObject {
	var all []fyne.CanvasObject
	switch {
	case s.Running:
		return layout.Rows(theme.S3, c.bar.root, abreast(c.hide, c.stop))
	case s.Over && s.Err == nil && c.deps.OpenFolder != nil:
		all = []fyne.CanvasObject{c.open, c.stop}
	case s.Over && s.Err == nil:
		all = []fyne.CanvasObject{c.stop}
	default:
		all = []fyne.CanvasObject{c.stop, c.start}
	}
	return abreast(all...)
}

// Press takes the keys that no button took: those of the list of folders, and
// Enter.
func (c *Card) Press(k screen.KeyPress) {
	switch {
	case c.target.looking != nil:
		c.target.looking.Press(k)
	case k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter:
		if s := c.runner.State(); !s.Running && !s.Over {
			c.begin()
		}
	}
}
