package statement

import (
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

// paintOwe offers the first that is not entered yet.
func (p *resultPage) paintOwe() {
	env, d, all := p.opened.env, p.opened.deps, p.opened.found.twice
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
	if p.entering || len(p.opened.found.twice) == 0 {
		return
	}
	env, d, item := p.opened.env, p.opened.deps, p.opened.found.twice[0]
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
	env, d := p.opened.env, p.opened.deps
	p.entering = false
	p.owe.Enable()
	known := journal.CodeOf(err) == journal.CodeReference
	p.said, p.wrong = env.Words.T("statement.owed"), false
	switch {
	case known:
		p.said = env.Words.T("statement.owed.already")
	case err != nil:
		p.said, p.wrong = present.Refusal(env.Words, err, "error.day"), true
		env.Report(d.Failed, err)
		if p.steps.left() {
			env.Miss(about, p.said)
		}
	}
	if left := p.opened.found.twice; (err == nil || known) && len(left) > 0 && left[0].Line == item.Line { // else another file is shown by now
		p.opened.found.twice = left[1:]
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
