package settings

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/filechooser"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// environmentPage chooses practice or live for the next start, and how the live
// gateway is reached. Live is chosen by typing its name.
type environmentPage struct {
	screen *Screen

	now, note        *typeset.Text
	profileLabel     *typeset.Text
	choose           *control.Segmented
	going            bool // live was tapped, its name is being typed
	typed            *control.Field
	tiles            fyne.CanvasObject
	address, profile *control.Field
	browse           *browser // of the profile
	wrong            *typeset.Text
	content          *fyne.Container
	root             fyne.CanvasObject
}

// LiveWord is what has to be typed before a till goes live.
const LiveWord = "LIVE"

// LiveRune is the filter of a field for LiveWord: its letters, large.
func LiveRune(r rune) (rune, bool) {
	r = unicode.ToUpper(r)
	return r, strings.ContainsRune(LiveWord, r)
}

func newEnvironmentPage(s *Screen) *environmentPage {
	p := &environmentPage{screen: s}
	w := s.deps.Words
	p.now = typeset.NewParagraph(w.T("settings.env.now", "environment", s.deps.environmentWord(s.deps.running())), typeset.Lead)
	p.note = typeset.NewParagraph("", typeset.Label.With(theme.Regular))
	p.choose = control.NewSegmented([]string{s.deps.environmentWord(core.Sandbox), s.deps.environmentWord(core.Live)}, 0, p.picked)
	p.typed = control.NewField(control.FieldSpec{Label: w.T("settings.live.type"), Placeholder: LiveWord, Input: control.InputLatin})
	p.typed.Filter = LiveRune
	p.typed.OnChanged = p.spelled
	p.tiles = p.newTiles()
	p.address = control.NewField(control.FieldSpec{Label: w.T("settings.env.address"), Placeholder: "https://", Input: control.InputLatin})
	p.address.OnChanged = func(t string) { p.change(func(c *choice) { c.baseURL = strings.TrimSpace(t) }) }
	p.profileLabel = typeset.NewParagraph(w.T("settings.profile"), typeset.Label)
	p.profile = control.NewField(control.FieldSpec{Placeholder: w.T("settings.profile.none"), Input: control.InputLatin})
	p.profile.OnChanged = func(t string) { p.change(func(c *choice) { c.profile = strings.TrimSpace(t) }) }
	p.browse = newBrowser(s, p.paint, func() filechooser.Options {
		return filechooser.Options{Suffixes: []string{".json"}, Start: p.profile.Text(), Picked: p.profile.SetText}
	})
	p.wrong = typeset.NewParagraph("", typeset.Label.Tint(theme.Failed))
	p.content = layout.Rows(theme.S3)
	p.root = card(p.content)
	p.paint()
	return p
}

// newTiles are for hands without a keyboard, or with one in another script. The
// word has to be spelled: its letters stand in another order.
func (p *environmentPage) newTiles() fyne.CanvasObject {
	var all []fyne.CanvasObject
	for _, letter := range []string{"E", "I", "L", "V"} {
		all = append(all, control.NewButton(control.ButtonSpec{Label: letter, Mid: true}, func() { p.typed.SetText(p.typed.Text() + letter) }))
	}
	all = append(all, control.NewButton(control.ButtonSpec{Icon: "backspace", Mid: true}, func() { p.typed.SetText("") }))
	return layout.Grid(len(all), theme.S2, all...)
}

func (p *environmentPage) object() fyne.CanvasObject { return p.root }
func (p *environmentPage) aside() fyne.CanvasObject  { return p.screen.line.root }

func (p *environmentPage) primary() (control.ButtonSpec, func(), bool) { return p.browse.primary() }

func (p *environmentPage) press(k screen.KeyPress) bool {
	if p.browse.press(k) {
		return true
	}
	if k.Name != fyne.KeyEscape || !p.going {
		return false
	}
	p.going = false
	p.paint()
	p.screen.line.Aim()
	return true
}

// shown is the environment that a test of the connection means.
func (p *environmentPage) shown() core.Environment {
	d := p.screen.draft()
	if p.going || d.choice.environment == core.Live || d.choice.baseURL != "" && d.choice.baseURL != d.choiceKept.baseURL {
		return core.Live
	}
	return p.screen.deps.running()
}

func (p *environmentPage) change(f func(*choice)) {
	if d := p.screen.draft(); d != nil && d.read {
		f(&d.choice)
		p.screen.changed()
	}
}

// picked is a tap on an environment. Practice is chosen at once; live is not.
func (p *environmentPage) picked(i int) {
	p.wrong.SetText("")
	p.typed.SetText("")
	live := environments()[i] == core.Live
	p.going = live && p.screen.draft().choice.environment != core.Live
	if !live {
		p.change(func(c *choice) { c.environment = core.Sandbox })
	}
	p.paint()
	p.screen.line.Aim()
	if p.going {
		focus(p.root, p.typed.Focusable())
	}
}

// spelled chooses live as soon as its name stands there.
func (p *environmentPage) spelled(text string) {
	if p.going && text == LiveWord {
		p.going = false
		p.change(func(c *choice) { c.environment = core.Live })
		focus(p.root, nil)
		p.paint()
	} else if len(text) >= len(LiveWord) {
		p.typed.SetText("")
	}
}

// say shows a sentence where it belongs.
func (p *environmentPage) say(place, sentence string) {
	p.address.SetProblem("")
	p.profile.SetProblem("")
	p.wrong.SetText("")
	switch place {
	case placeBaseURL:
		p.address.SetProblem(sentence)
	case placeProfile:
		p.profile.SetProblem(sentence)
	default:
		p.wrong.SetText(sentence)
	}
	p.paint()
}

// sentence is what will be at the next start.
func (p *environmentPage) sentence(d *draft) string {
	w := p.screen.deps.Words
	switch {
	case d.unreadable != nil:
		return w.T("settings.env.unreadable")
	case p.screen.deps.Given.Environment:
		return w.T("settings.env.given")
	case d.read && d.choice.environment != p.screen.deps.running():
		return w.T("settings.env.next", "environment", p.screen.deps.environmentWord(d.choice.environment))
	}
	return w.T("settings.env.text")
}

func (p *environmentPage) paint() {
	d := p.screen.draft()
	if d == nil {
		return
	}
	p.note.SetText(p.sentence(d))
	chosen := 0
	if p.going || d.choice.environment == core.Live {
		chosen = 1
	}
	p.choose.SetSelected(chosen)
	fill(p.address, d.choice.baseURL)
	fill(p.profile, d.choice.profile)
	all := []fyne.CanvasObject{p.now, p.note, p.choose}
	if p.wrong.Text() != "" {
		all = append(all, p.wrong)
	}
	if p.going {
		all = append(all, p.typed, p.tiles)
	} else {
		all = append(all, p.address, layout.Rows(6, p.profileLabel, beside(p.profile, p.browse.button)))
	}
	if o := p.browse.object(); o != nil {
		all = []fyne.CanvasObject{o}
	}
	p.content.Objects = all
	p.content.Refresh()
	p.root.Refresh()
}

// fill shows a text in a field, unless that is what stands there but for
// blanks at its ends.
func fill(f *control.Field, text string) {
	if strings.TrimSpace(f.Text()) != text {
		f.SetText(text)
	}
}
