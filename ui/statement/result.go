package statement

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/money"
	"sanduq/core/report/export"
	bank "sanduq/core/report/statement"
	"sanduq/ui/exporting"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// resultPage lists what was found, a page at a time.
type resultPage struct {
	opened *opened
	steps  steps
	class  bank.Class // blank is all
	shown  []bank.Item
	page   int
	rows   []*resultRow

	title, note *typeset.Text
	classes     []*control.Chip // all, then in the order of bank.Classes
	owe         *control.Button // enters what is listed twice
	entering    bool
	said        string // of what was entered; blank for nothing
	wrong       bool
	export      *control.Button
	columns     *control.Button
	other       *control.Button
	frame       *graphic.Panel
	heads       *resultRow
	back, next  *control.Tool
	where       *typeset.Text
	root        *fyne.Container
}

func newResultPage(o *opened, s steps) *resultPage {
	w := o.env.Words
	p := &resultPage{opened: o, steps: s, title: paragraph("", typeset.Lead.With(theme.Regular)), note: paragraph("", typeset.Caption), frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius),
		where: typeset.NewText("", typeset.Body.Tint(theme.Muted))}
	objects := []fyne.CanvasObject{p.title, p.note, p.frame}
	for _, c := range append([]bank.Class{""}, bank.Classes()...) {
		chip := control.NewChip("", "", false, func() { p.narrow(c) })
		p.classes = append(p.classes, chip)
		objects = append(objects, chip)
	}
	button := func(key, icon string, do func()) *control.Button {
		b := control.NewButton(control.ButtonSpec{Label: w.T(key), Icon: icon, Mid: true}, do)
		objects = append(objects, b)
		return b
	}
	p.owe = button("statement.owe", "return", p.enter)
	p.export = button("export.title", "folder", p.take)
	p.columns = button("statement.columns.other", "list", s.change)
	p.other = button("statement.other", "bank", s.again)
	p.back, p.next = control.NewIconButton("back", func() { p.turn(-1) }), control.NewIconButton("next", func() { p.turn(1) })
	p.heads = newResultRow(true)
	p.heads.set([7]string{w.T("report.column.class"), w.T("report.column.receipt"), w.T("report.column.atTill"), w.T("report.column.atBank"), w.T("report.column.bankText"),
		w.T("report.column.tillSum"), w.T("report.column.bankSum")}, theme.Muted, "")
	p.root = layout.New(nil, p.place, append(objects, p.back, p.next, p.where, p.heads.root)...)
	return p
}

// show begins with what needs somebody, else with all.
func (p *resultPage) show() {
	p.class, p.said = "", ""
	p.narrow(p.class)
}

func (p *resultPage) narrow(c bank.Class) {
	p.class, p.page, p.shown = c, 0, nil
	for _, item := range p.opened.found.items {
		if c == "" || item.Class == c {
			p.shown = append(p.shown, item)
		}
	}
	p.paint()
}

func (p *resultPage) paint() {
	w, f := p.opened.env.Words, p.opened.found
	p.title.SetText(w.T("statement.result", "file", p.opened.name))
	text := w.T("statement.harmless")
	if n := len(f.broken); n > 0 {
		const named = 3
		text += " " + w.N("statement.broken", n, "rows", strings.Join(f.broken[:min(n, named)], ", "))
	}
	text += p.skipped() + p.fee()
	spans := p.spoken(text)
	for _, g := range f.gaps[:min(len(f.gaps), 2)] {
		spans = append(spans, typeset.Span{Text: " " + p.gap(g), Style: typeset.Caption.With(theme.SemiBold).Tint(theme.Failed)})
	}
	if n := len(f.gaps) - 2; n > 0 {
		spans = append(spans, typeset.Span{Text: " " + w.N("statement.gap.more", n), Style: typeset.Caption.With(theme.SemiBold).Tint(theme.Failed)})
	}
	p.note.SetSpans(spans...)
	p.paintOwe()
	for i, c := range append([]bank.Class{""}, bank.Classes()...) {
		n, label := len(f.items), w.T("statement.all")
		if c != "" {
			n, label = f.count[c], w.T("report.match."+string(c))
		}
		p.classes[i].SetLabel(w.T("statement.class", "class", label, "n", n))
		p.classes[i].SetSelected(c == p.class)
		p.classes[i].Hidden = c != "" && n == 0
	}
	p.export.Hidden = p.opened.deps.Export == nil || len(f.items) == 0
	p.columns.Hidden = !p.opened.asks()
	p.root.Refresh()
}

