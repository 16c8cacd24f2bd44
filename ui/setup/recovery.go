package setup

import (
	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/settings/records"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
)

// recoveryPage makes the code that opens backups elsewhere, and shows it this
// once.
type recoveryPage struct {
	base
	sheet *control.Button
	sure  bool // it was asked once more whether the code is on paper
	news  *typeset.Text
}

func newRecoveryPage(s *Screen) *recoveryPage {
	p := &recoveryPage{base: base{screen: s, name: "setup.step.recovery", form: s.newForm()}, news: typeset.NewParagraph("", typeset.Fact)}
	p.sheet = control.NewButton(control.ButtonSpec{Icon: "download", Label: s.env.Words.T("settings.recovery.sheet"), Mid: true}, p.save)
	return p
}

func (p *recoveryPage) body() []fyne.CanvasObject {
	w, code := p.screen.env.Words, p.screen.memory.sheet
	all := []fyne.CanvasObject{typeset.NewParagraph(w.T("settings.recovery.none"), typeset.Body)}
	if !code.Empty() {
		all = append([]fyne.CanvasObject{typeset.NewParagraph(w.T("setup.recovery.text"), typeset.Body)}, records.Drawn(code, typeset.Title)...)
		all = append(all, typeset.NewParagraph(w.T("settings.recovery.once"), typeset.Body),
			typeset.NewParagraph(w.T("settings.recovery.away"), typeset.Fact), p.sheet)
	}
	if p.news.Text() != "" {
		all = append(all, p.news)
	}
	return all
}

func (p *recoveryPage) onward() (string, func()) {
	if p.screen.memory.sheet.Empty() {
		return p.screen.env.Words.T("settings.recovery.make"), p.make
	}
	if !p.sure {
		return p.screen.env.Words.T("setup.recovery.done"), p.ask
	}
	return p.screen.env.Words.T("setup.recovery.sure.do"), p.clear
}

// skip is for before there is a code: one that is shown must be taken note of.
func (p *recoveryPage) skip() (string, func()) {
	if !p.screen.memory.sheet.Empty() {
		return "", nil
	}
	return p.screen.env.Words.T("setup.notNow"), p.clear
}

// ask asks once more before a code goes that nobody sees again.
func (p *recoveryPage) ask() {
	p.sure = true
	p.screen.guard.Arm()
	p.showResult("setup.recovery.sure", false)
}

// clear forgets the code.
func (p *recoveryPage) clear() {
	p.screen.memory.sheet = core.Secret{}
	p.screen.next()
}

func (p *recoveryPage) make() {
	s := p.screen
	p.showResult("", false)
	var code core.Secret
	show := func(now *Screen) {
		now.guard.Arm() // who pressed twice has not read it
		now.paint()
	}
	s.act(func() (err error) {
		code, err = s.deps.Recovery.Make(s.env.Life, s.names().Cashier)
		return err
	}, answer{
		kept: func() { s.memory.sheet = code },
		here: func(err error) {
			if err != nil {
				p.showResult("settings.recovery.failed", true)
				return
			}
			show(s)
		},
		newer: show,
		said:  s.saying("settings.recovery.failed"),
	})
}

// save keeps the code as a sheet to print.
func (p *recoveryPage) save() {
	s, code := p.screen, p.screen.memory.sheet
	if s.memory.busy || code.Empty() {
		return
	}
	p.showResult("", false)
	var place string
	s.act(func() (err error) {
		place, err = s.deps.Recovery.Sheet(s.env.Life, code)
		return err
	}, answer{
		here: func(err error) {
			if err != nil {
				p.showResult("settings.recovery.notSaved", true)
				return
			}
			p.showResult("settings.recovery.saved", false, "place", place)
		},
		newer: (*Screen).paint,
		said:  s.saying("settings.recovery.notSaved"),
	})
}

// showResult shows what came of it; a blank key nothing.
func (p *recoveryPage) showResult(key string, wrong bool, values ...any) {
	style, text := typeset.Fact, ""
	if wrong {
		style = style.Tint(theme.Failed)
	}
	if key != "" {
		text = p.screen.env.Words.T(key, values...)
	}
	p.news.SetSpans(typeset.Span{Text: text, Style: style})
	p.screen.paint()
}
