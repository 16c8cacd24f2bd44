package settings

import (
	"errors"
	"io/fs"
	"path/filepath"

	"fyne.io/fyne/v2"

	"sanduq/ui/desktop/autostart"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// Login reports whether the system starts this till when somebody logs in, and
// changes it. Both methods may be slow.
type Login interface {
	State() (autostart.State, error)
	Set(on bool) error
}

// loginRow is the start at login. It shows what the system says now and
// changes it at once, without saving.
type loginRow struct {
	screen  *Screen
	choose  *widgets.Segmented
	title   *widgets.Text
	note    *widgets.Text
	content *fyne.Container // nothing where there is no such start
	asking  int             // the visit in which the system has not answered yet; 0 for none
	known   bool
	state   autostart.State
	problem string
}

const loginGap float32 = 6

func newLoginRow(s *Screen) *loginRow {
	r := &loginRow{screen: s, content: widgets.Rows(loginGap)}
	if s.deps.Login == nil {
		return r
	}
	w := s.deps.Words
	r.choose = widgets.NewSegmented([]string{w.T("settings.on"), w.T("settings.off")}, 1, func(i int) { r.set(i == 0) })
	r.title = widgets.NewParagraph(w.T("settings.login"), widgets.Label)
	r.note = widgets.NewParagraph("", widgets.Label.With(theme.Regular))
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
func (r *loginRow) read() { r.ask(func() error { return nil }) }

func (r *loginRow) set(on bool) {
	r.paint() // what holds is shown until the system says otherwise
	if r.known {
		r.ask(func() error { return r.screen.deps.Login.Set(on) })
	}
}

// ask does something, and then shows the state. One question at a time: two
// changes at once would leave it to chance which of them holds.
func (r *loginRow) ask(do func() error) {
	login := r.screen.deps.Login
	if login == nil || r.asking == r.screen.visits {
		return
	}
	r.asking = r.screen.visits
	var state autostart.State
	var refused, unread error
	r.screen.later(func() {
		refused = do()
		state, unread = login.State()
	}, func() {
		r.asking = 0
		r.state, r.known, r.problem = state, unread == nil, r.sentence(refused)
		r.screen.deps.failed(errors.Join(refused, unread))
		if unread != nil && r.problem == "" {
			r.problem = r.screen.deps.Words.T("settings.login.unread")
		}
		r.paint()
	})
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
	r.choose.SetSelected(1)
	if st.On {
		r.choose.SetSelected(0)
	}
	style, text := widgets.Label.With(theme.Regular), ""
	switch {
	case r.problem != "":
		style, text = widgets.Label.Tint(theme.Failed), r.problem
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
