package onscreenkeyboard

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/typeset"
)

// shifted is the state of Shift.
type shifted int

const (
	plain shifted = iota
	once
	locked
)

// dressing is what keys show beside letters of their own.
type dressing struct {
	shift shifted
	words map[what]string
}

func (d dressing) up() bool { return d.shift != plain }

// box is a place on the board.
type box struct{ x, y, w, h float32 }

// key is one key as it is drawn.
type key struct {
	keycap
	row      int
	variant  bool // of a key that is held
	dressing dressing
	held     bool // down now
	place    box  // where it is drawn
	reach    box  // where a press is its own

	back *canvas.Rectangle
	text *typeset.Text
	hint *typeset.Text
	icon *graphic.Icon
}

func newKey(c keycap, row int, d dressing) *key {
	k := &key{keycap: c, row: row, dressing: d, back: canvas.NewRectangle(color.Transparent),
		text: typeset.NewText("", typeset.Body).Aligned(typeset.Centre), hint: typeset.NewText("", typeset.Caption),
		icon: graphic.NewIcon("", 26, theme.Text)}
	k.icon.Hidden, k.hint.Hidden = true, true
	return k
}

func (k *key) holds(p fyne.Position) bool {
	return p.X >= k.reach.x && p.X < k.reach.x+k.reach.w && p.Y >= k.reach.y && p.Y < k.reach.y+k.reach.h
}

// setPressed shows the key as pressed, or not.
func (k *key) setPressed(on bool) {
	k.held = on
	k.paint()
	for _, o := range k.objects() {
		o.Refresh()
	}
}

func (k *key) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{k.back, k.text, k.hint, k.icon}
}

// label is what stands on the key.
func (k *key) label() string {
	switch k.what {
	case letter:
		return cased(k.types, k.dressing.up())
	case back, shift:
		return ""
	}
	return k.dressing.words[k.what]
}

func (k *key) paint() {
	fill, frame, ink := theme.Card, theme.Line, theme.Text
	switch {
	case k.held:
		fill, frame = theme.PrimaryTint, theme.Primary
	case k.what == shift && k.dressing.shift == locked:
		fill, frame, ink = theme.Text, theme.Text, theme.Card
	case k.what == shift && k.dressing.shift == once:
		fill, frame = theme.PrimaryTint, theme.Primary
	case k.what != letter && k.what != space:
		fill = theme.Sunken
	}
	k.back.FillColor, k.back.StrokeColor = fill.NRGBA(), frame.NRGBA()
	k.back.StrokeWidth, k.back.CornerRadius = theme.Border(), theme.RadiusSmall
	style := typeset.Style{Size: k.size(), Weight: theme.Medium, Colour: ink}
	if k.what == space {
		style.Colour = theme.Muted
	}
	k.text.SetSpans(typeset.Span{Text: k.label(), Style: style})
	if icon := map[what]string{back: "backspace", shift: "shift"}[k.what]; icon != "" {
		k.icon.Hidden = false
		k.icon.Set(icon, ink)
	}
	k.hint.Hidden = len(k.more()) == 0 || theme.Now().TextScale >= 1.5
	if !k.hint.Hidden {
		k.hint.SetText(cased(k.more()[0], k.dressing.up()))
	}
}

func (k *key) more() []string {
	if k.variant {
		return nil
	}
	return k.offers()
}

// size is 26 for a letter and 18 for a word, larger with the text, as far as
// the key has room.
func (k *key) size() theme.Size {
	units, least := theme.Fixed(26).Units(), theme.Caption.Base()
	if k.what != letter {
		units = theme.Body.Units()
	}
	if k.place.h > 0 {
		units = min(units, k.place.h*.5)
	}
	if w, _ := theme.Measure(k.label(), theme.Medium, units); k.place.w > 0 && w > k.place.w-theme.S2 {
		units *= (k.place.w - theme.S2) / w
	}
	return theme.Fixed(max(units, least) / max(1, theme.Now().TextScale))
}

// arrange puts what is drawn where the key is.
func (k *key) arrange() {
	k.paint()
	p := k.place
	k.back.Move(fyne.NewPos(p.x, p.y))
	k.back.Resize(fyne.NewSize(p.w, p.h))
	h := k.text.MinSize().Height
	k.text.Move(fyne.NewPos(p.x, p.y+(p.h-h)/2))
	k.text.Resize(fyne.NewSize(p.w, h))
	k.icon.Move(fyne.NewPos(p.x, p.y))
	k.icon.Resize(fyne.NewSize(p.w, p.h))
	m := k.hint.MinSize()
	k.hint.Move(fyne.NewPos(p.x+p.w-m.Width-5, p.y+2))
	k.hint.Resize(m)
}
