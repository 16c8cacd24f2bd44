package setup

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/settings/shop"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// tillPage names the till, and says how it will be used.
type tillPage struct {
	base
	currency       *control.Opener
	picker         *shop.Picker // nil unless open
	practice, live *control.Option
}

func newTillPage(s *Screen) *tillPage {
	p := &tillPage{base: base{screen: s, name: "setup.title"}}
	w, m := s.env.Words, s.memory
	p.currency = control.NewOpener("", p.open)
	p.currency.OnStep = func(by int) {
		all := currencies()
		p.pick(all[(slices.Index(all, m.code)+by+len(all))%len(all)])
	}
	p.practice = control.NewOption("phone", w.T("setup.practice"), w.T("setup.practice.text"), func() { p.use(false) })
	p.live = control.NewOption("lock", w.T("setup.live"), w.T("setup.live.text"), func() { p.use(true) })
	note := "setup.later"
	if s.deps.Given.Environment {
		p.live.Disable()
		if s.env.Practice {
			note = "setup.given"
		}
	}
	practice := func() bool { return s.env.Practice }
	p.form = s.newForm(
		form.Field{Name: "shop", Label: "settings.shop", Hint: "default.shop", Value: form.At(&m.shop), Wrong: needed, Needed: true, Share: 2},
		form.Field{Name: "till", Label: "settings.tillName", Value: form.At(&m.till), Wrong: needed, Needed: true, Beside: true},
		form.Field{Kind: form.Objects, Beside: true, Draw: func() []fyne.CanvasObject {
			return []fyne.CanvasObject{layout.Rows(6, typeset.NewText(w.T("settings.currency"), typeset.Label).Cut(), p.currency)}
		}},
		form.Field{Kind: form.Said},
		form.Field{Kind: form.Note, Label: "settings.env.now", Args: []any{"environment", w.T("setup.live")}, Style: typeset.Fact, Offered: func() bool { return !s.env.Practice }},
		form.Field{Kind: form.Objects, Offered: practice, Draw: func() []fyne.CanvasObject {
			return []fyne.CanvasObject{layout.Rows(6, typeset.NewText(w.T("setup.use"), typeset.Label), abreast([]float32{1, 1}, p.practice, p.live))}
		}},
		form.Field{Kind: form.Note, Label: note})
	p.setButtons()
	return p
}

func needed(text string) string {
	if trimmed(text) == "" {
		return "settings.needed"
	}
	return ""
}

func (p *tillPage) setButtons() {
	p.currency.SetValue(p.screen.env.CurrencyWord(p.screen.memory.code))
	p.practice.SetChosen(!p.screen.memory.live)
	p.live.SetChosen(p.screen.memory.live)
}

func (p *tillPage) body() []fyne.CanvasObject {
	if p.picker != nil {
		return []fyne.CanvasObject{p.picker.Object()}
	}
	return p.base.body()
}

func (p *tillPage) needed() []*control.Field {
	if p.picker != nil {
		return nil
	}
	return p.base.needed()
}

func (p *tillPage) onward() (string, func()) {
	if p.picker != nil {
		return "", func() {}
	}
	return p.screen.env.Words.T("setup.continue"), p.done
}

// skip is for anyone who wants to see a payment first: practice with what a till
// begins with.
func (p *tillPage) skip() (string, func()) {
	switch {
	case p.picker != nil:
		return p.screen.env.Words.T("manager.back"), p.close
	case p.screen.memory.live:
		return "", nil
	}
	return p.screen.env.Words.T("setup.skip"), p.screen.finish
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
	p.picker = shop.NewPicker(p.screen.env.Words, currencies(), func(code string) {
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
	if !p.check() {
		return
	}
	if s.memory.live && s.env.Practice {
		s.goTo(stepBank)
		return
	}
	s.store(func(err error) {
		if err != nil {
			p.wrong("", s.env.Words.T("settings.notSaved"))
			return
		}
		s.next()
	}, (*Screen).next)
}
