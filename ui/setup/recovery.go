package setup

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
)

// recoveryPage makes the code that opens backups elsewhere, and shows it this
// once.
type recoveryPage struct {
	screen *Screen
	sheet  *control.Button
	news   *typeset.Text
}

func newRecoveryPage(s *Screen) *recoveryPage {
	p := &recoveryPage{screen: s}
	p.sheet = control.NewButton(control.ButtonSpec{Icon: "download", Label: s.deps.Words.T("settings.recovery.sheet"), Mid: true}, p.save)
	p.news = typeset.NewParagraph("", typeset.Fact)
	return p
}

func (p *recoveryPage) title() string { return p.screen.deps.Words.T("setup.step.recovery") }

func (p *recoveryPage) body() []fyne.CanvasObject {
	w := p.screen.deps.Words
	text := "settings.recovery.none"
	if !p.screen.memory.sheet.Empty() {
		text = "setup.recovery.text"
	}
	all := []fyne.CanvasObject{typeset.NewParagraph(w.T(text), typeset.Body)}
	if !p.screen.memory.sheet.Empty() {
		groups := strings.Split(p.screen.memory.sheet.Reveal(), "-")
		for half := range 2 {
			line := strings.Join(groups[half*len(groups)/2:(half+1)*len(groups)/2], " - ")
			all = append(all, typeset.NewText(line, typeset.Title).Aligned(typeset.Centre))
		}
		all = append(all, typeset.NewParagraph(w.T("settings.recovery.once"), typeset.Body),
			typeset.NewParagraph(w.T("settings.recovery.away"), typeset.Fact), p.sheet)
	}
	if p.news.Text() != "" {
		all = append(all, p.news)
	}
	return all
}

func (p *recoveryPage) beside() fyne.CanvasObject { return nil }

func (p *recoveryPage) needed() []*control.Field { return nil }

func (p *recoveryPage) onward() (string, func()) {
	if p.screen.memory.sheet.Empty() {
		return p.screen.deps.Words.T("settings.recovery.make"), p.make
	}
	return p.screen.deps.Words.T("setup.recovery.done"), p.leave
}

// skip is for before there is a code: one that is shown must be taken note of.
func (p *recoveryPage) skip() (string, func()) {
	if !p.screen.memory.sheet.Empty() {
		return "", nil
	}
	return p.screen.deps.Words.T("setup.notNow"), p.leave
}

func (p *recoveryPage) press(screen.KeyPress) bool { return false }

// leave forgets the code.
func (p *recoveryPage) leave() {
	p.screen.memory.sheet = core.Secret{}
	p.screen.next()
}

func (p *recoveryPage) make() {
	s := p.screen
	p.tell("", false)
	var code core.Secret
	var err error
	show := func(now *Screen) {
		now.guard.Arm() // who pressed twice has not read it
		now.paint()
	}
	s.act(func() { code, err = s.deps.Recovery.Make(s.deps.Life, s.names().Cashier) }, answer{
		took: func() {
			s.deps.failed(err)
			if err == nil {
				s.memory.sheet = code
			}
		},
		here: func() {
			if err != nil {
				p.tell("settings.recovery.failed", true)
				return
			}
			show(s)
		},
		newer:   show,
		refused: func() string { return p.refused(err, "settings.recovery.failed") },
	})
}

// refused is what is said of an error under a key; blank for none.
func (p *recoveryPage) refused(err error, key string) string {
	if err == nil {
		return ""
	}
	return p.screen.deps.Words.T(key)
}

// save keeps the code as a sheet to print.
func (p *recoveryPage) save() {
	s, code := p.screen, p.screen.memory.sheet
	if s.memory.busy || code.Empty() {
		return
	}
	p.tell("", false)
	var place string
	var err error
	s.act(func() { place, err = s.deps.Recovery.Sheet(s.deps.Life, code) }, answer{
		took: func() { s.deps.failed(err) },
		here: func() {
			if err != nil {
				p.tell("settings.recovery.notSaved", true)
				return
			}
			p.tell("settings.recovery.saved", false, "place", place)
		},
		newer:   (*Screen).paint,
		refused: func() string { return p.refused(err, "settings.recovery.notSaved") },
	})
}

// tell shows what came of it; a blank key nothing.
func (p *recoveryPage) tell(key string, wrong bool, values ...any) {
	style, text := typeset.Fact, ""
	if wrong {
		style = style.Tint(theme.Failed)
	}
	if key != "" {
		text = p.screen.deps.Words.T(key, values...)
	}
	p.news.SetSpans(typeset.Span{Text: text, Style: style})
	p.screen.paint()
}
