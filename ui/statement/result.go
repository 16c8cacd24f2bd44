package statement

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/export"
	"sanduq/core/report/reconcile"
	bank "sanduq/core/report/statement"
	"sanduq/ui/exporting"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// resultPage lists what was found: what needs somebody first, the rest folded, and asks
// about one row at a time. It is read only once the days are signed.
type resultPage struct {
	opened   *opened
	steps    steps
	rows     []reconcile.Row // as they are listed, with those of an opened fold
	unfolded map[reconcile.Kind]bool
	saving   bool
	typed    screen.DebouncedDigit

	sums     *sumsCard
	frame    *graphic.Panel
	heads    [4]*typeset.Text
	list     *list.List
	panel    *panel
	note     *typeset.Text
	owe      *control.Button // enters what is listed twice
	entering bool
	said     string // of what was entered; blank for nothing
	wrong    bool
	export   *control.Button
	columns  *control.Button
	other    *control.Button
	sign     *control.Button
	root     *fyne.Container
}

func newResultPage(o *opened, s steps) *resultPage {
	w := o.env.Words
	p := &resultPage{opened: o, steps: s, unfolded: map[reconcile.Kind]bool{}, sums: newSumsCard(), frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius), note: paragraph("", typeset.Caption)}
	p.list = list.New(p)
	p.list.OnChoose = p.showRow
	p.panel = newPanel(p.answer)
	button := func(key, icon string, do func()) *control.Button {
		return control.NewButton(control.ButtonSpec{Label: w.T(key), Icon: icon, Mid: true}, do)
	}
	p.owe = button("statement.owe", "return", p.enter)
	p.export = button("export.title", "folder", p.acceptAll)
	p.columns = button("statement.columns.other", "list", p.otherColumns)
	p.other = button("statement.other", "bank", s.again)
	p.sign = control.NewPrimary("", "", func() { p.saveAnswers(nil, true) })
	objects := []fyne.CanvasObject{p.sums.root, p.note, p.frame, p.list.Object(), p.panel.root, p.owe, p.export, p.columns, p.other, p.sign}
	for i := range p.heads {
		p.heads[i] = typeset.NewText("", typeset.Caption.With(theme.SemiBold)).Cut()
		if i > 0 {
			p.heads[i].Align = numberAlign()
		}
		objects = append(objects, p.heads[i])
	}
	p.root = layout.New(nil, p.place, objects...)
	return p
}

// show begins with the first row that waits for an answer.
func (p *resultPage) show() {
	p.said = ""
	clear(p.unfolded)
	p.fill()
	p.showRow(p.next(0))
	p.paint()
}

// fill lists the rows.
func (p *resultPage) fill() {
	p.rows = nil
	for _, r := range p.opened.found.result.Rows {
		p.rows = append(p.rows, r)
		if unfolds(r) && p.unfolded[r.Kind] {
			for _, item := range r.Items {
				p.rows = append(p.rows, p.opened.found.result.Single(r.Kind, item)...)
			}
		}
	}
	p.list.Reload(0)
}

// unfolds reports whether a row that needs nobody is of more than one finding.
func unfolds(r reconcile.Row) bool {
	return r.Folded() && (len(r.Items) > 1 || len(r.Items[0].Group) > 1)
}

// next is the first row from a place on that waits for an answer; the place itself
// where none does.
func (p *resultPage) next(from int) int {
	for i := range p.rows {
		if at := (from + i) % len(p.rows); p.rows[at].Open() {
			return at
		}
	}
	return min(from, len(p.rows)-1)
}

// showRow shows a row in the panel; one that is folded opens in its place.
func (p *resultPage) showRow(at int) {
	if at < 0 || at >= len(p.rows) {
		p.ask(nil)
		return
	}
	p.list.Choose(at)
	p.ask(&p.rows[at])
}

