package settings

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Updates asks whether a newer version is there, once a day at most. State is
// quick, Set may be slow.
type Updates interface {
	State() UpdateState
	Set(on bool) error
}

// UpdateState is what is known of newer versions.
type UpdateState struct {
	Unusable bool // the address or the key that was given is wrong
	On       bool
	Asked    time.Time // zero: never
	Answered time.Time // when an answer was last good; zero: never
	Failed   bool      // the last question of this run brought nothing
	Newer    string    // "1.2.0"; blank when none is known
}

// newsRow says whether a newer version is there. It installs nothing.
type newsRow struct {
	screen  *Screen
	choose  *control.Segmented
	unkept  bool
	content *fyne.Container
}

func newNewsRow(s *Screen) *newsRow {
	r := &newsRow{screen: s, content: layout.Rows(theme.S2)}
	r.choose = control.NewSegmented([]string{s.deps.Words.T("settings.on"), s.deps.Words.T("settings.off")}, 1, func(i int) { r.set(i == 0) })
	return r
}

func (r *newsRow) set(on bool) {
	r.unkept = false
	r.screen.draft().news = wish(r.screen, r.screen.deps.Updates.State().On, on)
	r.screen.changed()
	r.paint()
}

// say says that the wish could not be kept.
func (r *newsRow) say() {
	r.unkept = true
	r.paint()
}

func (r *newsRow) paint() {
	d := r.screen.deps
	if d.Updates == nil {
		return
	}
	w, st := d.Words, d.Updates.State()
	plain := typeset.Label.With(theme.Regular)
	all := []fyne.CanvasObject{typeset.NewText(w.T("settings.news"), typeset.Label)}
	say := func(key string, style typeset.Style, args ...any) {
		all = append(all, typeset.NewParagraph(w.T(key, args...), style))
	}
	if st.Unusable {
		say("settings.news.unusable", plain)
		r.show(all)
		return
	}
	if st.Newer != "" {
		say("settings.news.newer", typeset.Lead, "version", st.Newer)
	}
	on := st.On
	if draft := r.screen.draft(); draft != nil && draft.news != nil {
		on = *draft.news
	}
	if r.choose.SetSelected(1); on {
		r.choose.SetSelected(0)
	}
	all = append(all, r.choose)
	say("settings.news.text", plain)
	if st.Asked.IsZero() {
		say("settings.news.never", plain)
	} else {
		say("settings.news.asked", plain, "at", w.Moment(st.Asked.In(d.Zone)))
	}
	if !st.Answered.IsZero() {
		say("settings.news.answered", plain, "at", w.Moment(st.Answered.In(d.Zone)))
	}
	if st.Failed {
		say("settings.news.failed", plain)
	}
	if r.unkept {
		say("settings.news.unkept", typeset.Fact.Tint(theme.Failed))
	}
	r.show(all)
}

func (r *newsRow) show(all []fyne.CanvasObject) {
	r.content.Objects = append(all, graphic.NewDivider())
	r.content.Refresh()
}