// take lets a person take along all that was found.
func (p *resultPage) take() {
	items := p.opened.found.items
	p.opened.deps.Export(exporting.Request{Asked: p.opened.name, Match: func(w export.Words) export.Table { return export.Match(items, w) }})
}

func (p *resultPage) press(k screen.KeyPress) bool {
	switch k.Name {
	case fyne.KeyPageDown, fyne.KeyDown:
		p.turn(1)
	case fyne.KeyPageUp, fyne.KeyUp:
		p.turn(-1)
	case fyne.KeyHome:
		p.turn(-len(p.shown))
	case fyne.KeyEnd:
		p.turn(len(p.shown))
	default:
		return false
	}
	return true
}

func (p *resultPage) turn(by int) {
	p.page = max(0, min(p.page+by, p.pages()-1))
	p.root.Refresh()
}

func (p *resultPage) pages() int {
	n := max(1, len(p.rows))
	return max(1, (len(p.shown)+n-1)/n)
}

// fill shows the page that is turned to, in as many rows as there is room for.
func (p *resultPage) fill(rows int) {
	for len(p.rows) < rows {
		p.rows = append(p.rows, newResultRow(false))
	}
	for _, r := range p.rows[rows:] {
		r.root.Hide()
	}
	p.rows = p.rows[:rows]
	p.page = min(p.page, p.pages()-1)
	begin := p.page * rows
	for i, r := range p.rows {
		if begin+i >= len(p.shown) {
			r.root.Hide()
			continue
		}
		r.root.Show()
		item := p.shown[begin+i]
		r.set(p.cells(item), colour(item.Class), mark(item))
	}
	w := p.opened.env.Words
	p.where.SetText(w.T("statement.page", "from", min(begin+1, len(p.shown)), "to", min(begin+rows, len(p.shown)), "all", len(p.shown)))
	able(p.back, p.page > 0)
	able(p.next, p.page < p.pages()-1)
}

// colour is the ink of a finding: what somebody must look into is not quiet.
func colour(c bank.Class) theme.Colour {
	switch c {
	case bank.Matched, bank.Outgoing:
		return theme.Muted
	case bank.Grouped, bank.Assumed: // not certain, and not wrong
		return theme.Text
	case bank.OtherAmount, bank.OnlyTill:
		return theme.Unknown
	}
	return theme.Waiting
}

// mark is the icon of a finding: a tick stands for a match by number alone.
func mark(item bank.Item) string {
	switch item.Class {
	case bank.Matched, bank.Grouped, bank.Assumed, bank.Unclear:
		if item.Sure {
			return "check"
		}
		return "question"
	case bank.OnlyBank:
		return "bank"
	case bank.OnlyTill:
		return "receipt"
	case bank.Returned, bank.Twice:
		return "return"
	case bank.OtherAmount:
		return "slash-circle"
	}
	return ""
}

// cells are what a row says of an item.
func (p *resultPage) cells(item bank.Item) (out [7]string) {
	env, d := p.opened.env, p.opened.deps
	out[0] = env.Words.T("report.match." + string(item.Class))
	if e := item.Entry; e != nil {
		out[1] = present.Receipt(e.Receipt)
		if e.Receipt == 0 {
			out[1] = present.Number(e.Sale)
		}
		out[2], out[5] = moment(env, e.At, false), e.Amount.Major()
	}
	if n := len(item.Group); n > 0 {
		sum := item.Line.Amount
		sum.Minor += item.Fee.Minor
		out[2], out[4], out[5] = moment(env, item.Group[0].At, true), env.Words.N("statement.group", n), sum.Major()
		if item.Fee.Minor != 0 {
			out[4] += ", " + env.Words.T("statement.fee", "fee", item.Fee.Major())
		}
	}
	if l := item.Line; l != nil {
		out[3], out[4], out[6] = moment(env, l.At, l.Dated), strings.TrimSpace(out[4]+" "+l.ID()+" "+l.Shown()), d.bankSum(env, l.Amount, item.Entry)
	}
	return out
}

// moment is a day and a time, or a day where a bank gives no time.
func moment(env screen.Env, at time.Time, dated bool) string {
	local := at.In(env.Zone)
	if dated {
		return fmt.Sprintf("%d/%d", local.Day(), int(local.Month()))
	}
	return fmt.Sprintf("%d/%d %s", local.Day(), int(local.Month()), present.Clock(at, env.Zone))
}

// bankSum names its currency where that is another than the till's.
func (d Deps) bankSum(env screen.Env, a money.Amount, e *bank.Entry) string {
	if e != nil && e.Amount.Currency != a.Currency || e == nil && a.Currency != d.Currency {
		return a.Major() + " " + present.Currency(env.Words, a.Currency)
	}
	return a.Major()
}
