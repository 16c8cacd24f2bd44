package owed

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/pages"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// entry is one entry of the ledger: what happened, what to do, and what a manager
// records.
type entry struct {
	screen *Screen

	title, with *widgets.Text
	amount      *widgets.Amount
	happened    *widgets.Text
	lines       *fyne.Container
	todoName    *widgets.Text
	todo        *widgets.Text
	how         *widgets.Segmented
	text        *widgets.Field
	whole, part *widgets.Button
	sum         *widgets.Field // how much, with part
	sumBox      fyne.CanvasObject
	body, act   *fyne.Container // what is known, and what a manager does about it
	both        *fyne.Container
	card        fyne.CanvasObject
	seen        *widgets.Button
	record      *widgets.Button
}

func newEntry(s *Screen) *entry {
	w := s.env.Words
	e := &entry{screen: s, title: widgets.NewParagraph("", widgets.Lead), with: widgets.NewText("", widgets.Caption).Cut(), amount: widgets.NewAmount("", "", theme.AmountS)}
	e.amount.Align = widgets.Trailing
	e.happened = widgets.NewText(w.T("owed.happened"), widgets.Caption.With(theme.SemiBold).Tint(theme.Text))
	e.lines = widgets.Rows(theme.S1)
	e.todoName = widgets.NewText(w.T("owed.todo"), widgets.Caption.With(theme.SemiBold).Tint(theme.Text))
	e.todo = widgets.NewParagraph("", widgets.Body)
	at := 0
	if s.memory.kept {
		at = 1
	}
	e.how = widgets.NewSegmented([]string{w.T("owed.returned"), w.T("owed.kept")}, at, func(i int) {
		s.memory.kept = i == 1
		e.paint()
	})
	e.text = widgets.NewField(widgets.FieldSpec{Label: w.T("owed.reference")})
	e.text.SetText(s.memory.text)
	e.text.OnChanged = func(text string) {
		s.memory.text = text
		e.paintRecord()
	}
	e.text.OnSubmit = func(string) { e.enter() }
	e.text.OnScan = func(string) {} // a scanner's Enter decides nothing
	e.whole = widgets.NewButton(widgets.ButtonSpec{Label: w.T("owed.whole"), Mid: true}, func() { e.choose(false) })
	e.part = widgets.NewButton(widgets.ButtonSpec{Label: w.T("owed.part"), Mid: true}, func() { e.choose(true) })
	e.sum = widgets.NewField(widgets.FieldSpec{Input: widgets.InputLatin})
	e.sum.SetText(s.memory.part)
	e.sum.OnChanged = func(text string) {
		s.memory.part = text
		e.paintRecord()
	}
	e.sum.OnSubmit = func(string) { e.enter() }
	e.sum.OnScan = func(code string) { e.sum.SetText(strings.TrimSuffix(e.sum.Text(), code)) } // it is no sum
	e.sumBox = widgets.Grow(2, e.sum)
	parts := widgets.Columns(theme.S2, e.whole, e.part)
	head := widgets.Columns(theme.S4, widgets.Grow(3, widgets.Rows(0, e.title, e.with)), widgets.Grow(2, e.amount))
	if pages.Large() {
		head = widgets.Rows(0, e.title, e.with, e.amount)
	}
	e.body = widgets.Rows(theme.S3, head, e.happened, e.lines, e.todoName, e.todo)
	e.act = widgets.Rows(theme.S3, widgets.Centred(theme.S4, e.how, parts), widgets.Columns(theme.S3, widgets.Grow(3, e.text), e.sumBox))
	e.both = widgets.Rows(theme.S3, widgets.Grow(1, container.NewVScroll(widgets.BesideBar(e.body))), e.act)
	e.card = widgets.NewCardPadded(e.both, theme.S5(), theme.S4)
	if pages.Large() { // the page scrolls
		e.act, e.both = widgets.Rows(0), widgets.Rows(0)
		e.body = widgets.Rows(theme.S3, head, e.happened, e.lines, e.todoName, e.todo, e.how, parts, e.text, e.sum)
		e.card = widgets.NewCard(e.body)
	}
	e.seen = widgets.NewButton(widgets.ButtonSpec{Icon: "check", Label: w.T("owed.note"), Mid: true, Height: theme.PrimaryHigh}, e.note)
	e.record = widgets.NewButton(widgets.ButtonSpec{Kind: widgets.Filled, Large: true, Key: "Enter"}, e.enter)
	return e
}

