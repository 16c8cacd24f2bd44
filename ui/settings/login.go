package settings

import (
	"errors"
	"io/fs"
	"path/filepath"

	"fyne.io/fyne/v2"

	"sanduq/ui/desktop/autostart"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Login reports whether the system starts this till when somebody logs in, and
// changes it. Both methods may be slow.
type Login interface {
	State() (autostart.State, error)
	Set(on bool) error
}

// loginRow is the start at login. It shows what the system says now, or what it
// shall be told.
type loginRow struct {
	screen  *Screen
	choose  *control.Segmented
	title   *typeset.Text
	note    *typeset.Text
	content *fyne.Container // nothing where there is no such start
	asking  int             // the visit in which the system has not answered yet; 0 for none
	known   bool
	state   autostart.State
	problem string
}

const loginGap float32 = 6

func newLoginRow(s *Screen) *loginRow {
	r := &loginRow{screen: s, content: layout.Rows(loginGap)}
	if s.deps.Login == nil {
		return r
	}
	w := s.deps.Words
	r.choose = control.NewSegmented([]string{w.T("settings.on"), w.T("settings.off")}, 1, func(i int) { r.set(i == 0) })
	r.title = typeset.NewParagraph(w.T("settings.login"), typeset.Label)
	r.note = typeset.NewParagraph("", typeset.Label.With(theme.Regular))
	r.content.Objects = []fyne.CanvasObject{r.title, r.choose, r.note}
	r.paint()
	return r
}

// high is what the card around it needs at a width.
func (r *loginRow) high(width float32) float32 {
	pad := theme.S5() + theme.Border()
	inner := width - 2*(pad+theme.Border())
	return r.title.HeightFor(inner) + r.choose.MinSize().Height + r.note.HeightFor(inner) + 2*(loginGap+pad+theme.Border())
}

// read asks the system.
func (r *loginRow) read() {
	login := r.screen.deps.Login
	if login == nil || r.asking == r.screen.visits {
		return
	}
	r.asking, r.problem = r.screen.visits, ""
	var state autostart.State
	var err error
	r.screen.later(func() { state, err = login.State() }, func() {
		r.asking = 0
		r.state, r.known = state, err == nil
		r.screen.deps.failed(err)
		if err != nil {
			r.problem = r.screen.deps.Words.T("settings.login.unread")
		}
		r.paint()
	})
}

// set wishes for a state, where it is known what there is to change. A program
// of another kind is replaced by wishing for On again.
func (r *loginRow) set(on bool) {
	if r.known {
		r.problem, r.screen.draft().login = "", &on
		if r.state.Other == "" {
			r.screen.draft().login = wish(r.screen, r.state.On, on)
		}
		r.screen.changed()
	}
	r.paint()
}

// say says why the wish was refused.
func (r *loginRow) say(refused error) {
	r.screen.draft().login, r.problem = nil, r.sentence(refused)
	r.paint()
}

// sentence says why a change was refused.
func (r *loginRow) sentence(refused error) string {
	w := r.screen.deps.Words
	if refused == nil {
		return ""
	}
	if errors.Is(refused, autostart.ErrShared) {
		return w.T("settings.login.shared")
	}
	if at, ok := errors.AsType[*fs.PathError](refused); ok && errors.Is(refused, fs.ErrPermission) {
		return w.T("settings.login.readOnly", "folder", filepath.Dir(at.Path))
	}
	return w.T("settings.login.refused")
}

func (r *loginRow) paint() {
	if r.choose == nil {
		return
	}
	w, st := r.screen.deps.Words, r.state
	on := st.On
	if d := r.screen.draft(); d != nil && d.login != nil {
		on = *d.login
	}
	if r.choose.SetSelected(1); on {
		r.choose.SetSelected(0)
	}
	style, text := typeset.Label.With(theme.Regular), ""
	switch {
	case r.problem != "":
		style, text = typeset.Label.Tint(theme.Failed), r.problem
	case st.Shared:
		text = w.T("settings.login.shared")
	case st.Other != "":
		text = w.T("settings.login.other", "command", st.Other)
	default:
		text = w.T("settings.login.text")
	}
	r.note.SetStyle(style)
	r.note.SetText(text)
	r.content.Refresh()
	if b := r.screen.shop; b != nil {
		b.beside.Refresh() // the sentences differ in height
	}
}
