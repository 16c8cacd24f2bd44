package day

import (
	"context"
	"errors"
	"strings"

	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/permission"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// dated is an act that the till refuses on a day that looks as if it had not come. Where it
// was refused on this very day before, it is said first that the day is right.
func (s *Screen) dated(ask func(context.Context) error) func(context.Context) error {
	day := s.memory.doubted
	if s.memory.doubted = ""; day == "" || day != journal.DayOf(s.env.Now().In(s.env.Zone)) {
		return ask
	}
	return func(ctx context.Context) error {
		if err := s.deps.Till.AcceptDay(ctx, s.deps.Person.By(), day); err != nil {
			return err
		}
		return ask(ctx)
	}
}

// doubts is why an act of a page was refused. Where the day is in doubt, the same once more
// says that it is right; a hurried Enter does not.
func (s *Screen) doubts(p page, err error) string {
	w := s.env.Words
	var ahead *journal.ClockAheadError
	if !errors.As(err, &ahead) || !s.shown || !s.on(p) {
		return present.Refusal(w, err, "error.day")
	}
	s.memory.doubted = ahead.Day
	s.guard.Arm()
	key, other := "day.ahead.last", ahead.Last
	if ahead.Gateway != "" {
		key, other = "day.ahead.gateway", ahead.Gateway
	}
	return w.T(key, "day", exporting.Date(w, ahead.Day), "other", exporting.Date(w, other))
}

// datePage takes the books out of days that have not come, after a clock that was ahead.
type datePage struct {
	form
	reason *control.Field
}

func newDatePage(s *Screen) *datePage {
	w := s.env.Words
	p := &datePage{form: newForm(s, "day.date.title")}
	p.ofShift()
	text := w.T("day.date.text", "day", exporting.Date(w, s.view.Ahead), "today", w.Date(s.env.Now().In(s.env.Zone)))
	p.reason = p.reasonField("day.date.reason", func(string) { p.paint() }, p.record)
	p.frame.Body = scrolled(graphic.NewCard(layout.Rows(theme.S4, typeset.NewParagraph(text, typeset.Body), p.reason, typeset.NewParagraph(w.T("day.date.stays"), typeset.Caption))))
	p.frame.Primary = control.NewPrimary(w.T("day.date.do"), "Enter", p.record)
	p.frame.Build()
	p.paint()
	return p
}

func (p *datePage) paint() { p.ready(strings.TrimSpace(p.reason.Text()) != "") }

func (p *datePage) press(k screen.KeyPress) bool {
	switch {
	case enter(k):
		p.record()
	case k.Rune != 0:
		p.reason.Begin(k.Rune)
	default:
		return false
	}
	return true
}

func (p *datePage) record() {
	s := p.screen
	if !s.rested() {
		return
	}
	if p.frame.Primary.Disabled() {
		p.reason.Focus()
		return
	}
	permission.Ask(s.env, s.deps.Person, journal.RightClose, func() {
		reason := strings.TrimSpace(p.reason.Text())
		s.act(func(ctx context.Context) error { return s.deps.Till.SetBookingBack(ctx, s.deps.Person.By(), reason) }, func(err error) {
			switch {
			case err != nil:
				s.refused(p, present.Refusal(s.env.Words, err, "error.day"))
			case s.on(p):
				s.goTo(stepDay)
			}
			s.load()
		})
	}, p.frame.Wrong)
}