// clear forgets what was typed for another entry.
func (e *entry) clear() {
	e.text.SetText("")
	e.sum.SetText("")
	e.how.SetSelected(0)
}

func (e *entry) paint() {
	s := e.screen
	w := s.env.Words
	d, ok := s.picked()
	open := ok && d.Open() > 0
	for _, o := range []fyne.CanvasObject{e.act, e.how, e.text, e.whole, e.part, e.todo, e.todoName} {
		show(o, open)
	}
	show(e.sum, open && s.memory.parted)
	show(e.sumBox, open && s.memory.parted)
	e.seen.Hidden = !ok || d.Noted != nil
	e.record.Hidden = !open
	if !ok {
		return
	}
	e.title.SetText(cause(s.env, d))
	e.with.SetText(with(s.env, d))
	left := d.Open()
	if left == 0 {
		left = d.Amount.Minor
	}
	e.amount.Set(money.Amount{Minor: left, Currency: d.Amount.Currency}.Major(), s.env.CurrencyWord(d.Amount.Currency))
	e.todo.SetText(w.T("owed.todo." + string(d.Cause)))
	if wordAlone(d) {
		e.todo.SetText(w.T("owed.todo.saidCash"))
	}
	e.paintLines(d)
	spec := widgets.FieldSpec{Label: w.T("owed.reference")}
	if s.memory.kept {
		spec.Label = w.T("owed.reason")
	}
	e.text.SetSpec(spec)
	e.sum.SetSpec(widgets.FieldSpec{Label: w.T("owed.part.sum", "sum", s.env.Sum(money.Amount{Minor: d.Open(), Currency: d.Amount.Currency})), Input: widgets.InputLatin})
	e.whole.SetChosen(!s.memory.parted)
	e.part.SetChosen(s.memory.parted)
	e.paintRecord()
	e.body.Refresh()
	e.act.Refresh()
	e.both.Refresh()
	s.frame.Root.Refresh()
}

func show(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}

// paintLines tells what happened: when each of the sales was paid, and each row of
// the ledger.
func (e *entry) paintLines(d journal.Debt) {
	s := e.screen
	w := s.env.Words
	var all []fyne.CanvasObject
	add := func(at time.Time, what, end string) {
		stamp := widgets.NewText(present.Clock(at, s.env.Zone), widgets.Body.Tint(theme.Muted))
		if journal.DayOf(at.In(s.env.Zone)) != journal.DayOf(s.env.Now().In(s.env.Zone)) {
			stamp.SetText(w.Moment(at.In(s.env.Zone)))
		}
		row := []fyne.CanvasObject{stamp, widgets.Grow(1, widgets.NewParagraph(what, widgets.Body))}
		if end != "" {
			row = append(row, widgets.NewText(end, widgets.Caption))
		}
		if pages.Large() {
			all = append(all, widgets.Rows(0, stamp, widgets.NewParagraph(strings.TrimSpace(what+" "+end), widgets.Body)))
			return
		}
		all = append(all, widgets.Columns(theme.S3, row...))
	}
	for _, one := range s.attempts {
		if one.ID != d.Sale && one.ID != d.With {
			continue
		}
		switch one.Status() {
		case journal.StatusPaid:
			add(one.SettledAt, w.T("owed.paid", "number", present.Number(one.ID)), one.Session.TransactionID)
		case journal.StatusCash:
			add(one.CreatedAt, w.T("owed.cash", "number", present.Number(one.ID)), present.CashReceipt(one.CashSeq))
		}
	}
	for _, r := range s.rows {
		sum := s.env.Sum(money.Amount{Minor: r.Minor, Currency: d.Amount.Currency})
		switch r.Kind {
		case journal.DebtOpened:
			add(r.At, w.T("owed.row.opened", "sum", s.env.Sum(r.Amount)), "")
		case journal.DebtNoted:
			add(r.At, w.T("owed.row.noted", "name", e.who(r.By)), "")
		case journal.DebtReturned:
			add(r.At, w.T("owed.row.returned", "sum", sum, "name", e.who(r.By)), r.Reference)
		case journal.DebtKept:
			add(r.At, w.T("owed.row.kept", "sum", sum, "reason", r.Reason, "name", e.who(r.By)), "")
		}
	}
	e.lines.Objects = all
	e.lines.Refresh()
}

func (e *entry) who(name string) string {
	if name == "" {
		return e.screen.env.Words.T("report.nobody")
	}
	return name
}

