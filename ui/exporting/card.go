package exporting

import (
	"path/filepath"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/filechooser"
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
	memory  *Memory
	request Request
	leave   func() // takes the card away

	total   int // rows that are selected; -1 while they are counted
	asks    int // how often they were counted
	folders []string
	picking bool                 // a folder is being picked
	looking *filechooser.Chooser // any folder is looked for; nil else
	take    *control.Button      // the folder that is picked there
	unwatch func()

	title, asked *typeset.Text
	spans        []*control.Chip // of days, where a person chooses them
	forms        []*control.Button
	kinds        []*control.Chip // of CSV
	place        *control.Button
	choices      *fyne.Container // of folders
	note         *typeset.Text
	bar          *bar
	start, stop  *control.Button
	open, hide   *control.Button
	root         *fyne.Container
}

// Memory is what was chosen last.
type Memory struct {
	Form   Form   // blank is Excel
	Folder string // blank is the usual one
}

// kinds of CSV, in the order of the chips; a statement held against the till has one
// alone.
func (r Request) kinds() []Form {
	if r.Match != nil {
		return nil
	}
	return slices.DeleteFunc([]Form{CSV, Plain, Odoo, OCA}, func(f Form) bool { return !f.Fits(r.Of) })
}

// NewCard is the card of a request, or of the export that is running.
func NewCard(env screen.Env, d Deps, r *Runner, m *Memory, q Request, leave func()) *Card {
	if m.Form == "" {
		m.Form = XLSX
	}
	c := &Card{env: env, deps: d, runner: r, memory: m, request: q, leave: leave, total: -1}
	w := env.Words
	if q.Choose {
		c.spans = c.newSpans()
	}
	c.title, c.asked = typeset.NewParagraph("", typeset.Title), typeset.NewParagraph(q.said(env), typeset.Lead.With(theme.Regular))
	for i, f := range []Form{CSV, XLSX, PDF} {
		label := []string{"CSV", "Excel", "PDF"}[i]
		c.forms = append(c.forms, control.NewButton(control.ButtonSpec{Label: label, Mid: true}, func() { c.pick(f) }))
	}
	for _, f := range q.kinds() {
		c.kinds = append(c.kinds, control.NewChip(w.T("export.kind."+string(f)), "", false, func() { c.pick(f) }))
	}
	c.place = control.NewButton(control.ButtonSpec{Icon: "folder"}, c.pickFolder)
	c.choices = layout.Rows(theme.S2)
	c.note = typeset.NewParagraph("", typeset.Body)
	c.bar = newBar()
	c.start = control.NewButton(control.ButtonSpec{Kind: control.Filled, Mid: true, Height: 64, Label: w.T("export.start"), Key: "Enter"}, c.begin)
	c.stop = control.NewButton(control.ButtonSpec{Mid: true, Height: 64, Key: "Esc"}, c.Escape)
	c.open = control.NewButton(control.ButtonSpec{Mid: true, Height: 64, Icon: "folder", Label: w.T("export.open")}, c.openFolder)
	c.hide = control.NewButton(control.ButtonSpec{Mid: true, Height: 64, Label: w.T("export.hide")}, c.close)
	c.root = layout.Rows(0)
	c.unwatch = r.Watch(c.paint)
	c.count()
	c.find()
	c.paint()
	return c
}

