package headoffice

import (
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/keys"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// signIn asks who looks. The password leaves the field with the question.
type signIn struct {
	window         *Window
	title, note    *typeset.Text
	name, password *control.Field
	wrong          *typeset.Text
	enter          *control.Button
	till           *control.Button // nil where there is none to go back to
	root           *fyne.Container
}

const formWide float32 = 460

func newSignIn(w *Window) *signIn {
	s := &signIn{window: w}
	t := w.env.Words
	s.title = typeset.NewText(t.T("office.title"), typeset.Title).Aligned(typeset.Centre)
	note := w.deps.Office.Host()
	if w.asks.said != "" {
		note = t.T(w.asks.said)
	}
	s.note = typeset.NewParagraph(note, typeset.Body.Tint(theme.Muted)).Aligned(typeset.Centre)
	s.name = control.NewField(control.FieldSpec{Label: t.T("office.name")})
	s.password = control.NewField(control.FieldSpec{Label: t.T("office.password"), Password: true})
	s.wrong = typeset.NewParagraph("", typeset.Fact.Tint(theme.Failed))
	s.enter = control.NewPrimary(t.T("office.signIn"), "Enter", s.submit)
	if w.asks.password {
		s.enter.Disable()
	}
	s.name.OnSubmit = func(string) { s.focus(s.password.Focusable()) }
	s.password.OnSubmit = func(string) { s.submit() }
	rows := layout.Rows(theme.S4, s.title, s.note, s.name, s.password, s.wrong, s.enter)
	if w.deps.Till != nil {
		s.till = control.NewButton(control.ButtonSpec{Label: t.T("office.till"), Mid: true}, w.toTill)
		s.till.SetDisabled(w.asks.till)
		rows.Add(s.till)
	}
	card := graphic.NewCardPadded(rows, theme.S5(), theme.S5())
	s.root = layout.New(nil, func(b layout.Placer) {
		wide := min(formWide, b.W-2*theme.S4)
		high := min(card.MinSize().Height, b.H)
		b.Put(card, (b.W-wide)/2, max(0, (b.H-high)/2), wide, high)
	}, card)
	return s
}

// begin puts the keys where typing begins.
func (s *signIn) begin() { s.focus(s.name.Focusable()) }

func (s *signIn) focus(to fyne.Focusable) {
	if c := s.window.canvas; c != nil { // what has just been made does not know its own yet
		c.Focus(to)
	}
}

func (s *signIn) press(e keys.Event) {
	if e.Kind == keys.Command && e.Name == keys.Enter {
		s.submit()
	}
}

func (s *signIn) submit() {
	name, password := strings.TrimSpace(s.name.Text()), core.NewSecret(s.password.Text())
	if s.window.asks.password || name == "" || password.Empty() {
		return
	}
	w := s.window
	w.asks.password = true
	s.wrong.SetText("")
	s.password.SetText("")
	s.enter.Disable()
	s.root.Refresh()
	w.env.Go(func() {
		err := w.deps.Office.SignIn(w.env.Life, name, password)
		w.env.Post(func() {
			w.asks.password = false
			s := w.form // another one where the language was changed meanwhile
			if s == nil {
				return
			}
			s.enter.Enable()
			if err == nil {
				w.enter()
				return
			}
			w.env.Report(w.deps.Failed, err)
			s.wrong.SetText(w.env.Words.T(refusal(err)))
			s.root.Refresh()
			s.focus(s.password.Focusable())
		})
	})
}

// toTill makes the computer a till again, which its next start opens.
func (w *Window) toTill() {
	if w.asks.till {
		return
	}
	w.asks.till = true
	w.form.till.Disable()
	w.env.Go(func() {
		err := w.deps.Till()
		w.env.Post(func() {
			w.env.Report(w.deps.Failed, err)
			w.asks.said = "office.till.done"
			if err != nil {
				w.asks.said, w.asks.till = "office.till.failed", false
			}
			if s := w.form; s != nil { // another one where the language was changed meanwhile
				s.till.SetDisabled(w.asks.till)
				s.note.SetText(w.env.Words.T(w.asks.said))
				s.root.Refresh()
			}
		})
	})
}

// refusal is the key of why somebody could not sign in.
func refusal(err error) string {
	switch {
	case errors.Is(err, ErrSignIn):
		return "office.wrong"
	case errors.Is(err, ErrLocked):
		return "office.locked"
	case errors.Is(err, ErrCertificate):
		return "office.unproven"
	}
	return "office.unreachable"
}
