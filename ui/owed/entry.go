package owed

import (
	"context"
	"errors"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/keys"
	"sanduq/ui/pages"
	"sanduq/ui/permission"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// recorder is the screen as an entry knows it.
type recorder interface {
	// picked is the entry of the ledger that is read.
	picked() (journal.Debt, bool)
	// act asks the till for something about an entry, once at a time.
	act(d journal.Debt, ask func(context.Context) error, done func(error))
	load() // reads the ledger again
	showNotice(one said)
	// refused says why nothing was recorded of an entry.
	refused(d journal.Debt, err error)
	see(line fyne.CanvasObject) // scrolls to it, where the page does
	refresh()                   // lays all of it out again
}

// entry is one entry of the ledger: what happened, what to do, and what a manager
// records.
type entry struct {
	env    screen.Env
	deps   Deps
	memory *Memory
	ledger *ledger
	screen recorder

	title, with *typeset.Text
	amount      *typeset.Amount
	happened    *typeset.Text
	lines       *fyne.Container
	todoName    *typeset.Text
	todo        *typeset.Text
	how         *control.Segmented
	text        *control.Field
	much        struct{ whole, part *control.Button }
	sum         *control.Field // how much, with part
	sumBox      fyne.CanvasObject
	body, act   *fyne.Container // what is known, and what a manager does about it
	both        *fyne.Container
	card        fyne.CanvasObject
	seen        *control.Button
	record      *control.Button
	guard       *keys.Guard // a hurried Enter does not say once more what was just asked about
}

func newEntry(env screen.Env, d Deps, m *Memory, l *ledger, s recorder) *entry {
	w := env.Words
	e := &entry{env: env, deps: d, memory: m, ledger: l, screen: s, guard: keys.NewGuard(env.Now),
		title: typeset.NewParagraph("", typeset.Lead), with: typeset.NewText("", typeset.Caption).Cut(), amount: typeset.NewAmount("", "", theme.AmountS)}
	e.amount.Align = typeset.Trailing
	e.happened = typeset.NewText(w.T("owed.happened"), typeset.Caption.With(theme.SemiBold).Tint(theme.Text))
	e.lines = layout.Rows(theme.S1)
	e.todoName = typeset.NewText(w.T("owed.todo"), typeset.Caption.With(theme.SemiBold).Tint(theme.Text))
	e.todo = typeset.NewParagraph("", typeset.Body)
	at := 0
	if m.kept {
		at = 1
	}
	e.how = control.NewSegmented([]string{w.T("owed.returned"), w.T("owed.kept")}, at, func(i int) {
		m.kept = i == 1
		e.retyped()
		e.paint()
	})
	e.text = control.NewField(control.FieldSpec{Label: w.T("owed.reference")})
	e.text.SetText(m.text)
	e.text.OnChanged = func(text string) {
		m.text = text
		e.retyped()
		e.paintRecord()
	}
	e.text.OnSubmit = func(string) { e.enter() }
	e.text.OnScan = func(string) {} // a scanner's Enter decides nothing
	e.much.whole = control.NewButton(control.ButtonSpec{Label: w.T("owed.whole"), Mid: true}, func() { e.choose(false) })
	e.much.part = control.NewButton(control.ButtonSpec{Label: w.T("owed.part"), Mid: true}, func() { e.choose(true) })
	e.sum = control.NewField(control.FieldSpec{Input: control.InputLatin})
	e.sum.SetText(m.part)
	e.sum.OnChanged = func(text string) {
		m.part = text
		e.paintRecord()
	}
	e.sum.OnSubmit = func(string) { e.enter() }
	e.sum.OnScan = func(code string) { e.sum.SetText(strings.TrimSuffix(e.sum.Text(), code)) } // it is no sum
	e.sumBox = layout.Grow(2, e.sum)
	parts := layout.Columns(theme.S2, e.much.whole, e.much.part)
	head := layout.Columns(theme.S4, layout.Grow(3, layout.Rows(0, e.title, e.with)), layout.Grow(2, e.amount))
	if pages.Large() {
		head = layout.Rows(0, e.title, e.with, e.amount)
	}
	e.body = layout.Rows(theme.S3, head, e.happened, e.lines, e.todoName, e.todo)
	e.act = layout.Rows(theme.S3, layout.Centred(theme.S4, e.how, parts), layout.Columns(theme.S3, layout.Grow(3, e.text), e.sumBox))
	e.both = layout.Rows(theme.S3, layout.Grow(1, container.NewVScroll(layout.BesideBar(e.body))), e.act)
	e.card = graphic.NewCardPadded(e.both, theme.S5(), theme.S4)
	if pages.Large() { // the page scrolls
		e.act, e.both = layout.Rows(0), layout.Rows(0)
		e.body = layout.Rows(theme.S3, head, e.happened, e.lines, e.todoName, e.todo, e.how, parts, e.text, e.sum)
		e.card = graphic.NewCard(e.body)
	}
	e.seen = control.NewButton(control.ButtonSpec{Icon: "check", Label: w.T("owed.note"), Mid: true, Height: theme.PrimaryHigh}, e.endBanner)
	e.record = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Key: "Enter"}, e.enter)
	return e
}