// said is what is asked for: the days, and the filter. A report's filter is its
// days; of what was found in a statement the file is named.
func (r Request) said(env screen.Env) string {
	if r.Match != nil || r.Report != nil {
		return r.Asked
	}
	return joined(Spoken(env, r.Query.From, r.Query.To), r.Asked)
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
	case c.looking != nil:
		c.back()
	case c.picking:
		c.picking = false
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

func (c *Card) pick(f Form) {
	c.memory.Form = f
	c.paint()
}

func (c *Card) count() {
	if c.request.Match != nil {
		c.total = 0
		return
	}
	c.asks++
	c.total = -1
	asked, request, zone := c.asks, c.request, c.deps.Shop().Zone
	c.env.Go(func() {
		n, err := c.deps.Source.Count(c.env.Life, request, zone)
		c.env.Post(func() {
			switch {
			case asked != c.asks: // other days were chosen meanwhile
			case err == nil:
				c.total = n
				c.paint()
			case c.deps.Failed != nil:
				c.deps.Failed(err)
			}
		})
	})
}

func (c *Card) find() {
	chosen := c.memory.Folder
	c.env.Go(func() {
		all := c.deps.Folders()
		if chosen != "" && !slices.Contains(all, chosen) && folder(chosen) {
			all = append(all, chosen)
		}
		c.env.Post(func() {
			c.folders = all
			c.paint()
		})
	})
}

// folder is where the file goes: the folder chosen last while it is offered.
func (c *Card) folder() string {
	for _, f := range c.folders {
		if f == c.memory.Folder {
			return f
		}
	}
	if len(c.folders) > 0 {
		return c.folders[0]
	}
	return ""
}

func (c *Card) pickFolder() {
	c.picking = !c.picking
	c.find()
}

func (c *Card) begin() {
	if c.total == 0 && c.request.Match == nil || c.folder() == "" {
		return
	}
	c.picking = false
	c.runner.Start(c.request, c.form(), c.folder())
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

func focus(b *control.Button) {
	if on := fyne.CurrentApp().Driver().CanvasForObject(b); on != nil {
		on.Focus(b)
	}
}

// paint brings the card up to date.
func (c *Card) paint() {
	s := c.runner.State()
	if c.looking != nil {
		c.root.Objects = c.lookingAt()
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
	if c.spans != nil {
		all = append(all, space(theme.S3), wrapped(c.spans))
	}
	all = append(all, space(theme.S4), typeset.NewText(w.T("export.format"), typeset.Label), space(theme.S1), c.formats())
	if c.csv() {
		all = append(all, space(theme.S2), wrapped(c.kinds))
	}
	all = append(all, space(theme.S4), typeset.NewText(w.T("export.folder"), typeset.Label), space(theme.S1), cut(c.place))
	if c.picking {
		all = append(all, space(theme.S2), c.choices)
	}
	if c.note.Text() != "" {
		all = append(all, space(theme.S3), c.note)
	}
	all = append(all, space(theme.S5()), c.foot(s))
	c.root.Objects = all
	c.root.Refresh()
	refreshAround(c.root)
}

func (c *Card) words(s State) {
	w := c.env.Words
	c.title.SetText(c.heading())
	busy := s.Running || s.Over && s.Err == nil
	for i, b := range c.forms {
		f := []Form{CSV, XLSX, PDF}[i]
		on := f == c.form() || f == CSV && c.csv()
		spec := b.Spec()
		spec.Chosen, spec.Icon = on, ""
		if on {
			spec.Icon = "check"
		}
		b.Set(spec)
		able(b, !busy || on)
	}
	for i, chip := range c.kinds {
		chip.SetSelected(c.request.kinds()[i] == c.form())
		able(chip, !busy)
	}
	c.paintSpans(busy)
	c.place.SetLabel(Short(c.folder()))
	able(c.place, !busy)
	c.paintFolders()
	able(c.start, c.folder() != "" && (c.total != 0 || c.request.Match != nil))
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
	case c.total == 0 && c.request.Of != OfSales:
		text = w.T("export.nothing")
	case c.total == 0 && c.request.Match == nil:
		text = w.T("export.empty")
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
	case c.request.Of == OfZs:
		return w.N("export.zs", c.total)
	case c.request.Of == OfOwed:
		return w.N("export.owed", c.total)
	case c.request.Of == OfAudit:
		return w.N("export.audit", c.total)
	}
	return w.N("export.sales", c.total)
}

// form is the one that was chosen last; CSV where that one holds sales alone.
func (c *Card) form() Form {
	if f := c.memory.Form; f == XLSX || f == PDF || slices.Contains(c.request.kinds(), f) {
		return f
	}
	return CSV
}

func (c *Card) csv() bool { return slices.Contains(c.request.kinds(), c.form()) }

// paintFolders lists where files usually go, and leads to everywhere else.
func (c *Card) paintFolders() {
	c.choices.Objects = nil
	for _, f := range c.folders {
		c.choices.Objects = append(c.choices.Objects, cut(control.NewButton(control.ButtonSpec{Label: f, Icon: "folder", Chosen: f == c.folder()}, func() {
			c.memory.Folder, c.picking = f, false
			c.paint()
		})))
	}
	c.choices.Objects = append(c.choices.Objects, control.NewButton(control.ButtonSpec{Label: c.env.Words.T("chooser.browse"), Icon: "search"}, c.look))
}

// percent is a share as people read it.
func percent(share float32) string { return strconv.Itoa(int(share*100)) + " %" }

// Spoken is a span of days in words, for what is asked: one day, or from one
// to another; blank ends are every day.
func Spoken(env screen.Env, from, to journal.Day) string {
	w := env.Words
	switch {
	case from == "" && to == "":
		return w.T("receipts.allDays")
	case from == to:
		return Date(w, from)
	}
	return w.T("report.span", "from", Date(w, from), "to", Date(w, to))
}
