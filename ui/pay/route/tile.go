package route

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// tileSpec is what a tile for a way to pay shows.
type tileSpec struct {
	icon, title, text, key string
	first                  bool // filled: the one that Enter picks
	off                    bool // not on this till: no key, no focus, no tap
}

// tile is a large button for a way to pay.
type tile struct {
	widget.BaseWidget
	tapped           func()
	spec             tileSpec
	hovered, focused bool

	back, ring  *graphic.Panel
	icon        *graphic.Icon
	title, text *typeset.Text
	key         *typeset.KeyCap
}

func newTile(spec tileSpec, tapped func()) fyne.CanvasObject {
	if spec.off {
		t := &tile{spec: spec}
		t.ExtendBaseWidget(t)
		return t
	}
	t := &liveTile{tile: tile{spec: spec, tapped: tapped}}
	t.OnHover = func() {
		t.hovered = t.Hovered
		t.paint()
	}
	t.ExtendBaseWidget(t)
	return t
}

func (t *tile) CreateRenderer() fyne.WidgetRenderer {
	t.back = graphic.NewFrame(theme.Card, theme.Line, theme.Radius)
	t.ring = graphic.NewFrame(theme.Transparent, theme.Primary, theme.Radius+theme.FocusGap+theme.FocusRing())
	t.ring.Stroke = theme.FocusRing()
	t.icon = graphic.NewIcon(t.spec.icon, 72, theme.Primary)
	t.title = typeset.NewParagraph(t.spec.title, typeset.Title)
	t.text = typeset.NewParagraph(t.spec.text, typeset.Body)
	t.key = typeset.NewKeyCapSized(t.spec.key, t.ink(), theme.Lead)
	t.key.Hidden = t.spec.off
	box := layout.New(nil, t.place, t.back, t.icon, t.title, t.text, t.key, t.ring)
	t.paint()
	return widget.NewSimpleRenderer(box)
}

func (t *tile) ink() theme.Colour {
	switch {
	case t.spec.off:
		return theme.Muted
	case t.spec.first:
		return theme.OnPrimary
	}
	return theme.Text
}

func (t *tile) paint() {
	if t.back == nil {
		return
	}
	fill, line, icon, text := theme.Card, theme.Line, theme.Primary, theme.Muted
	switch {
	case t.spec.off:
		fill, icon = theme.Sunken, theme.Ghost
	case t.spec.first:
		fill, line, icon, text = theme.Primary, theme.Primary, theme.OnPrimary, theme.OnPrimary
	}
	if t.hovered && !t.spec.first {
		line = theme.Primary
	}
	t.back.SetFill(fill, line)
	t.icon.Set(t.spec.icon, icon)
	t.title.SetColour(t.ink())
	t.text.SetStyle(typeset.Body.Tint(text))
	t.ring.Hidden = !t.focused
	t.ring.Refresh()
}

func (t *tile) place(b layout.Placer) {
	p := theme.S5()
	b.Put(t.back, 0, 0, b.W, b.H)
	out := theme.FocusGap + theme.FocusRing()
	b.Put(t.ring, -out, -out, b.W+2*out, b.H+2*out)
	b.PutEnd(t.key, b.W-p, p)
	wide := b.W - 2*p
	t.title.StepDown(theme.Title, wide)
	title, line := t.title.HeightFor(wide), t.text.HeightFor(wide)
	room := max(line, 2*t.text.HeightFor(pay.LongLine))
	icon, left := float32(tileIcon), b.H-2*p-theme.S2-title
	// What explains a way to pay goes before its name lies over its icon.
	if t.text.Hidden = pay.Terse() || t.text.MinSize().Width > wide || left < icon+room+theme.S2; t.text.Hidden {
		room = -theme.S2
		icon = min(icon, max(left+6, least))
	}
	b.Put(t.icon, p-6, p-6, icon, icon)
	b.Put(t.text, p, b.H-p-room, wide, line)
	b.Put(t.title, p, b.H-p-room-theme.S2-title, wide, title)
}

const (
	tileIcon = 72
	least    = 32 // of the icon in a low tile
	// narrowTile is the width below which tiles stand two by two.
	narrowTile = 170
)

// terseTile is how high a tile is then: its icon, and a name of two lines.
func terseTile() float32 {
	_, line := theme.Measure("0", theme.SemiBold, theme.Title.Units())
	return 2*theme.S5() + 72 + theme.S2 + 2*line*1.4
}

// liveTile is a tile that can be picked.
type liveTile struct {
	tile
	input.Hover
}

// Primary reports whether Enter picks the tile.
func (t *liveTile) Primary() bool { return t.spec.first }

// Vital tells that every way to pay has to be in view.
func (t *liveTile) Vital() bool { return true }

func (t *liveTile) Tapped(*fyne.PointEvent) { input.TellTap(t); t.tapped() }

func (t *liveTile) FocusGained() { t.focused = true; t.paint(); input.TellFocus(t, true) }

func (t *liveTile) FocusLost() { t.focused = false; t.paint(); input.TellFocus(t, false) }

// TypedRune is for Fyne: digits pick whatever tile has the focus.
func (t *liveTile) TypedRune(r rune) {
	if r != ' ' {
		input.PassRune(t, r)
	}
}

// TypedKey picks on Enter and Space; other keys belong to the screen.
func (t *liveTile) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		t.tapped()
	default:
		input.PassKey(t, e)
	}
}
