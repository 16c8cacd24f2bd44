package statement

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/report/reconcile"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// mostAnswers is how many answers a row may be given.
const mostAnswers = 3

// panel asks one question about the row that is looked at: both sides, and at most
// three answers, each with its key.
type panel struct {
	frame    *graphic.Panel
	question *typeset.Text
	heads    [2]*typeset.Text
	lines    []panelLine
	note     *typeset.Text
	answers  [mostAnswers]*control.Button
	codes    []string
	root     *fyne.Container
}

// panelLine is a fact on both sides.
type panelLine struct{ name, till, bank *typeset.Text }

const panelLines = 5

func newPanel(answer func(code string)) *panel {
	p := &panel{frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius), question: paragraph("", typeset.Lead), note: paragraph("", typeset.Caption)}
	objects := []fyne.CanvasObject{p.frame, p.question, p.note}
	for i := range p.heads {
		p.heads[i] = typeset.NewText("", typeset.Caption.With(theme.SemiBold)).Cut()
		objects = append(objects, p.heads[i])
	}
	for range panelLines {
		l := panelLine{typeset.NewText("", typeset.Caption).Cut(), typeset.NewText("", typeset.Body.With(theme.Medium)).Cut(), typeset.NewText("", typeset.Body.With(theme.Medium)).Cut()}
		p.lines = append(p.lines, l)
		objects = append(objects, l.name, l.till, l.bank)
	}
	for i := range p.answers {
		p.answers[i] = control.NewButton(control.ButtonSpec{}, func() { p.answerKey(i, answer) })
		objects = append(objects, p.answers[i])
	}
	p.root = layout.New(nil, p.place, objects...)
	return p
}

// answerKey gives an answer by its place; false where there is none.
func (p *panel) answerKey(at int, answer func(code string)) bool {
	if at < 0 || at >= len(p.codes) || p.answers[at].Disabled() {
		return false
	}
	answer(p.codes[at])
	return true
}

// button is the one of an answer that is offered.
func (p *panel) button(code string) *control.Button {
	return p.answers[max(0, slices.Index(p.codes, code))]
}

// facts are what both sides know of a row, the name of each first.
func (p *resultPage) facts(r reconcile.Row) (all [][3]string) {
	w, env := p.opened.env.Words, p.opened.env
	none := func(s string) string {
		if s == "" {
			return w.T("statement.nothing")
		}
		return s
	}
	add := func(key, till, bank string) {
		if till != "" || bank != "" {
			all = append(all, [3]string{w.T(key), none(till), none(bank)})
		}
	}
	item := r.Items[0]
	var till, bank [4]string // sum, time, number, text
	if r.HasTill {
		till[0] = p.sum(r.Till, false)
	}
	if e := item.Entry; e != nil {
		till[0], till[1], till[2], till[3] = present.Sum(w, e.Amount.Minor, e.Amount.Currency), moment(env, e.At, false), e.TransactionID, name(e)
		if r.Foreign {
			till[0] += " " + present.Currency(w, e.Amount.Currency)
		}
	}
	if n := len(item.Group); n > 0 {
		till[1], till[3] = moment(env, item.Group[0].At, true), w.N("statement.group", n)
	}
	if l := item.Line; l != nil {
		bank[0], bank[1], bank[2], bank[3] = p.opened.deps.bankSum(env, l.Amount, item.Entry), moment(env, l.At, l.Dated), l.ID(), l.Shown()
	}
	for i, key := range []string{"statement.amount", "statement.time", "statement.number", "statement.text"} {
		add(key, till[i], bank[i])
	}
	return all
}

