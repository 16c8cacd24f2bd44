package settings

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/desktop/sound"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// lookPage chooses preferences. What is seen or heard is its own proof, so they
// are tried at once, and kept when they are saved.
type lookPage struct {
	screen *Screen
	rows   []*preference
	silent *typeset.Text // why nothing is heard; nil without sound
	own    *typeset.Text // that whoever looks has a language or a size of their own
	root   fyne.CanvasObject
}

// preferenceRows are the rows of the page from above. What the preferences offer
// by themselves stands among them.
func (d Deps) preferenceRows() []*preference {
	w := d.Words
	language := pick("settings.language", words.Languages(), words.Name, func(v *preferences.Values) *string { return &v.Language })
	language.chosen = func(preferences.Values) int { return slices.Index(words.Languages(), d.ForCustomers().Lang()) } // one was in use before any was chosen
	size := pick("settings.textSize", preferences.TextPercents(), func(n int) string { return w.T("settings.textSize.percent", "n", n) },
		func(v *preferences.Values) *int { return &v.Look.TextPercent })
	size.chosen = func(v preferences.Values) (at int) {
		for i, percent := range preferences.TextPercents() {
			if v.Look.TextPercent >= percent {
				at = i
			}
		}
		return at
	}
	all := []*preference{
		language,
		pick("settings.theme", theme.Variants(), func(v theme.Variant) string { return w.T("settings.theme." + v.String()) },
			func(v *preferences.Values) *theme.Variant { return &v.Look.Variant }),
		size,
		pick("settings.motion", []bool{false, true}, func(still bool) string {
			return w.T(map[bool]string{false: "settings.on", true: "settings.off"}[still])
		},
			func(v *preferences.Values) *bool { return &v.Look.Still }),
	}
	if d.ShowCustomer != nil {
		customer := pick("settings.customer", preferences.CustomerModes(), func(m preferences.CustomerMode) string { return w.T("settings.customer." + string(m)) },
			func(v *preferences.Values) *preferences.CustomerMode { return &v.Customer })
		customer.after = d.ShowCustomer
		all = append(all, customer)
	}
	for _, o := range preferences.Options() {
		all = append(all, d.offered(o))
	}
	if d.Sound != nil {
		volume := pick("settings.sound", sound.Volumes(), func(v sound.Volume) string { return w.T(volumeWords[v]) },
			func(v *preferences.Values) *sound.Volume { return &v.Volume })
		volume.after = d.Sound.Sample
		all = append(all, volume)
	}
	return all
}

var volumeWords = map[sound.Volume]string{
	sound.Off: "settings.sound.off", sound.Soft: "settings.sound.soft",
	sound.Normal: "settings.sound.normal", sound.Loud: "settings.sound.loud",
}

func newLookPage(s *Screen) *lookPage {
	p := &lookPage{screen: s, rows: s.deps.preferenceRows()}
	w := s.deps.Words
	var all []fyne.CanvasObject
	for _, one := range p.rows {
		one.build(s.deps.Preferences, s.changed)
		all = append(all, layout.Rows(6, typeset.NewText(w.T(one.key), typeset.Label), one.segments))
	}
	if s.deps.Sound != nil {
		p.silent = typeset.NewParagraph(w.T("settings.sound.broken"), typeset.Label.With(theme.Regular))
		all = append(all, p.silent)
	}
	all = append(all, typeset.NewParagraph(w.T("settings.appearance.text"), typeset.Label.With(theme.Regular)))
	p.own = typeset.NewParagraph(w.T("person.over"), typeset.Label.With(theme.Regular))
	p.root = card(layout.Rows(theme.S4, append([]fyne.CanvasObject{p.own}, all...)...))
	p.paint()
	return p
}

func (p *lookPage) object() fyne.CanvasObject  { return p.root }
func (p *lookPage) aside() fyne.CanvasObject   { return nil }
func (p *lookPage) press(screen.KeyPress) bool { return false }

func (p *lookPage) paint() {
	now := p.screen.deps.Preferences.Shop()
	for _, one := range p.rows {
		one.segments.SetSelected(max(0, one.chosen(now)))
	}
	p.own.Hidden = p.screen.deps.Preferences.Personal() == preferences.Personal{}
	if p.silent != nil {
		p.silent.Hidden = !p.screen.deps.Sound.Broken()
	}
	p.root.Refresh()
}
