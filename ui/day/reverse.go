package day

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/day/figures"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// reversePage takes the cash of a sale off again, which was recorded wrongly: by the
// number on its slip, with the reason.
type reversePage struct {
	form
	number *control.Field
	told   *typeset.Text // which sale it is
	short  *typeset.Text // that the count found some of it missing
	never  *control.Chip // what the count found missing was never in the drawer
	reason *control.Field
	rows   *fyne.Container
	found  *journal.Reversal
	asks   screen.Newest
}

func newReversePage(s *Screen) *reversePage {
	w := s.env.Words
	p := &reversePage{form: newForm(s, "day.reverse.title")}
	p.ofShift()
	p.number = control.NewField(control.FieldSpec{Label: w.T("day.reverse.number"), Placeholder: w.T("day.reverse.number.hint")})
	p.number.OnChanged = func(string) { p.find() }
	p.number.OnSubmit, p.number.OnScan = func(string) { p.next() }, unscanned
	p.told = typeset.NewParagraph("", typeset.Lead)
	p.never = control.NewChip(w.T("day.reverse.never"), "check", false, func() {
		p.never.SetSelected(!p.never.Selected())
	})
	p.short = typeset.NewParagraph("", typeset.Body)
	p.reason = p.reasonField("day.reason", func(string) { p.paint() }, p.record)
	rows := []fyne.CanvasObject{typeset.NewParagraph(w.T("day.reverse.text"), typeset.Body), p.number, p.told, p.short, p.never, p.reason}
	p.rows = layout.Rows(theme.S4, rows...)
	p.frame.Body = scrolled(graphic.NewCard(p.rows))
	p.frame.Primary = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "return", Key: "Enter"}, p.record)
	p.frame.Build()
	p.paint()
	return p
}

// find reads the cash receipt of the number that is typed: "C-0015" or "15".
func (p *reversePage) find() {
	s := p.screen
	p.found = nil
	kind, number, ok := paperNumber(p.number.Text())
	if !ok || kind == "T" {
		p.asks.Drop()
		p.told.SetText("")
		p.paint()
		return
	}
	var r journal.Reversal
	p.asks.Ask(s.env, func(ctx context.Context) (err error) {
		r, err = s.deps.Till.Reversal(ctx, number)
		return err
	}, func(err error) {
		switch code := journal.CodeOf(err); {
		case err == nil:
			p.found = &r
			p.told.SetText(s.env.Words.T("day.reverse.found", "number", journal.CashNumber(r.Cash.Seq), "sum", s.env.Sum(r.Cash.Due()),
				"time", s.env.Words.DateTime(r.Cash.TakenAt.In(s.env.Zone)), "name", present.Somebody(s.env.Words, r.Cash.Cashier)))
		case code == journal.CodeNoSale:
			p.told.SetText(s.env.Words.T("day.reverse.none"))
		case code == journal.CodeStep:
			p.told.SetText(s.env.Words.T("day.reverse.done"))
		default:
			s.failed(err)
			p.told.SetText(present.Refusal(s.env.Words, err, "error.day"))
		}
		if p.found != nil && r.Missing > 0 {
			p.short.SetText(s.env.Words.T("day.reverse.missing", "z", journal.ZNumber(r.Z), "sum", figures.Sum(s.env, r.Missing, r.Cash.Amount.Currency)))
			p.never.SetSelected(true)
		}
		p.paint()
	})
}

func (p *reversePage) ready() bool { return p.found != nil && strings.TrimSpace(p.reason.Text()) != "" }

func (p *reversePage) paint() {
	layout.SetVisible(p.found != nil && p.found.Missing > 0, p.never, p.short)
	if p.frame.Primary == nil {
		return
	}
	w, spec := p.screen.env.Words, p.frame.Primary.Spec()
	spec.Label, spec.Amount, spec.Currency = w.T("day.reverse.needs"), "", ""
	p.frame.Primary.Disable()
	if p.ready() {
		due := p.found.Cash.Due()
		spec.Label, spec.Amount, spec.Currency = w.T("day.reverse.do"), due.Major(), p.screen.env.CurrencyWord(due.Currency)
		p.frame.Primary.Enable()
	}
	p.frame.Primary.Set(spec)
	if p.frame.Root != nil {
		p.rows.Refresh()
		p.frame.Body.Refresh()
	}
}

// next goes from the number to the reason.
func (p *reversePage) next() {
	if p.found != nil {
		p.reason.Focus()
	}
}

func (p *reversePage) press(k screen.KeyPress) bool {
	switch {
	case enter(k) && !p.ready():
		p.next()
	case enter(k):
		p.record()
	case k.Rune > ' ' && p.found == nil:
		p.number.Begin(k.Rune)
	case k.Rune > ' ':
		p.reason.Begin(k.Rune)
	default:
		return false
	}
	return true
}

func (p *reversePage) record() {
	s := p.screen
	if !p.ready() || !s.rested() {
		return
	}
	id, missing, reason := p.found.Cash.SaleID, int64(0), strings.TrimSpace(p.reason.Text())
	said := s.env.Words.T("day.reversed", "number", journal.CashNumber(p.found.Cash.Seq))
	if p.never.Selected() && p.found.Missing > 0 {
		missing = p.found.Missing
	}
	s.act(func(ctx context.Context) error {
		return s.deps.Till.ReverseCash(ctx, id, s.deps.Person.By(), missing, reason)
	}, func(err error) {
		if err != nil {
			s.refused(p, present.Refusal(s.env.Words, err, "error.day"))
			return
		}
		if s.on(p) {
			s.goTo(stepDay)
		}
		s.page.face().ShowNotice(said)
		s.load()
	})
}
