package settings

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// recoveryPage makes the recovery code and shows it this once: whatever leaves
// the page, leaves without it.
type recoveryPage struct {
	screen *Screen

	asked, there bool
	unread       bool // whether there is one could not be read
	working      bool
	code         core.Secret
	said         string // what went wrong, or where the sheet lies
	wrong        bool

	title, text, news *typeset.Text
	make, sheet       *control.Button
	content           *fyne.Container
	root              fyne.CanvasObject
}

func newRecoveryPage(s *Screen) *recoveryPage {
	p := &recoveryPage{screen: s}
	w := s.deps.Words
	p.title = typeset.NewText(w.T("settings.recovery"), typeset.Lead).Cut()
	p.text = typeset.NewParagraph("", typeset.Label.With(theme.Regular))
	p.news = typeset.NewParagraph("", typeset.Label)
	p.make = control.NewButton(control.ButtonSpec{Kind: control.Tonal, Mid: true}, p.another)
	p.sheet = control.NewButton(control.ButtonSpec{Icon: "download", Label: w.T("settings.recovery.sheet"), Mid: true}, p.save)
	p.content = layout.Rows(theme.S4)
	p.root = card(p.content)
	return p
}

func (p *recoveryPage) object() fyne.CanvasObject { return p.root }
func (p *recoveryPage) aside() fyne.CanvasObject  { return nil }

// primary takes the code away. Enter does not: nobody can have it again.
func (p *recoveryPage) primary() (control.ButtonSpec, func(), bool) {
	if p.code.Empty() || p.working {
		return control.ButtonSpec{}, nil, false
	}
	return control.ButtonSpec{Label: p.screen.deps.Words.T("settings.recovery.written"), Icon: "check"}, p.forget, true
}

// press lets Esc hide the code before it leaves the settings.
func (p *recoveryPage) press(k screen.KeyPress) bool {
	if p.code.Empty() || k.Name != fyne.KeyEscape {
		return false
	}
	p.forget()
	return true
}

// forget takes the code off the screen and out of the page.
func (p *recoveryPage) forget() {
	p.code, p.said, p.wrong, p.working = core.Secret{}, "", false, false
	p.paint()
}

// ask looks whether there is a code already.
func (p *recoveryPage) ask() {
	s := p.screen
	if s.deps.Recovery == nil {
		return
	}
	var there bool
	var err error
	s.later(func() { there, err = s.deps.Recovery.Made(s.deps.Life) }, func() {
		p.asked, p.there, p.unread = err == nil, there, err != nil
		s.deps.failed(err)
		p.paint()
	})
}

// another makes a code, for who may.
func (p *recoveryPage) another() {
	if !p.working && p.screen.deps.Recovery != nil {
		p.screen.withRights(p.begin, journal.RightRecover)
	}
}

func (p *recoveryPage) begin() {
	s := p.screen
	if p.working {
		return
	}
	p.said, p.working = "", true
	p.paint()
	var code core.Secret
	var err error
	unseen := func() string { // the code is shown to nobody: it has to be made anew
		s.deps.failed(err)
		if err != nil {
			return s.deps.Words.T("settings.recovery.failed")
		}
		return s.deps.Words.T("settings.recovery.unseen")
	}
	s.act(p.title.Text(), func() { code, err = s.deps.Recovery.Make(s.deps.Life, s.deps.Shop.Settings().Cashier) }, func() {
		p.working = false
		if s.memory.at != atRecovery {
			s.deps.Miss(p.title.Text(), unseen())
			return
		}
		if err != nil {
			s.deps.failed(err)
			p.tell("settings.recovery.failed", true)
			return
		}
		p.code, p.there = code, true
		p.paint()
	}, unseen)
}

// save keeps the code as a sheet to print.
func (p *recoveryPage) save() {
	s, code := p.screen, p.code
	if p.working || code.Empty() {
		return
	}
	p.working = true
	p.paint()
	var place string
	var err error
	s.later(func() { place, err = s.deps.Recovery.Sheet(s.deps.Life, code) }, func() {
		p.working = false
		switch {
		case err != nil:
			s.deps.failed(err)
			p.tell("settings.recovery.notSaved", true)
		case !p.code.Empty():
			p.tell("settings.recovery.saved", false, "place", place)
		}
	})
}

func (p *recoveryPage) tell(key string, wrong bool, values ...any) {
	p.said, p.wrong = p.screen.deps.Words.T(key, values...), wrong
	p.paint()
	p.screen.see(p.said)
}

func (p *recoveryPage) paint() {
	w := p.screen.deps.Words
	all := []fyne.CanvasObject{p.title, p.text}
	switch {
	case !p.code.Empty():
		p.text.SetText(w.T("settings.recovery.once"))
		groups := strings.Split(p.code.Reveal(), "-")
		for half := range 2 {
			line := strings.Join(groups[half*len(groups)/2:(half+1)*len(groups)/2], " - ")
			all = append(all, typeset.NewText(line, typeset.Instruction).Aligned(typeset.Centre))
		}
		all = append(all, typeset.NewParagraph(w.T("settings.recovery.away"), typeset.Fact))
	case p.there:
		p.text.SetText(w.T("settings.recovery.there"))
		p.make.SetLabel(w.T("settings.recovery.another"))
	case p.unread:
		p.text.SetText(w.T("settings.recovery.unread"))
		p.make.SetLabel(w.T("settings.recovery.make"))
	case !p.asked:
		p.text.SetText(w.T("receipts.reading"))
		p.make.SetLabel(w.T("settings.recovery.make"))
	default:
		p.text.SetText(w.T("settings.recovery.none"))
		p.make.SetLabel(w.T("settings.recovery.make"))
	}
	if p.said != "" {
		style := typeset.Fact
		if p.wrong {
			style = style.Tint(theme.Failed)
		}
		p.news.SetSpans(typeset.Span{Text: p.said, Style: style})
		all = append(all, p.news)
	}
	for _, b := range []*control.Button{p.make, p.sheet} {
		if p.working || b == p.make && !p.asked {
			b.Disable()
		} else {
			b.Enable()
		}
	}
	if p.code.Empty() {
		all = append(all, p.make)
	} else {
		all = append(all, p.sheet)
	}
	p.content.Objects = all
	p.content.Refresh()
	p.root.Refresh()
	if p.screen.draft() != nil && p.screen.recovery == p {
		p.screen.paint()
	}
}