// tapped is look, and opens what is folded.
func (p *resultPage) tapped(at int) {
	if r := p.rows[at]; unfolds(r) {
		p.unfolded[r.Kind] = !p.unfolded[r.Kind]
		p.fill()
	}
	p.showRow(at)
}

// The rows, for list.Source.

// Len is for list.Source.
func (p *resultPage) Len() int { return len(p.rows) }

// Kind is for list.Source.
func (p *resultPage) Kind(int) int { return 0 }

// Make is for list.Source.
func (p *resultPage) Make(int) fyne.CanvasObject { return newFindingRow(p.tapped) }

// Show is for list.Source.
func (p *resultPage) Show(at int, on fyne.CanvasObject, chosen bool) {
	on.(*findingRow).set(at, p.spec(p.rows[at]), chosen)
}

// Height is for list.Source.
func (p *resultPage) Height(int, float32) float32 { return rowHigh() }

// Choosable is for list.Source.
func (p *resultPage) Choosable(int) bool { return true }

func (p *resultPage) paint() {
	w, f := p.opened.env.Words, p.opened.found
	p.paintSums()
	needs := 0
	for _, r := range f.result.Rows {
		if !r.Folded() {
			needs++
		}
	}
	p.heads[0].SetText(w.N("statement.needs", needs))
	for i, key := range []string{"statement.sums.tillHead", "statement.sums.bankHead", "statement.sums.difference"} {
		p.heads[i+1].SetText(w.T(key))
	}
	p.paintNote()
	p.paintOwe()
	p.paintSign()
	p.export.Hidden = p.opened.deps.Export == nil || len(f.items) == 0
	p.columns.Hidden = !p.opened.asks()
	p.root.Refresh()
}

// paintNote says what else there is to know of the file.
func (p *resultPage) paintNote() {
	w, f := p.opened.env.Words, p.opened.found
	text := w.T("statement.harmless")
	if n := len(f.broken); n > 0 {
		const named = 3
		text += " " + w.N("statement.broken", n, "rows", strings.Join(f.broken[:min(n, named)], ", "))
	}
	text += p.skipped() + p.fee()
	if n := f.result.Sums.OtherCurrencies; n > 0 {
		text += " " + w.N("statement.foreign", n)
	}
	spans := p.spoken(text)
	failed := typeset.Caption.With(theme.SemiBold).Tint(theme.Failed)
	if f.unkept != nil {
		spans = append(spans, typeset.Span{Text: " " + present.Refusal(w, f.unkept, "error.day"), Style: failed})
	}
	for _, s := range f.signed {
		spans = append(spans, typeset.Span{Text: " " + w.T("statement.signedBefore", "days", p.days(s), "name", present.Somebody(w, s.Signed.By)), Style: typeset.Caption.With(theme.SemiBold).Tint(theme.Text)})
	}
	for _, g := range f.gaps[:min(len(f.gaps), 2)] {
		spans = append(spans, typeset.Span{Text: " " + p.gap(g), Style: failed})
	}
	if n := len(f.gaps) - 2; n > 0 {
		spans = append(spans, typeset.Span{Text: " " + w.N("statement.gap.more", n), Style: failed})
	}
	p.note.SetSpans(spans...)
}

// paintSign is grey and says how much is missing, until nothing is.
func (p *resultPage) paintSign() {
	w, f := p.opened.env.Words, p.opened.found
	open := f.result.Sums.Open
	spec := control.ButtonSpec{Kind: control.Filled, Large: true, Size: &theme.Lead, Label: w.T("statement.sign", "days", p.days(f.statement)), Key: "Enter"}
	switch {
	case f.statement.Signed != nil:
		spec.Key, spec.Label = "", w.T("statement.signed", "name", present.Somebody(w, f.statement.Signed.By), "time", w.Moment(f.statement.Signed.At.In(p.opened.env.Zone)))
	case open > 0:
		spec.Key, spec.Label = "", w.N("statement.toGo", open)
	}
	p.sign.Hidden = p.opened.deps.Book == nil
	p.sign.SetOn(spec, f.statement.Signed == nil && open == 0 && !p.saving)
}

