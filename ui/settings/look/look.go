package look

import (
	"slices"

	"sanduq/ui/desktop/sound"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/words"
)

// Sound is what the till sounds like, as the settings know it.
type Sound interface {
	// Sample plays how loud the till is.
	Sample()
	// Broken reports whether no sound device works.
	Broken() bool
}

// Page chooses preferences. What is seen or heard is its own proof, so they are tried
// at once, and kept when they are saved.
type Page struct{ page.Table }

// New is the page. showCustomer shows the customer's view where the preferences say,
// also when somebody had closed its window; nil where there is none. sounds is nil
// where there is none.
func New(env screen.Env, h page.Host, showCustomer func(), sounds Sound) *Page {
	fields := append([]form.Field{{Kind: form.Note, Label: "person.over", Offered: func() bool {
		return env.Preferences.Personal() != preferences.Personal{} // who looks has a language or a size of their own
	}}}, choices(env, showCustomer, sounds)...)
	fields = append(fields,
		form.Field{Kind: form.Note, Label: "settings.sound.broken", Offered: func() bool { return sounds != nil && sounds.Broken() }},
		form.Field{Kind: form.Note, Label: "settings.appearance.text"})
	p := &Page{page.Table{Card: page.NewCard(theme.S4), Form: form.New(env.Words, form.Plain(), form.Hooks{Changed: h.Changed}, fields...)}}
	p.Paint()
	return p
}

var volumeWords = map[sound.Volume]string{
	sound.Off: "settings.sound.off", sound.Soft: "settings.sound.soft",
	sound.Normal: "settings.sound.normal", sound.Loud: "settings.sound.loud",
}

// choices are the rows of the page from above. What the preferences offer by
// themselves stands among them.
func choices(env screen.Env, showCustomer func(), sounds Sound) (all []form.Field) {
	w, store := env.Words, env.Preferences
	row := func(label string, o form.Options) {
		all = append(all, form.Field{Kind: form.Choice, Label: label, Options: o})
	}
	language := page.Preference(store, words.Languages(), words.Name, func(v *preferences.Values) *string { return &v.Language }, nil)
	language.Chosen = func() int { return slices.Index(words.Languages(), env.ForCustomers().Lang()) } // one was in use before any was chosen
	row("settings.language", language)
	row("settings.theme", page.Preference(store, theme.Variants(), func(v theme.Variant) string { return w.T("settings.theme." + v.String()) },
		func(v *preferences.Values) *theme.Variant { return &v.Look.Variant }, nil))
	size := page.Preference(store, preferences.TextPercents(), func(n int) string { return w.T("settings.textSize.percent", "n", n) },
		func(v *preferences.Values) *int { return &v.Look.TextPercent }, nil)
	size.Chosen = func() (at int) {
		for i, percent := range preferences.TextPercents() {
			if store.Shop().Look.TextPercent >= percent {
				at = i
			}
		}
		return at
	}
	row("settings.textSize", size)
	row("settings.motion", page.Preference(store, []bool{true, false}, func(still bool) string {
		if still {
			return w.T("settings.off")
		}
		return w.T("settings.on")
	}, func(v *preferences.Values) *bool { return &v.Look.Still }, nil))
	if showCustomer != nil {
		row("settings.customer", page.Preference(store, preferences.CustomerModes(), func(m preferences.CustomerMode) string { return w.T("settings.customer." + string(m)) },
			func(v *preferences.Values) *preferences.CustomerMode { return &v.Customer }, showCustomer))
	}
	for _, o := range preferences.Options() {
		row("settings."+o.Name, form.Options{Words: form.Words(o.Words, func(key string) string { return w.T(key) }),
			Chosen: func() int { return o.Chosen(store.Shop()) },
			Choose: func(i int) { store.Try(func(v *preferences.Values) { o.Choose(v, i) }) }})
	}
	if sounds != nil {
		row("settings.sound", page.Preference(store, sound.Volumes(), func(v sound.Volume) string { return w.T(volumeWords[v]) },
			func(v *preferences.Values) *sound.Volume { return &v.Volume }, sounds.Sample))
	}
	return all
}
