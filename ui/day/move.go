package day

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/day/entry"
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

// movePage puts cash into the drawer or takes some out, with what it is for.
type movePage struct {
	form
	out    bool
	float  bool // it says with what the shift began, and the difference moves
	entry  *entry.Amount
	reason *control.Field
	beyond bool          // the drawer should hold less: the same, said once more, is recorded
	follow screen.Follow // from the amount into the reason
	came   time.Time     // the page, with what was typed before it
}

func newMovePage(s *Screen) *movePage {
	w := s.env.Words
	p := &movePage{out: s.memory.kind == journal.MovementOut, came: s.env.Now()}
	title, icon := "day.in.title", "cash-in"
	amount := "day.amount"
	switch p.float = s.memory.kind == correctsFloat; {
	case p.float:
		title, icon, amount = "day.fixFloat.title", "drawer", "day.fixFloat.amount"
	case p.out:
		title, icon = "day.out.title", "cash-out"
	}
	p.form = newForm(s, title)
	if p.out && !p.float && s.deps.Till.Settings().Cash {
		p.frame.Tools = append(p.frame.Tools, control.NewButton(control.ButtonSpec{Icon: "return", Label: w.T("day.reverse.open"), Height: theme.ChipHeight, Mid: true, PadX: theme.S3}, p.reverse))
	}
	if !p.float && !p.out {
		p.frame.Tools = append(p.frame.Tools, control.NewButton(control.ButtonSpec{Icon: "drawer", Label: w.T("day.fixFloat.open"), Height: theme.ChipHeight, Mid: true, PadX: theme.S3}, p.correct))
	}
	p.ofShift()
	currency := s.deps.Till.Settings().Currency
	if s.view.Shift.Opened != nil {
		currency = s.view.Shift.Opened.Currency
	}
	p.reason = p.reasonField("day.move.reason", func(string) { p.changed() }, p.record)
	p.follow = screen.Follow{Env: s.env, Line: p.reason, Shown: func() bool { return s.shown && s.on(p) }}
	p.entry = entry.NewAmount(s.env, w.T(amount), currency, p.changed)
	p.frame.Body = p.entry.Beside(p.frame, p.reason)
	p.frame.Primary = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Icon: icon, Key: "Enter"}, p.record)
	p.frame.Build()
	p.paint()
	return p
}

func (p *movePage) whole() bool {
	if p.float && p.entry.Empty() || !p.float && p.entry.Value().Minor <= 0 {
		return false
	}
	return strings.TrimSpace(p.reason.Text()) != ""
}

// changed takes note that something else is to be moved: what was said of the
// drawer was not said of this.
func (p *movePage) changed() {
	if p.beyond {
		p.beyond = false
		p.frame.ShowNotice("")
	}
	p.paint()
}

func (p *movePage) paint() {
	if p.frame.Primary == nil {
		return
	}
	w, spec := p.screen.env.Words, p.frame.Primary.Spec()
	spec.Label, spec.Amount, spec.Currency = w.T("day.move.needs"), "", ""
	p.frame.Primary.Disable()
	if p.whole() {
		switch {
		case p.float:
			spec.Label = w.T("day.fixFloat.do")
		case p.beyond:
			spec.Label = w.T("day.out.anyway")
		case p.out:
			spec.Label = w.T("day.out.do")
		default:
			spec.Label = w.T("day.in.do")
		}
		spec.Amount, spec.Currency = p.entry.Text(), p.screen.env.CurrencyWord(p.entry.Value().Currency)
		p.frame.Primary.Enable()
	}
	p.frame.Primary.Set(spec)
}

// press takes an amount, and from the first letter on what it is for. Of letters that
// came with the page nobody knows how fast they were typed: they are left out.
func (p *movePage) press(k screen.KeyPress) bool {
	if k.Rune != 0 {
		p.follow.Heard()
	}
	letter := k.Rune != 0 && p.screen.env.Now().Sub(p.came) >= keys.ScanGap
	switch {
	case letter && p.follow.On():
		p.follow.Type(k.Rune)
	case k.Name == fyne.KeyBackspace && p.follow.Backspace():
	case enter(k) && !p.whole() && !p.entry.Empty():
		p.reason.Focus()
	case enter(k):
		p.record()
	case p.entry.Press(k):
	case letter:
		p.follow.Type(k.Rune)
	default:
		return false
	}
	return true
}

func (p *movePage) kept() func() {
	amount, reason := p.entry.Kept(), p.reason.Text()
	return func() {
		p.follow.End()
		amount()
		p.reason.SetText(reason)
	}
}

// correctsFloat is a kind of the page alone: what moves is the difference.
const correctsFloat journal.MovementKind = "float"

// reverse turns to a sale in cash that was recorded wrongly.
func (p *movePage) reverse() {
	s := p.screen
	permission.Ask(s.env, s.deps.Person, journal.RightOwed, func() { s.goTo(stepReverse) }, p.frame.Wrong)
}