// answer takes what a person says of the row that is looked at, writes it down, and goes
// to the next that waits.
func (p *resultPage) answer(code string) {
	at := p.list.Chosen()
	if at < 0 || at >= len(p.rows) || p.rows[at].Key == "" {
		return
	}
	if code == reconcile.Belongs {
		p.assign(p.rows[at])
		return
	}
	p.record(journal.BankAnswer{Row: p.rows[at].Key, Answer: code, Sale: p.rows[at].Answer.Sale})
}

// record writes an answer down in place of the one that its row had.
func (p *resultPage) record(answer journal.BankAnswer) {
	answers := slices.DeleteFunc(slices.Clone(p.opened.found.statement.Answers), func(a journal.BankAnswer) bool { return a.Row == answer.Row })
	p.saveAnswers(append(answers, answer), false)
}

// saveAnswers writes the answers down, or that the days are signed, and shows what came of it
// only when it is on the disk.
func (p *resultPage) saveAnswers(answers []journal.BankAnswer, sign bool) {
	f, d, env := &p.opened.found, p.opened.deps, p.opened.env
	if p.saving || d.Book == nil || f.statement.Signed != nil {
		return
	}
	p.saving = true
	about := p.sign.Spec().Label
	next, file := *f, p.opened.file
	if !sign {
		next.statement.Answers = answers
	}
	var err error
	env.Go(func() {
		err = next.save(env.Life, d.Book, sign)
		env.Post(func() {
			p.saving = false
			if err != nil {
				env.Report(d.Failed, err)
				p.said, p.wrong = present.Refusal(env.Words, err, "error.day"), true
				if p.steps.left() {
					env.Miss(about, p.said)
				}
				p.paint()
				return
			}
			if p.opened.file != file { // another one is open by now
				return
			}
			p.said = ""
			at := p.list.Chosen()
			p.opened.found = next
			p.fill()
			p.showRow(p.next(max(at, 0)))
			p.paint()
		})
	})
}

// otherColumns asks for the columns once more; but not while an answer is written by these: it
// would be put in the place of what the others give, here and on the disk.
func (p *resultPage) otherColumns() {
	if p.saving {
		p.busy()
		return
	}
	p.steps.change()
}

// busy says that what was said last is still written.
func (p *resultPage) busy() {
	p.said, p.wrong = p.opened.env.Words.T("day.busy"), true
	p.paint()
}

// acceptAll lets a person take along all that was found.
func (p *resultPage) acceptAll() {
	items := p.opened.found.items
	p.opened.deps.Export(exporting.Request{Asked: p.opened.name, Match: func(w export.Words) export.Table { return export.Match(items, w) }})
}

// digit answers the row that is looked at by a digit that stands alone: a barcode answers
// nothing.
func (p *resultPage) digit(r rune) {
	at, found := p.list.Chosen(), p.opened.found.result
	p.typed.Press(p.opened.env, r, func(n int) {
		if p.opened.found.result == found && p.list.Chosen() == at {
			p.panel.answerKey(n-1, p.answer)
		}
	})
}

func (p *resultPage) press(k screen.KeyPress) bool {
	if k.Rune != 0 {
		p.digit(k.Rune)
		return true
	}
	if k.Scan != "" {
		p.typed.Interrupt()
		return true
	}
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if !p.sign.Hidden && !p.sign.Disabled() {
			p.saveAnswers(nil, true)
		}
		return true
	case fyne.KeySpace:
		if at := p.list.Chosen(); at >= 0 && at < len(p.rows) && p.rows[at].Folded() {
			p.tapped(at)
			return true
		}
		return false
	}
	return p.list.Key(k.Name)
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
		return present.Sum(env.Words, a.Minor, a.Currency) + " " + present.Currency(env.Words, a.Currency)
	}
	return present.Sum(env.Words, a.Minor, a.Currency)
}
