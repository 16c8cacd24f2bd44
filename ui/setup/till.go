package setup

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/settings"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// tillPage names the till, and says how it will be used.
type tillPage struct {
	screen *Screen

	shop, name     *control.Field
	currency       *control.Opener
	picker         *settings.Picker // nil unless open
	practice, live *control.Option
	failed         *typeset.Text
}

func newTillPage(s *Screen) *tillPage {
	p := &tillPage{screen: s}
	w, m := s.deps.Words, s.memory
	p.shop = s.field(control.FieldSpec{Label: w.T("settings.shop"), Placeholder: w.T("default.shop")}, m.shop, func(t string) { m.shop = t })
	p.name = s.field(control.FieldSpec{Label: w.T("settings.tillName")}, m.till, func(t string) { m.till = t })
	p.currency = control.NewOpener("", p.open)
	p.currency.OnStep = func(by int) {
		all := currencies()
		p.pick(all[(slices.Index(all, m.code)+by+len(all))%len(all)])
	}
	p.practice = control.NewOption("phone", w.T("setup.practice"), w.T("setup.practice.text"), func() { p.use(false) })
	p.live = control.NewOption("lock", w.T("setup.live"), w.T("setup.live.text"), func() { p.use(true) })
	if s.deps.Given.Environment {
		p.live.Disable()
	}
	p.failed = typeset.NewParagraph("", typeset.Fact.Tint(theme.Failed))
	p.setButtons()
	return p
}

func (p *tillPage) setButtons() {
	p.currency.SetValue(p.screen.deps.CurrencyWord(p.screen.memory.code))
	p.practice.SetChosen(!p.screen.memory.live)
	p.live.SetChosen(p.screen.memory.live)
}

func (p *tillPage) title() string { return p.screen.deps.Words.T("setup.title") }

func (p *tillPage) body() []fyne.CanvasObject {
	if p.picker != nil {
		return []fyne.CanvasObject{p.picker.Object()}
	}
	w := p.screen.deps.Words
	currency := layout.Rows(6, typeset.NewText(w.T("settings.currency"), typeset.Label).Cut(), p.currency)
	all := []fyne.CanvasObject{abreast([]float32{2, 1, 1}, p.shop, p.name, currency)}
	if p.failed.Text() != "" {
		all = append(all, p.failed)
	}
	if !p.screen.deps.Practice {
		all = append(all, typeset.NewParagraph(w.T("settings.env.now", "environment", w.T("setup.live")), typeset.Fact))
	}
	note := "setup.later"
	if p.screen.deps.Practice {
		all = append(all, layout.Rows(6, typeset.NewText(w.T("setup.use"), typeset.Label),
			abreast([]float32{1, 1}, p.practice, p.live)))
		if p.screen.deps.Given.Environment {
			note = "setup.given"
		}
	}
	return append(all, typeset.NewParagraph(w.T(note), typeset.Body.Tint(theme.Muted)))
}

func (p *tillPage) beside() fyne.CanvasObject { return nil }

func (p *tillPage) needed() []*control.Field {
	if p.picker != nil {
		return nil
	}
	return []*control.Field{p.shop, p.name}
}

func (p *tillPage) onward() (string, func()) {
	if p.picker != nil {
		return "", func() {}
	}
	return p.screen.deps.Words.T("setup.continue"), p.done
}

// skip is for whoever wants to see a payment first: practice with what a till
// begins with.
func (p *tillPage) skip() (string, func()) {
	switch {
	case p.picker != nil:
		return p.screen.deps.Words.T("manager.back"), p.close
	case p.screen.memory.live:
		return "", nil
	}
	return p.screen.deps.Words.T("setup.skip"), p.screen.finish
}

func (p *tillPage) press(k screen.KeyPress) bool {
	return p.picker != nil && p.picker.Press(k)
}

func (p *tillPage) use(live bool) {
	p.screen.memory.live = live
	p.setButtons()
	p.screen.paint()
}

// open lists every currency.
func (p *tillPage) open() {
	p.picker = settings.NewPicker(p.screen.deps.Words, currencies(), func(code string) {
		p.pick(code)
		p.close()
	})
	p.screen.paint()
	p.screen.focusFirst()
}

func (p *tillPage) close() {
	p.picker = nil
	p.screen.paint()
	p.screen.deps.Focus(p.currency)
}

func (p *tillPage) pick(code string) {
	p.screen.memory.code = code
	p.setButtons()
}

// done keeps the names, or goes on to what live needs.
func (p *tillPage) done() {
	s := p.screen
	for _, f := range p.needed() {
		if trimmed(f.Text()) == "" {
			s.wrong(f, s.deps.Words.T("settings.needed"))
			return
		}
	}
	if s.memory.live && s.deps.Practice {
		s.turn(stepBank)
		return
	}
	s.store(func(err error) {
		if err != nil {
			p.failed.SetText(s.deps.Words.T("settings.notSaved"))
			s.paint()
			return
		}
		s.next()
	}, (*Screen).next)
}

func trimmed(s string) string { return strings.TrimSpace(s) }
