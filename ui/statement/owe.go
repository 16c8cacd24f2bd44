package statement

import (
	"strings"

	"sanduq/core/journal"
	bank "sanduq/core/report/statement"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
)

// The bank may list a payment once more than the till was told of. That is money
// which is owed back, and a manager enters it, one by one. Of money that is only at
// the bank the till has no sale that it could be entered of, and another sum is no
// second payment: those are looked into by the bank's own means.

// enterable reports whether an item is money that is owed back, and not yet
// entered: owed are the sales of which a second debit is known.
func enterable(item bank.Item, owed map[journal.SaleID]bool) bool {
	e, l := item.Entry, item.Line
	return item.Class == bank.Twice && e != nil && l != nil && l.Amount == e.Amount && reference(l) != "" && !owed[e.Sale]
}

// reference is what the statement calls a row: its name there and its day.
func reference(l *bank.Line) string {
	if l.ID() == "" {
		return ""
	}
	return strings.TrimSpace(l.ID() + " " + l.At.Format("2006-01-02"))
}

// paintOwe offers the first that is not entered yet.
func (p *resultPage) paintOwe() {
	env, d, all := p.screen.env, p.screen.deps, p.screen.found.twice
	p.owe.Hidden = d.Owe == nil || len(all) == 0
	if p.owe.Hidden {
		return
	}
	e := all[0].Entry
	name := present.Number(e.Sale)
	if e.Receipt != 0 {
		name = present.Receipt(e.Receipt)
	}
	p.owe.SetLabel(env.Words.T("statement.owe", "receipt", name, "amount", present.Major(env.Words, e.Amount)+"\u00a0"+present.Currency(env.Words, e.Amount.Currency)))
}

// enter enters the one that is offered, once somebody allows it.
func (p *resultPage) enter() {
	if p.entering || len(p.screen.found.twice) == 0 {
		return
	}
	env, d, item := p.screen.env, p.screen.deps, p.screen.found.twice[0]
	about := p.owe.Spec().Label
	d.Allow(func() {
		p.entering = true
		p.owe.Disable()
		var err error
		env.Go(func() {
			err = d.Owe(env.Life, item.Entry.Sale, item.Entry.Amount, reference(item.Line))
			env.Post(func() { p.entered(item, about, err) })
		})
	})
}

func (p *resultPage) entered(item bank.Item, about string, err error) {
	env, d := p.screen.env, p.screen.deps
	p.entering = false
	p.owe.Enable()
	known := journal.CodeOf(err) == journal.CodeReference
	p.said, p.wrong = env.Words.T("statement.owed"), false
	switch {
	case known:
		p.said = env.Words.T("statement.owed.already")
	case err != nil:
		p.said, p.wrong = env.Words.T("error.day"), true
		if code := journal.CodeOf(err); env.Words.Has("error." + string(code)) {
			p.said = env.Words.T("error." + string(code))
		}
		if d.Failed != nil {
			d.Failed(err)
		}
		if !p.screen.shown {
			env.Miss(about, p.said)
		}
	}
	if left := p.screen.found.twice; (err == nil || known) && len(left) > 0 && left[0] == item { // else another file is shown by now
		p.screen.found.twice = left[1:]
	}
	p.paint()
}

// what was entered, or why not, beside what the page says.
func (p *resultPage) spoken(text string) []typeset.Span {
	spans := []typeset.Span{{Text: text, Style: typeset.Caption}}
	if p.said == "" {
		return spans
	}
	style := typeset.Caption.With(theme.SemiBold).Tint(theme.Text)
	if p.wrong {
		style = style.Tint(theme.Failed)
	}
	return []typeset.Span{{Text: p.said, Style: style}}
}
