package gateway

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/filechooser"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// environmentPage chooses practice or live for the next start, and how the live
// gateway is reached. Live is chosen by typing its name.
type environmentPage struct {
	page.Table
	bank *bank

	going  bool   // live was tapped, its name is being typed
	name   string // so far
	tiles  fyne.CanvasObject
	browse *page.Browser // of the profile
}

// The places of the page that faults are about.
const (
	placeWord    = "word"
	placeAddress = "address"
	placeProfile = "profile"
)

// LiveWord is what has to be typed before a till goes live.
const LiveWord = "LIVE"

// LiveRune is the filter of a field for LiveWord: its letters, large.
func LiveRune(r rune) (rune, bool) {
	r = unicode.ToUpper(r)
	return r, strings.ContainsRune(LiveWord, r)
}

func newEnvironmentPage(g *bank) *environmentPage {
	p := &environmentPage{Table: page.Table{Card: page.NewCard(theme.S3)}, bank: g}
	w, choice := g.env.Words, &g.draft.choice
	p.tiles = p.newTiles()
	p.browse = page.NewBrowser(g.env, g.host, p.Paint, func() filechooser.Options {
		return filechooser.Options{Suffixes: []string{".json"}, Start: p.Form.Text(placeProfile), Picked: p.Form.Line(placeProfile).SetText}
	})
	going, staying := func() bool { return p.going }, func() bool { return !p.going }
	of := func(at *string) form.Value {
		return form.Value{Get: func() string { return *at }, Set: func(text string) {
			if g.draft.read {
				*at = strings.TrimSpace(text)
			}
		}}
	}
	p.Form = form.New(w, form.Plain(), form.Hooks{Changed: g.changed, Faded: p.Paint},
		form.Field{Kind: form.Note, Label: "settings.env.now", Args: []any{"environment", word(w, running(g.env.Practice))}, Style: typeset.Lead},
		form.Field{Kind: form.Objects, Draw: func() []fyne.CanvasObject { return []fyne.CanvasObject{page.Plain(p.sentence())} }},
		form.Field{Kind: form.Choice, Options: form.Options{Words: form.Words(environments(), func(e core.Environment) string { return word(w, e) }), Chosen: p.chosen, Choose: p.picked}},
		form.Field{Kind: form.Said},
		form.Field{Name: placeWord, Kind: form.Latin, Label: "settings.live.type", Placeholder: LiveWord, Filter: LiveRune, Offered: going,
			Value: form.Value{Get: func() string { return p.name }, Set: p.spelled}},
		form.Field{Kind: form.Objects, Offered: going, Draw: func() []fyne.CanvasObject { return []fyne.CanvasObject{p.tiles} }},
		form.Field{Name: placeAddress, Kind: form.Latin, Label: "settings.env.address", Placeholder: "https://", Offered: staying, Value: of(&choice.Now.BaseURL)},
		form.Field{Name: placeProfile, Kind: form.Latin, Hint: "settings.profile.none", Offered: staying, Value: of(&choice.Now.Profile), Around: func(line *control.Field) fyne.CanvasObject {
			return layout.Rows(6, typeset.NewParagraph(w.T("settings.profile"), typeset.Label), page.AtEnd(line, p.browse.Button))
		}})
	p.Paint()
	return p
}

// newTiles are for hands without a keyboard, or with one in another script. The
// word has to be spelled: its letters stand in another order.
func (p *environmentPage) newTiles() fyne.CanvasObject {
	var all []fyne.CanvasObject
	for _, letter := range []string{"E", "I", "L", "V"} {
		all = append(all, control.NewButton(control.ButtonSpec{Label: letter, Mid: true}, func() { p.Form.Line(placeWord).SetText(p.name + letter) }))
	}
	all = append(all, control.NewButton(control.ButtonSpec{Icon: "backspace", Mid: true}, func() { p.Form.Line(placeWord).SetText("") }))
	return layout.Grid(len(all), theme.S2, all...)
}

// Aside is for page.Page.
func (p *environmentPage) Aside() fyne.CanvasObject { return p.bank.line.root }

// Primary is for page.Page.
func (p *environmentPage) Primary() (control.ButtonSpec, func(), bool) { return p.browse.Primary() }

// Press is for page.Page: Esc takes back that the till goes live.
func (p *environmentPage) Press(k screen.KeyPress) bool {
	if p.browse.Press(k) {
		return true
	}
	if k.Name != fyne.KeyEscape || !p.going {
		return false
	}
	p.going = false
	p.Paint()
	return true
}

// Read is for page.Page.
func (p *environmentPage) Read() {
	g := p.bank
	var now Choice
	var err error
	page.Later(g.host, func() { now.Environment, now.BaseURL, now.Profile, err = g.deps.Choices.Remembered() }, func() {
		if now.Environment == "" {
			now.Environment = running(g.env.Practice)
		}
		if !g.draft.read {
			g.draft.choice.Start(now)
		}
		g.draft.choice.Update(now)
		if err != nil { // whatever is chosen is to be saved anew
			g.draft.choice.Kept = Choice{}
		}
		g.draft.read, g.draft.unreadable = true, err
		g.host.Failed(err)
		p.Paint()
		g.host.Refresh()
	})
}

// shown is the environment that a test of the connection means.
func (p *environmentPage) shown() core.Environment {
	d := &p.bank.draft.choice
	if p.going || d.Now.Environment == core.Live || d.Now.BaseURL != "" && d.Now.BaseURL != d.Kept.BaseURL {
		return core.Live
	}
	return running(p.bank.env.Practice)
}

func (p *environmentPage) chosen() int {
	if p.going || p.bank.draft.choice.Now.Environment == core.Live {
		return 1
	}
	return 0
}

// choose chooses an environment, once it is known what was chosen before.
func (p *environmentPage) choose(e core.Environment) {
	if d := p.bank.draft; d.read {
		d.choice.Now.Environment = e
	}
}

// picked is a tap on an environment. Practice is chosen at once; live is not.
func (p *environmentPage) picked(i int) {
	line := p.Form.Line(placeWord)
	p.Form.Clear()
	line.SetText("")
	live := environments()[i] == core.Live
	p.going = live && p.bank.draft.choice.Now.Environment != core.Live
	if !live {
		p.choose(core.Sandbox)
	}
	p.Paint()
	if p.going {
		draw.Focus(p.Object(), line.Focusable())
	}
}

// spelled chooses live as soon as its name stands there.
func (p *environmentPage) spelled(text string) {
	p.name = text
	if p.going && text == LiveWord {
		p.going = false
		p.choose(core.Live)
		draw.Focus(p.Object(), nil)
		p.Paint()
	} else if len(text) >= len(LiveWord) {
		p.Form.Line(placeWord).SetText("")
	}
}

// sentence is what will be at the next start.
func (p *environmentPage) sentence() string {
	g := p.bank
	w, now := g.env.Words, running(g.env.Practice)
	switch {
	case g.draft.unreadable != nil:
		return w.T("settings.env.unreadable")
	case g.deps.Given.Environment:
		return w.T("settings.env.given")
	case g.draft.read && g.draft.choice.Now.Environment != now:
		return w.T("settings.env.next", "environment", word(w, g.draft.choice.Now.Environment))
	}
	return w.T("settings.env.text")
}

// Paint is for page.Page.
func (p *environmentPage) Paint() {
	p.bank.line.Aim()
	if o := p.browse.Object(); o != nil {
		p.Show(o)
		return
	}
	p.Table.Paint()
}
