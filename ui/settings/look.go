package settings

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/customer"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// lookPage changes language and look, at once and without saving: what is seen
// is its own proof.
type lookPage struct {
	screen                      *Screen
	language, theme, size, move *widgets.Segmented
	customer                    *widgets.Segmented // nil where there is no customer's view
	keyboard                    *widgets.Segmented // nil where there is none
	sound                       *widgets.Segmented // nil without sound
	silent                      *widgets.Text      // why nothing is heard
	root                        fyne.CanvasObject
}

// scales are the sizes of text on offer, in percent.
var scales = []int{100, 125, 150, 200}

func newLookPage(s *Screen) *lookPage {
	p := &lookPage{screen: s}
	w := s.deps.Words
	var names, looks, sizes []string
	for _, l := range words.Languages() {
		names = append(names, words.Name(l))
	}
	for _, v := range theme.Variants() {
		looks = append(looks, w.T("settings.theme."+v.String()))
	}
	for _, percent := range scales {
		sizes = append(sizes, w.T("settings.textSize.percent", "n", percent))
	}
	p.language = widgets.NewSegmented(names, 0, func(i int) { s.deps.SetLanguage(words.Languages()[i]) })
	p.theme = widgets.NewSegmented(looks, 0, func(i int) { p.change(func(l *theme.Look) { l.Variant = theme.Variants()[i] }) })
	p.size = widgets.NewSegmented(sizes, 0, func(i int) { p.change(func(l *theme.Look) { l.TextScale = float32(scales[i]) / 100 }) })
	p.move = widgets.NewSegmented([]string{w.T("settings.on"), w.T("settings.off")}, 0, func(i int) { p.change(func(l *theme.Look) { l.Still = i == 1 }) })
	type line struct {
		key    string
		choose *widgets.Segmented
	}
	lines := []line{{"settings.language", p.language}, {"settings.theme", p.theme}, {"settings.textSize", p.size}, {"settings.motion", p.move}}
	if s.deps.CustomerMode != nil {
		p.customer = p.modes()
		lines = append(lines, line{"settings.customer", p.customer})
	}
	if s.deps.Keyboard != nil {
		p.keyboard = p.keyboards()
		lines = append(lines, line{"settings.keyboard", p.keyboard})
	}
	if s.deps.Volume != nil {
		p.sound = p.volumes()
		lines = append(lines, line{"settings.sound", p.sound})
	}
	var all []fyne.CanvasObject
	for _, one := range lines {
		all = append(all, widgets.Rows(6, widgets.NewText(w.T(one.key), widgets.Label), one.choose))
	}
	if p.sound != nil {
		p.silent = widgets.NewParagraph(w.T("settings.sound.broken"), widgets.Label.With(theme.Regular))
		all = append(all, p.silent)
	}
	all = append(all, widgets.NewParagraph(w.T("settings.appearance.text"), widgets.Label.With(theme.Regular)))
	p.root = card(widgets.Rows(theme.S4, all...))
	p.paint()
	return p
}

// modes are the places for the customer's view.
func (p *lookPage) modes() *widgets.Segmented {
	var names []string
	for _, m := range customer.Modes() {
		names = append(names, p.screen.deps.Words.T("settings.customer."+string(m)))
	}
	return widgets.NewSegmented(names, 0, func(i int) { p.screen.deps.SetCustomerMode(customer.Modes()[i]) })
}

// keyboards are when the keyboard on the screen opens.
func (p *lookPage) keyboards() *widgets.Segmented {
	var names []string
	for _, m := range onscreenkeyboard.Modes() {
		names = append(names, p.screen.deps.Words.T("settings.keyboard."+string(m)))
	}
	return widgets.NewSegmented(names, 0, func(i int) { p.screen.deps.SetKeyboard(onscreenkeyboard.Modes()[i]) })
}

// volumes are how loud the till can be; the one that is chosen is heard.
func (p *lookPage) volumes() *widgets.Segmented {
	var names []string
	for _, v := range sound.Volumes() {
		names = append(names, p.screen.deps.Words.T(volumeWords[v]))
	}
	return widgets.NewSegmented(names, 0, func(i int) { p.screen.deps.SetVolume(sound.Volumes()[i]) })
}

var volumeWords = map[sound.Volume]string{
	sound.Off: "settings.sound.off", sound.Soft: "settings.sound.soft",
	sound.Normal: "settings.sound.normal", sound.Loud: "settings.sound.loud",
}

func (p *lookPage) change(f func(*theme.Look)) {
	l := theme.Now()
	f(&l)
	p.screen.deps.SetLook(l)
}

func (p *lookPage) object() fyne.CanvasObject  { return p.root }
func (p *lookPage) aside() fyne.CanvasObject   { return nil }
func (p *lookPage) press(screen.KeyPress) bool { return false }

func (p *lookPage) paint() {
	l := theme.Now()
	p.language.SetSelected(max(0, slices.Index(words.Languages(), p.screen.deps.Words.Lang())))
	p.theme.SetSelected(max(0, slices.Index(theme.Variants(), l.Variant)))
	size := 0
	for i, percent := range scales {
		if l.TextScale*100 >= float32(percent)-1 {
			size = i
		}
	}
	p.size.SetSelected(size)
	p.move.SetSelected(0)
	if l.Still {
		p.move.SetSelected(1)
	}
	if p.customer != nil {
		p.customer.SetSelected(max(0, slices.Index(customer.Modes(), p.screen.deps.CustomerMode())))
	}
	if p.keyboard != nil {
		p.keyboard.SetSelected(slices.Index(onscreenkeyboard.Modes(), p.screen.deps.Keyboard()))
	}
	if p.sound != nil {
		p.sound.SetSelected(max(0, slices.Index(sound.Volumes(), p.screen.deps.Volume())))
		p.silent.Hidden = !p.screen.deps.SoundBroken()
	}
	p.root.Refresh()
}
