package about

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Updates asks whether a newer version is there, once a day at most. State is
// quick, Set may be slow.
type Updates interface {
	State() State
	Set(on bool) error
}

// State is what is known of newer versions.
type State struct {
	Unusable bool // the address or the key that was given is wrong
	On       bool
	Asked    time.Time // zero: never
	Answered time.Time // when an answer was last good; zero: never
	Failed   bool      // the last question of this run brought nothing
	Newer    string    // "1.2.0"; blank when none is known
}

// news says whether a newer version is there. It installs nothing.
type news struct {
	env     screen.Env
	updates Updates
	on      *form.Draft[bool]
	form    *form.Form
	content *fyne.Container
}

func newNews(env screen.Env, h page.Host, updates Updates, on *form.Draft[bool]) *news {
	n := &news{env: env, updates: updates, on: on, content: layout.Rows(theme.S2)}
	look := form.Plain()
	look.Fault = typeset.Fact.Tint(theme.Failed)
	n.form = form.New(env.Words, look, form.Hooks{Changed: h.Changed, Faded: n.paint},
		form.Field{Kind: form.Choice, Options: form.Switch(env.Words, &on.Now)},
		form.Field{Kind: form.Note, Label: "settings.news.text"},
		form.Field{Kind: form.Objects, Draw: n.asked},
		form.Field{Kind: form.Said})
	return n
}

// asked is when it was asked, and what came of it.
func (n *news) asked() (all []fyne.CanvasObject) {
	w, st := n.env.Words, n.updates.State()
	say := func(key string, args ...any) { all = append(all, page.Plain(w.T(key, args...))) }
	if st.Asked.IsZero() {
		say("settings.news.never")
	} else {
		say("settings.news.asked", "at", w.Moment(st.Asked.In(n.env.Zone)))
	}
	if !st.Answered.IsZero() {
		say("settings.news.answered", "at", w.Moment(st.Answered.In(n.env.Zone)))
	}
	if st.Failed {
		say("settings.news.failed")
	}
	return all
}

func (n *news) paint() {
	if n.updates == nil {
		return
	}
	w, st := n.env.Words, n.updates.State()
	n.on.Update(st.On)
	all := []fyne.CanvasObject{typeset.NewText(w.T("settings.news"), typeset.Label)}
	if st.Unusable {
		all = append(all, page.Plain(w.T("settings.news.unusable")))
	} else {
		if st.Newer != "" {
			all = append(all, typeset.NewParagraph(w.T("settings.news.newer", "version", st.Newer), typeset.Lead))
		}
		n.form.Paint()
		all = append(all, n.form.Rows()...)
	}
	n.content.Objects = append(all, graphic.NewDivider())
	n.content.Refresh()
}