// ask shows the question of a row; nil shows none.
func (p *resultPage) ask(r *reconcile.Row) {
	w, q := p.opened.env.Words, p.panel
	q.codes = nil
	question, note := w.T("statement.noQuestion"), ""
	var facts [][3]string
	if r != nil {
		facts = p.facts(*r)
		question = w.T("statement.ask." + string(r.Kind))
		if !r.Folded() {
			q.codes = r.Answers()
		}
		if r.Also != "" {
			note = w.T("statement.again", "file", r.Also)
		}
		for i, c := range r.Items[0].Choices {
			n := len(c.Group)
			note += w.T("statement.choice", "n", i+1, "sales", w.N("statement.group", n), "from", moment(p.opened.env, c.Group[0].At, false), "to", moment(p.opened.env, c.Group[n-1].At, false), "fee", p.coded(c.Fee)) + "\n"
		}
	}
	q.question.SetText(question)
	q.note.SetText(note)
	for i, key := range []string{"report.column.atTill", "report.column.atBank"} {
		q.heads[i].SetText("")
		if facts != nil {
			q.heads[i].SetText(w.T(key))
		}
	}
	for i := range q.lines {
		var f [3]string
		if i < len(facts) {
			f = facts[i]
		}
		q.lines[i].name.SetText(f[0])
		q.lines[i].till.SetText(f[1])
		q.lines[i].bank.SetText(f[2])
	}
	for i, b := range q.answers {
		if b.Hidden = i >= len(q.codes); b.Hidden {
			continue
		}
		code := q.codes[i]
		key := "statement.answer." + code
		if r.Kind == reconcile.Guess || r.Kind == reconcile.Choose {
			key = "statement.say." + code
		}
		b.SetOn(control.ButtonSpec{Label: w.T(key), Key: string(rune('1' + i)), Chosen: r.Answer.Answer == code}, p.opened.found.statement.Signed == nil && p.opened.deps.Book != nil && !p.saving)
	}
	q.root.Refresh()
}

func (q *panel) place(b layout.Placer) {
	b.Put(q.frame, 0, 0, b.W, b.H)
	pad := theme.S4 + theme.S1
	wide, y := b.W-2*pad, theme.S4
	rows := q.rows(wide)
	least := q.room(wide, y, b.H, rows)
	y += b.PutDown(q.question, pad, y, wide) + theme.S3
	name, side := wide*.24, wide*.38
	foot := b.H - theme.S4
	for i := len(rows) - 1; i >= 0; i-- {
		each := (wide - theme.S2*float32(len(rows[i])-1)) / float32(len(rows[i]))
		h := least
		for _, a := range rows[i] {
			if least == theme.Target {
				h = max(h, a.MinSize().Height)
			}
		}
		foot -= h
		for n, a := range rows[i] {
			b.Put(a, pad+(each+theme.S2)*float32(n), foot, each, h)
		}
		foot -= theme.S2
	}
	note, line := float32(0), q.lines[0].till.MinSize().Height+theme.S1
	if q.note.Text() != "" {
		note = q.note.HeightFor(wide)
	}
	if q.note.Hidden = note == 0 || y+note > foot; q.note.Hidden { // one cut off says nothing
		note = 0
	}
	head := q.heads[0].MinSize().Height
	for i, t := range q.heads {
		if t.Hidden = q.lines[0].name.Text() == "" || y+head+theme.S1+line+note > foot; !t.Hidden {
			b.Put(t, pad+name+side*float32(i), y, side-theme.S2, head)
		}
	}
	if !q.heads[0].Hidden {
		y += head + theme.S1
	}
	for _, l := range q.lines {
		h := l.till.MinSize().Height + theme.S1
		l.name.Hidden = l.name.Text() == "" || q.heads[0].Hidden || y+h+note > foot
		l.till.Hidden, l.bank.Hidden = l.name.Hidden, l.name.Hidden
		if l.name.Hidden {
			continue
		}
		b.Put(l.name, pad, y, name-theme.S2, h)
		b.Put(l.till, pad+name, y, side-theme.S2, h)
		b.Put(l.bank, pad+name+side, y, side, h)
		y += h
	}
	b.Put(q.note, pad, y, wide, note)
}

// room is how high an answer is: less than usual, and the question smaller, where a question of two lines would else
// reach below its answers.
func (q *panel) room(wide, top, high float32, rows [][]*control.Button) float32 {
	q.question.SetStyle(typeset.Lead)
	n := float32(len(rows))
	if n == 0 || top+q.question.HeightFor(wide)+n*(theme.Target+theme.S2)+theme.S4 <= high {
		return theme.Target
	}
	q.question.SetStyle(typeset.Fact)
	return min(theme.Target, theme.ChipHeight)
}

// rows are the answers that stand beside each other: two where the words of both fit into
// half of the width, so that what both sides know keeps its room.
func (q *panel) rows(wide float32) (all [][]*control.Button) {
	half := (wide - theme.S2) / 2
	for _, a := range q.answers {
		if a.Hidden {
			continue
		}
		if n := len(all) - 1; n >= 0 && len(all[n]) == 1 && all[n][0].MinSize().Width <= half && a.MinSize().Width <= half {
			all[n] = append(all[n], a)
			continue
		}
		all = append(all, []*control.Button{a})
	}
	return all
}
