package setup

import (
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/typeset"
)

// managerPage makes the first user: a manager with a PIN. No digit of it is in
// the memory.
type managerPage struct{ base }

// The lines of a manager.
const (
	lineName  = "name"
	linePIN   = "pin"
	lineAgain = "again"
)

func newManagerPage(s *Screen) *managerPage {
	p := &managerPage{base{screen: s, name: "setup.step.manager"}}
	p.form = s.newForm(
		form.Field{Kind: form.Note, Label: "setup.manager.text", Style: typeset.Body},
		form.Field{Name: lineName, Label: "setup.managerName", Value: form.At(&s.memory.manager), Needed: true, Wrong: blank("error.name")},
		form.Field{Name: linePIN, Kind: form.Digits, Filter: money.Digit, Label: "settings.users.pin", Needed: true, Wrong: blank("error.pinShape")},
		form.Field{Name: lineAgain, Kind: form.Digits, Filter: money.Digit, Label: "settings.users.again", Needed: true, Same: linePIN, Differs: "settings.users.differ", Beside: true},
		form.Field{Kind: form.Said},
		form.Field{Kind: form.Note, Label: "setup.later"})
	return p
}

// blank says something of a text that is blank.
func blank(key string) func(string) string {
	return func(text string) string {
		if trimmed(text) == "" {
			return key
		}
		return ""
	}
}

func (p *managerPage) onward() (string, func()) {
	return p.screen.env.Words.T("setup.continue"), p.done
}

func (p *managerPage) skip() (string, func()) {
	return p.screen.env.Words.T("setup.notNow"), p.finish
}

// finish goes on, and forgets what was typed.
func (p *managerPage) finish() {
	p.form.Empty()
	p.screen.next()
}

func (p *managerPage) done() {
	s := p.screen
	name, pin := trimmed(p.form.Text(lineName)), p.form.Text(linePIN)
	if pin != p.form.Text(lineAgain) { // it is typed again
		p.form.Line(lineAgain).SetText("")
	}
	if !p.check() {
		return
	}
	s.act(func() error {
		_, err := s.deps.Staff.AddUser(s.env.Life, name, journal.RoleManager, core.NewSecret(pin))
		return err
	}, answer{
		kept: func() { s.memory.made = true },
		here: func(err error) {
			if err == nil {
				p.finish()
				return
			}
			p.wrong(map[journal.Code]string{journal.CodePINShape: linePIN, journal.CodeName: lineName}[journal.CodeOf(err)], p.refused(err))
		},
		newer: (*Screen).next,
		said:  p.refused,
	})
}

// refused is why there is no manager.
func (p *managerPage) refused(err error) string {
	switch code := journal.CodeOf(err); code {
	case journal.CodePINShape, journal.CodeName:
		return p.screen.env.Words.T("error." + string(code))
	}
	return p.screen.env.Words.T("settings.notSaved")
}