func (e *entry) choose(part bool) {
	e.screen.memory.parted = part
	e.paint()
	if part {
		e.sum.Focus()
		e.see(e.sum)
	}
}

// see brings a line into sight where the page scrolls.
func (e *entry) see(line *widgets.Field) {
	widgets.See(e.screen.whole, func(o fyne.CanvasObject) bool { return o == fyne.CanvasObject(line) })
}

// minor is how much is recorded; false where what was typed is no part of it.
func (e *entry) minor(d journal.Debt) (int64, bool) {
	if !e.screen.memory.parted {
		return d.Open(), true
	}
	a, err := money.Parse(strings.ReplaceAll(strings.TrimSpace(e.screen.memory.part), present.Point(e.screen.env.Words), "."), d.Amount.Currency)
	return a.Minor, err == nil && a.Minor > 0 && a.Minor <= d.Open()
}

// ready reports whether all is there that a record needs.
func (e *entry) ready() bool {
	d, ok := e.screen.picked()
	if !ok || strings.TrimSpace(e.screen.memory.text) == "" {
		return false
	}
	_, fits := e.minor(d)
	return fits
}

func (e *entry) paintRecord() {
	s := e.screen
	w := s.env.Words
	d, _ := s.picked()
	spec := e.record.Spec()
	spec.Label = w.T("owed.record.nobody")
	if by := s.deps.by(); by != "" {
		spec.Label = w.T("owed.record", "name", by)
	}
	e.record.Set(spec)
	if e.ready() {
		e.record.Enable()
	} else {
		e.record.Disable()
	}
	problem := ""
	if _, fits := e.minor(d); !fits && s.memory.part != "" {
		problem = w.T("owed.part.wrong", "sum", s.env.Sum(money.Amount{Minor: d.Open(), Currency: d.Amount.Currency}))
	}
	if e.sum.Problem() != problem {
		e.sum.SetProblem(problem)
		e.act.Refresh()
		e.both.Refresh()
		e.body.Refresh()
		e.see(e.sum)
	}
}

// typed begins the reference with a character that was typed on the screen. The field
// hears it as typed: it may be a scanner's first.
func (e *entry) typed(r rune) bool {
	if e.record.Hidden {
		return false
	}
	e.text.Focus()
	e.text.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	e.text.Focusable().TypedRune(r)
	return true
}

// enter records what is there, or goes where something is missing.
func (e *entry) enter() {
	s := e.screen
	d, ok := s.picked()
	if !ok || e.record.Hidden {
		return
	}
	if !e.ready() {
		e.text.Focus()
		return
	}
	minor, _ := e.minor(d)
	open, text, kept := d.Open(), strings.TrimSpace(s.memory.text), s.memory.kept
	e.may(d, journal.RightOwed, func() {
		s.act(func(ctx context.Context) error {
			if kept {
				return s.deps.Till.KeepDebt(ctx, d.Number, s.deps.by(), minor, open, text)
			}
			return s.deps.Till.ReturnDebt(ctx, d.Number, s.deps.by(), minor, open, text)
		}, func(err error) {
			if err != nil {
				s.refused(d, err)
				s.load() // somebody else may have recorded something meanwhile
				return
			}
			if s.memory.chosen == d.Number { // else somebody types for another one by now
				*s.memory = Memory{chosen: d.Number}
				e.clear()
			}
			said := s.env.Words.T("owed.recorded.all")
			if rest := open - minor; rest > 0 {
				said = s.env.Words.T("owed.recorded", "sum", s.env.Sum(money.Amount{Minor: rest, Currency: d.Amount.Currency}))
			}
			s.tell(d, said)
			s.load()
		})
	})
}

// note ends the banner of an entry, and nothing else.
func (e *entry) note() {
	s := e.screen
	d, ok := s.picked()
	if !ok {
		return
	}
	s.act(func(ctx context.Context) error { return s.deps.Till.NoteDebt(ctx, d.Number, s.deps.by()) }, func(err error) {
		if err != nil {
			s.refused(d, err)
		}
		s.load()
	})
}

// may goes on when a person has a right to record something of an entry, or when a
// manager lends it.
func (e *entry) may(of journal.Debt, right journal.Right, then func()) {
	env, d := e.screen.env, e.screen.deps
	switch {
	case d.Till.May(right):
		then()
	case d.Lend != nil:
		d.Lend(right, then)
	default:
		e.screen.say(said{of: of, text: env.Words.T("error.manager"), failed: true})
	}
}
