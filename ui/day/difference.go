package day

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/day/figures"
	"sanduq/ui/permission"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// differencePage says what the count came to, and asks for the reason of a
// difference before the Z, which then stays as it is.
type differencePage struct {
	form
	sum    journal.DrawerSum
	reason *control.Field // nil where there is no difference
}

func newDifferencePage(s *Screen) *differencePage {
	w := s.env.Words
	p := &differencePage{form: newForm(s, "day.difference"), sum: *s.memory.sum}
	p.ofShift()
	p.frame.Under.SetText(w.T("day.step", "n", 2))
	rows := []fyne.CanvasObject{figures.Difference(s.env, p.sum, false)}
	if more := counted(s.env, p.sum, s.memory.first); more != "" {
		rows = append(rows, typeset.NewParagraph(more, typeset.Body))
	}
	if p.sum.Difference != 0 {
		p.reason = p.reasonField("day.reason", nil, p.close)
		p.reason.SetText(s.memory.reason)
		p.reason.OnChanged = func(text string) {
			s.memory.reason = text
			p.paint()
		}
		rows = append(rows, p.reason, typeset.NewParagraph(w.T("day.reason.stays"), typeset.Caption), typeset.NewParagraph(w.T("day.again.stays"), typeset.Caption))
	} else {
		rows = append(rows, typeset.NewParagraph(w.T("day.agrees"), typeset.Body))
	}
	p.frame.Body = scrolled(graphic.NewCard(layout.Rows(theme.S4, rows...)))
	p.frame.Footer = []*control.Button{control.NewButton(control.ButtonSpec{Icon: "refresh", Label: w.T("day.again"), Mid: true, Height: theme.PrimaryHigh}, func() { s.goTo(stepCount) })}
	p.frame.Primary = control.NewPrimary(w.T("day.close"), "Enter", p.close)
	p.frame.Build()
	p.paint()
	return p
}

func (p *differencePage) paint() { p.ready(p.reason == nil || p.screen.memory.reason != "") }

func (p *differencePage) press(k screen.KeyPress) bool {
	switch {
	case enter(k):
		p.close()
	case p.reason != nil && k.Rune != 0:
		p.reason.Begin(k.Rune)
	default:
		return false
	}
	return true
}

// close ends the shift with its Z.
func (p *differencePage) close() {
	s := p.screen
	if !s.rested() { // it was meant for the count: nobody has seen yet what it came to
		return
	}
	if p.frame.Primary.Disabled() {
		if p.reason != nil {
			p.reason.Focus()
		}
		return
	}
	permission.Ask(s.env, s.deps.Person, journal.RightClose, p.end, p.frame.Wrong)
}

func (p *differencePage) end() {
	s := p.screen
	if !s.on(p) { // while somebody was asked, the shift was closed elsewhere
		return
	}
	number, reason := s.view.Shift.Number, s.memory.reason
	var z journal.Z
	s.act(s.dated(func(ctx context.Context) (err error) {
		z, err = s.deps.Till.CloseShift(ctx, number, s.deps.Person.By(), reason)
		return err
	}), func(err error) {
		code := journal.CodeOf(err)
		switch {
		case err == nil, code == journal.CodeShiftClosed && z.Seq != 0:
			s.memory.z, s.memory.fresh, s.memory.sum, s.memory.reason = &z, err == nil, nil, ""
			clear(s.memory.counted)
			s.read = false // that shift is over, and nothing is known of the next
			s.goTo(stepClosed)
			if code == journal.CodeShiftClosed {
				s.page.face().ShowNotice(s.env.Words.T("day.closed.already", "name", present.Somebody(s.env.Words, z.By), "time", present.Clock(z.At, s.env.Zone)))
			}
			s.load()
		case code == journal.CodeCount, code == journal.CodeCountStale:
			s.memory.sum = nil
			if s.on(p) {
				s.goTo(stepCount)
				s.page.face().Wrong(present.Refusal(s.env.Words, err, "error.day"))
				return
			}
			s.refused(p, present.Refusal(s.env.Words, err, "error.day"))
		default:
			s.refused(p, s.doubts(p, err))
		}
	})
}