// clear forgets what was typed for another entry.
func (e *entry) clear() {
	e.text.SetText("")
	e.sum.SetText("")
	e.how.SetSelected(0)
}

func (e *entry) paint() {
	w := e.env.Words
	d, ok := e.screen.picked()
	open := ok && d.Open() > 0
	layout.SetVisible(open, e.act, e.how, e.text, e.much.whole, e.much.part, e.todo, e.todoName)
	layout.SetVisible(open && e.memory.parted, e.sum, e.sumBox)
	e.seen.Hidden = !ok || d.Noted != nil
	e.record.Hidden = !open
	if !ok {
		return
	}
	e.title.SetText(cause(e.env, d))
	e.with.SetText(with(e.env, d))
	left := d.Open()
	if left == 0 {
		left = d.Amount.Minor
	}
	e.amount.Set(money.Amount{Minor: left, Currency: d.Amount.Currency}.Major(), e.env.CurrencyWord(d.Amount.Currency))
	e.todo.SetText(todo(e.env, d, e.ledger.putBack, e.ledger.attempts))
	e.paintLines(d)
	spec := control.FieldSpec{Label: w.T("owed.reference")}
	if e.memory.kept {
		spec.Label = w.T("owed.reason")
	}
	e.text.SetSpec(spec)
	e.sum.SetSpec(control.FieldSpec{Label: w.T("owed.part.sum", "sum", e.env.Sum(money.Amount{Minor: d.Open(), Currency: d.Amount.Currency})), Input: control.InputLatin})
	e.much.whole.SetChosen(!e.memory.parted)
	e.much.part.SetChosen(e.memory.parted)
	e.paintRecord()
	e.body.Refresh()
	e.act.Refresh()
	e.both.Refresh()
	e.screen.refresh()
}

