package day

import (
	"context"
	"time"

	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
)

// mailEvery is how often a page looks what became of its Z.
const mailEvery = 2 * time.Second

// mailed says what became of the Z of a sheet by e-mail, and has it sent.
type mailed struct {
	sheet *sheet
	line  *typeset.Text
	next  screen.Timer // the next look
}

// paint says how it stands, and looks again while its page is shown.
func (m *mailed) paint() {
	s := m.sheet.screen
	d, env := s.deps.Mail, s.env
	if d == nil || m.sheet.z.Seq == 0 {
		return
	}
	text, style := "", typeset.Body
	if item, ok := d.Item(m.sheet.z); ok {
		if text = present.Mailed(env.Words, env.Zone, item); present.MailFailed(item) {
			style = typeset.Fact.Tint(theme.Failed)
		}
	}
	if m.line.Text() != text {
		m.line.SetStyle(style)
		m.line.SetText(text)
		m.sheet.of.object().Refresh()
	}
	m.next.Once(env, mailEvery, func() {
		if s.on(m.sheet.of) {
			m.paint()
		}
	})
}

// button sends the Z; nil where no e-mail is set up.
func (m *mailed) button(high float32) *control.Button {
	s := m.sheet.screen
	d := s.deps.Mail
	if d == nil || !d.On() {
		return nil
	}
	return control.NewButton(control.ButtonSpec{Icon: "next", Label: s.env.Words.T("mail.button"), Mid: true, Height: high}, func() {
		z := m.sheet.z
		if z.Seq == 0 {
			return
		}
		s.act(func(context.Context) error { return d.Again(z) }, func(err error) {
			if err != nil {
				m.sheet.showResult(s.env.Words.T("settings.mail.unkept"), true)
				return
			}
			m.paint()
		})
	})
}