// correct turns to the correction of what the shift began with.
func (p *movePage) correct() {
	s := p.screen
	permission.Ask(s.env, s.deps.Person, journal.RightOpen, func() {
		s.memory.kind = correctsFloat
		s.goTo(stepMove)
	}, p.frame.Wrong)
}

func (p *movePage) record() {
	s := p.screen
	if !p.whole() || !s.rested() {
		return
	}
	kind, minor, reason, beyond := s.memory.kind, p.entry.Value().Minor, strings.TrimSpace(p.reason.Text()), p.beyond
	s.act(func(ctx context.Context) error {
		if p.float {
			return s.deps.Till.CorrectFloat(ctx, s.deps.Person.By(), minor, reason)
		}
		if beyond {
			return s.deps.Till.MoveCashBeyond(ctx, s.deps.Person.By(), minor, reason, "")
		}
		return s.deps.Till.MoveCash(ctx, s.deps.Person.By(), kind, minor, reason, "")
	}, func(err error) {
		if p.beyond = journal.CodeOf(err) == journal.CodeDrawer; p.beyond && s.on(p) {
			s.guard.Arm() // a hurried Enter does not say it once more
			p.paint()
		}
		if err != nil {
			s.refused(p, present.Refusal(s.env.Words, err, "error.day"))
			return
		}
		if s.on(p) {
			s.goTo(stepDay)
		}
		s.openDrawer(nil)
		s.load()
	})
}

// handPage hands the drawer from one person to the next, within a shift.
type handPage struct {
	form
	names  []string
	tiles  []*control.Button
	to     *control.Field // where nobody signs in
	chosen string
}

func newHandPage(s *Screen) *handPage {
	w := s.env.Words
	p := &handPage{form: newForm(s, "day.hand.title")}
	p.ofShift()
	rows := []fyne.CanvasObject{typeset.NewParagraph(w.T("day.hand.text"), typeset.Body)}
	for _, u := range s.deps.Till.Users() {
		if u.Name == s.deps.Person.By() {
			continue
		}
		p.names = append(p.names, u.Name)
		p.tiles = append(p.tiles, control.NewButton(control.ButtonSpec{Icon: "user", Label: u.Name}, func() { p.choose(u.Name) }))
	}
	if len(p.tiles) > 0 {
		count := 2
		if pages.Large() {
			count = 1
		}
		rows = append(rows, typeset.NewText(w.T("day.hand.to"), typeset.Label), layout.Grid(count, theme.S2, layout.Objects(p.tiles)...))
	} else {
		p.to = control.NewField(control.FieldSpec{Label: w.T("day.hand.to")})
		p.to.OnChanged = func(text string) {
			p.chosen = strings.TrimSpace(text)
			p.paint()
		}
		p.to.OnSubmit, p.to.OnScan = func(string) { p.hand() }, unscanned
		rows = append(rows, p.to)
	}
	p.frame.Body = scrolled(graphic.NewCard(layout.Rows(theme.S4, rows...)))
	p.frame.Footer = []*control.Button{control.NewButton(control.ButtonSpec{Icon: "drawer", Label: w.T("day.hand.count"), Mid: true, Height: theme.PrimaryHigh},
		func() { permission.Ask(s.env, s.deps.Person, journal.RightCount, s.count, p.frame.Wrong) })}
	p.frame.Primary = control.NewPrimary(w.T("day.hand"), "Enter", p.hand)
	p.frame.Build()
	p.paint()
	return p
}

func (p *handPage) choose(name string) {
	p.chosen = name
	for i, t := range p.tiles {
		t.SetChosen(p.names[i] == name)
	}
	p.paint()
}

func (p *handPage) paint() { p.ready(p.chosen != "") }

func (p *handPage) press(k screen.KeyPress) bool {
	switch {
	case enter(k):
		p.hand()
	case p.to != nil && k.Rune != 0:
		p.to.Begin(k.Rune)
	default:
		return false
	}
	return true
}

func (p *handPage) hand() {
	s := p.screen
	if p.chosen == "" || !s.rested() {
		return
	}
	permission.Ask(s.env, s.deps.Person, journal.RightCount, func() {
		to := p.chosen
		s.act(func(ctx context.Context) error { return s.deps.Till.HandOver(ctx, s.deps.Person.By(), to) }, func(err error) {
			switch {
			case journal.CodeOf(err) == journal.CodeName:
				s.refused(p, s.env.Words.T("day.hand.wrong"))
				return
			case err != nil:
				s.refused(p, present.Refusal(s.env.Words, err, "error.day"))
				return
			case s.on(p):
				s.goTo(stepDay)
			}
			s.page.face().ShowNotice(s.env.Words.T("day.handed", "name", to))
			s.load()
		})
	}, p.frame.Wrong)
}