// paintLines tells what happened: when each of the sales was paid, and each row of
// the ledger.
func (e *entry) paintLines(d journal.Debt) {
	w := e.env.Words
	var all []fyne.CanvasObject
	add := func(at time.Time, what, end string) {
		stamp := typeset.NewText(present.Clock(at, e.env.Zone), typeset.Body.Tint(theme.Muted))
		if journal.DayOf(at.In(e.env.Zone)) != journal.DayOf(e.env.Now().In(e.env.Zone)) {
			stamp.SetText(w.Moment(at.In(e.env.Zone)))
		}
		row := []fyne.CanvasObject{stamp, layout.Grow(1, typeset.NewParagraph(what, typeset.Body))}
		if end != "" {
			row = append(row, typeset.NewText(end, typeset.Caption))
		}
		if pages.Large() {
			all = append(all, layout.Rows(0, stamp, typeset.NewParagraph(strings.TrimSpace(what+" "+end), typeset.Body)))
			return
		}
		all = append(all, layout.Columns(theme.S3, row...))
	}
	for _, one := range e.ledger.attempts {
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
	for _, r := range e.ledger.rows {
		sum := e.env.Sum(money.Amount{Minor: r.Minor, Currency: d.Amount.Currency})
		reversed := d.Cause == journal.DebtReversed // opened and closed in one act, which no bank knows of
		switch r.Kind {
		case journal.DebtOpened:
			if reversed {
				continue
			}
			add(r.At, w.T("owed.row.opened", "sum", e.env.Sum(r.Amount)), "")
		case journal.DebtNoted:
			add(r.At, w.T("owed.row.noted", "name", present.Somebody(w, r.By)), "")
		case journal.DebtReturned:
			key := "owed.row.returned"
			if reversed {
				key = "owed.row.reversed"
			}
			add(r.At, w.T(key, "sum", sum, "name", present.Somebody(w, r.By)), r.Reference)
		case journal.DebtKept:
			add(r.At, w.T("owed.row.kept", "sum", sum, "reason", r.Reason, "name", present.Somebody(w, r.By)), "")
		}
	}
	e.lines.Objects = all
	e.lines.Refresh()
}

func (e *entry) choose(part bool) {
	e.memory.parted = part
	e.paint()
	if part {
		e.sum.Focus()
		e.screen.see(e.sum)
	}
}

// minor is how much is recorded; false where what was typed is no part of it.
func (e *entry) minor(d journal.Debt) (int64, bool) {
	if !e.memory.parted {
		return d.Open(), true
	}
	a, err := money.Parse(money.Copied(e.memory.part), d.Amount.Currency)
	return a.Minor, err == nil && a.Minor > 0 && a.Minor <= d.Open()
}

// ready reports whether all is there that a record needs.
func (e *entry) ready() bool {
	d, ok := e.screen.picked()
	if !ok || strings.TrimSpace(e.memory.text) == "" {
		return false
	}
	_, fits := e.minor(d)
	return fits
}

func (e *entry) paintRecord() {
	w := e.env.Words
	d, _ := e.screen.picked()
	spec := e.record.Spec()
	spec.Label = w.T("owed.record.nobody")
	switch by := e.deps.Person.By(); {
	case e.memory.used != "":
		spec.Label = w.T("owed.record.too")
	case by != "":
		spec.Label = w.T("owed.record", "name", by)
	}
	e.record.Set(spec)
	e.record.SetDisabled(!e.ready())
	problem := ""
	if _, fits := e.minor(d); !fits && e.memory.part != "" {
		problem = w.T("owed.part.wrong", "sum", e.env.Sum(money.Amount{Minor: d.Open(), Currency: d.Amount.Currency}))
	}
	if e.sum.Problem() != problem {
		e.sum.SetProblem(problem)
		e.act.Refresh()
		e.both.Refresh()
		e.body.Refresh()
		e.screen.see(e.sum)
	}
}

// typed begins the reference with a character that was typed on the screen.
func (e *entry) typed(r rune) bool {
	if e.record.Hidden {
		return false
	}
	e.text.Begin(r)
	return true
}

// enter records what is there, or goes where something is missing.
func (e *entry) enter() {
	d, ok := e.screen.picked()
	if !ok || e.record.Hidden {
		return
	}
	if !e.ready() {
		e.text.Focus()
		return
	}
	minor, _ := e.minor(d)
	if !e.guard.Allows(keys.Back) {
		return
	}
	open, text, kept, too := d.Open(), strings.TrimSpace(e.memory.text), e.memory.kept, e.memory.used != ""
	permission.Ask(e.env, e.deps.Person, journal.RightOwed, func() {
		e.screen.act(d, func(ctx context.Context) error {
			if kept {
				return e.deps.Till.KeepDebt(ctx, d.Number, e.deps.Person.By(), minor, open, text)
			}
			if too {
				return e.deps.Till.ReturnDebtToo(ctx, d.Number, e.deps.Person.By(), minor, open, text)
			}
			return e.deps.Till.ReturnDebt(ctx, d.Number, e.deps.Person.By(), minor, open, text)
		}, func(err error) {
			if err != nil {
				e.refused(d, text, err)
				e.screen.load() // somebody else may have recorded something meanwhile
				return
			}
			if e.memory.chosen == d.Number { // else somebody types for another one by now
				*e.memory = Memory{chosen: d.Number}
				e.clear()
			}
			text := e.env.Words.T("owed.recorded.all")
			if rest := open - minor; rest > 0 {
				text = e.env.Words.T("owed.recorded", "sum", e.env.Sum(money.Amount{Minor: rest, Currency: d.Amount.Currency}))
			}
			e.screen.showNotice(said{of: d, text: text})
			e.screen.load()
		})
	}, func(why string) { e.screen.showNotice(said{of: d, text: why, failed: true}) })
}

// refused says why nothing was recorded. A reference that closed another entry is asked
// about: the primary then records it here too.
func (e *entry) refused(d journal.Debt, reference string, err error) {
	var used *journal.ReferenceUsedError
	if !errors.As(err, &used) || e.memory.chosen != d.Number || strings.TrimSpace(e.memory.text) != reference {
		e.screen.refused(d, err)
		return
	}
	e.memory.used = reference
	e.guard.Arm()
	e.screen.showNotice(said{of: d, text: e.env.Words.T("owed.reference.used", "number", present.Number(used.By.Sale)), failed: true})
}

// retyped takes note that another reference is typed: what was asked was not of this one.
func (e *entry) retyped() {
	if e.memory.used != "" && (e.memory.kept || strings.TrimSpace(e.memory.text) != e.memory.used) {
		e.memory.used = ""
		e.screen.showNotice(said{})
	}
}

// endBanner ends the banner of an entry, and nothing else.
func (e *entry) endBanner() {
	d, ok := e.screen.picked()
	if !ok {
		return
	}
	e.screen.act(d, func(ctx context.Context) error { return e.deps.Till.NoteDebt(ctx, d.Number, e.deps.Person.By()) }, func(err error) {
		if err != nil {
			e.screen.refused(d, err)
		}
		e.screen.load()
	})
}
