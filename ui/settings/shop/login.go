package shop

import (
	"errors"
	"io/fs"
	"path/filepath"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/desktop/autostart"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Login reports whether the system starts this till when somebody logs in, and
// changes it. Both methods may be slow.
type Login interface {
	State() (autostart.State, error)
	Set(on bool) error
}

// Start is whether the till starts at login. Replace lets it take the place of a
// program of another kind that does.
type Start struct{ On, Replace bool }

// login shows what the system says now, or what it shall be told.
type login struct {
	env     screen.Env
	host    page.Host
	login   Login // nil where there is no such start
	draft   *form.Draft[Start]
	resized func() // the sentences differ in height
	asking  bool   // the system has not answered yet
	known   bool
	state   autostart.State
	refused string // why

	choose  *control.Segmented
	title   *typeset.Text
	note    *typeset.Text
	content *fyne.Container
}

const loginGap float32 = 6

// placeLogin is the place of the page that a refused start at login is about.
const placeLogin = "login"

func newLogin(env screen.Env, h page.Host, at Login, d *form.Draft[Start], resized func()) *login {
	w := env.Words
	r := &login{env: env, host: h, login: at, draft: d, resized: resized}
	r.choose = control.NewSegmented([]string{w.T("settings.off"), w.T("settings.on")}, 0, func(i int) { r.set(i == 1) })
	r.title = typeset.NewParagraph(w.T("settings.login"), typeset.Label)
	r.note = typeset.NewParagraph("", typeset.Label.With(theme.Regular))
	r.content = layout.Rows(loginGap, r.title, r.choose, r.note)
	return r
}

// high is what the card around it needs at a width.
func (r *login) high(width float32) float32 {
	pad := theme.S5() + theme.Border()
	inner := width - 2*(pad+theme.Border())
	return r.title.HeightFor(inner) + r.choose.MinSize().Height + r.note.HeightFor(inner) + 2*(loginGap+pad+theme.Border())
}

// read asks the system.
func (r *login) read() {
	if r.login == nil || r.asking {
		return
	}
	r.asking, r.refused = true, ""
	var state autostart.State
	var err error
	page.Later(r.host, func() { state, err = r.login.State() }, func() {
		r.asking = false
		r.state, r.known = state, err == nil
		r.host.Failed(err)
		if err != nil {
			r.refused = r.env.Words.T("settings.login.unread")
		} else {
			r.draft.Update(Start{On: state.On})
		}
		r.paint()
		r.host.Refresh()
	})
}

// set takes a choice, where it is known what there is to change.
func (r *login) set(on bool) {
	if r.known {
		r.refused, r.draft.Now = "", Start{On: on, Replace: r.state.Other != ""}
		r.host.Changed()
	}
	r.paint()
}

// refuse says why a choice was refused, which is taken back.
func (r *login) refuse(sentence string) {
	r.draft.Now, r.refused = r.draft.Kept, sentence
	r.paint()
}

// part is what is saved; nil where there is no start at login.
func (r *login) part(p page.Page) page.Part {
	if r.login == nil {
		return nil
	}
	return page.Value[Start]{Draft: r.draft, May: journal.RightSettings, Set: func(s Start) error { return r.login.Set(s.On) }, Refused: func(err error) page.Fault {
		f := page.Fault{Page: p, Place: placeLogin, Key: "settings.login.refused"}
		if at, ok := errors.AsType[*fs.PathError](err); errors.Is(err, autostart.ErrShared) {
			f.Key = "settings.login.shared"
		} else if ok && errors.Is(err, fs.ErrPermission) {
			f.Key, f.Args = "settings.login.readOnly", []any{"folder", filepath.Dir(at.Path)}
		}
		return f
	}}
}

func (r *login) paint() {
	if r.login == nil {
		return
	}
	w, st := r.env.Words, r.state
	if r.choose.SetSelected(0); r.draft.Now.On {
		r.choose.SetSelected(1)
	}
	style, text := typeset.Label.With(theme.Regular), w.T("settings.login.text")
	switch {
	case r.refused != "":
		style, text = typeset.Label.Tint(theme.Failed), r.refused
	case st.Shared:
		text = w.T("settings.login.shared")
	case st.Other != "":
		text = w.T("settings.login.other", "command", st.Other)
	}
	r.note.SetStyle(style)
	r.note.SetText(text)
	r.content.Refresh()
	r.resized()
}
