package setup

import (
	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
)

// managerPage makes the first user: a manager with a PIN. No digit of it is in
// the memory.
type managerPage struct {
	screen           *Screen
	name, pin, again *control.Field
	failed           *typeset.Text
}

func newManagerPage(s *Screen) *managerPage {
	p := &managerPage{screen: s}
	w, m := s.deps.Words, s.memory
	p.name = s.field(control.FieldSpec{Label: w.T("setup.managerName")}, m.manager, func(t string) { m.manager = t })
	p.pin = s.field(control.FieldSpec{Label: w.T("settings.users.pin"), Password: true, Input: control.InputDigits}, "", func(string) {})
	p.again = s.field(control.FieldSpec{Label: w.T("settings.users.again"), Password: true, Input: control.InputDigits}, "", func(string) {})
	p.pin.Filter, p.again.Filter = money.Digit, money.Digit
	p.failed = typeset.NewParagraph("", typeset.Fact.Tint(theme.Failed))
	return p
}

func (p *managerPage) title() string { return p.screen.deps.Words.T("setup.step.manager") }

func (p *managerPage) body() []fyne.CanvasObject {
	all := []fyne.CanvasObject{typeset.NewParagraph(p.screen.deps.Words.T("setup.manager.text"), typeset.Body), p.name,
		abreast([]float32{1, 1}, p.pin, p.again)}
	if p.failed.Text() != "" {
		all = append(all, p.failed)
	}
	return append(all, typeset.NewParagraph(p.screen.deps.Words.T("setup.later"), typeset.Body.Tint(theme.Muted)))
}

func (p *managerPage) beside() fyne.CanvasObject { return nil }

func (p *managerPage) needed() []*control.Field {
	return []*control.Field{p.name, p.pin, p.again}
}

func (p *managerPage) onward() (string, func()) {
	return p.screen.deps.Words.T("setup.continue"), p.done
}

func (p *managerPage) skip() (string, func()) {
	return p.screen.deps.Words.T("setup.notNow"), p.leave
}

func (p *managerPage) press(screen.KeyPress) bool { return false }

// leave goes on, and forgets what was typed.
func (p *managerPage) leave() {
	p.pin.SetText("")
	p.again.SetText("")
	p.screen.next()
}

func (p *managerPage) done() {
	s, w := p.screen, p.screen.deps.Words
	name, pin := trimmed(p.name.Text()), p.pin.Text()
	switch {
	case name == "":
		s.wrong(p.name, w.T("error.name"))
		return
	case pin == "":
		s.wrong(p.pin, w.T("error.pinShape"))
		return
	case pin != p.again.Text():
		p.again.SetText("")
		s.wrong(p.again, w.T("settings.users.differ"))
		return
	}
	p.failed.SetText("")
	var err error
	s.act(func() { _, err = s.deps.Staff.AddUser(s.deps.Life, name, journal.RoleManager, core.NewSecret(pin)) }, answer{
		took: func() {
			s.deps.failed(err)
			s.memory.made = s.memory.made || err == nil
		},
		here: func() {
			switch journal.CodeOf(err) {
			case journal.CodePINShape:
				s.wrong(p.pin, p.refused(err))
			case journal.CodeName:
				s.wrong(p.name, p.refused(err))
			default:
				if err == nil {
					p.leave()
					return
				}
				p.failed.SetText(p.refused(err))
				s.paint()
			}
		},
		newer:   (*Screen).next,
		refused: func() string { return p.refused(err) },
	})
}

// refused is why there is no manager; blank for no error.
func (p *managerPage) refused(err error) string {
	switch code := journal.CodeOf(err); code {
	case journal.CodePINShape, journal.CodeName:
		return p.screen.deps.Words.T("error." + string(code))
	}
	return p.screen.notSaved(err)
}
