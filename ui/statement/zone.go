package statement

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// zone is where the bank's file is dropped; a tap anywhere on it looks for one.
type zone struct {
	input.Pressable
	back   *canvas.Rectangle
	dashes *draw.Dashes
	icon   *graphic.Icon
	title  *typeset.Text
	note   *typeset.Text // what becomes of the file, or why it cannot be read
}

func newZone(tapped func()) *zone {
	z := &zone{back: canvas.NewRectangle(color.Transparent), dashes: draw.NewDashes(theme.Radius), icon: graphic.NewIcon("download", zoneIcon, theme.Primary),
		title: paragraph("", typeset.Title).Aligned(typeset.Centre), note: paragraph("", typeset.Body).Aligned(typeset.Centre)}
	z.OnTapped = tapped
	z.Init(z)
	return z
}

const zoneIcon float32 = 56

// say shows what it is for, and a sentence below.
func (z *zone) say(title, note string, failed bool) {
	style := typeset.Body.Tint(theme.Muted)
	if failed {
		style = typeset.Fact.Tint(theme.Failed)
	}
	z.title.SetText(title)
	z.note.SetSpans(typeset.Span{Text: note, Style: style})
	z.Refresh()
}

// high is how much its words need at a width.
func (z *zone) high(wide float32) float32 {
	return z.title.HeightFor(wide) + theme.S2 + z.note.HeightFor(wide)
}

func (z *zone) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(z, func() fyne.Size { return fyne.NewSize(200, zoneIcon+theme.S4+z.high(240)+2*theme.S4) }, z.arrange, z.paint,
		z.back, z.dashes, z.icon, z.title, z.note, z.Ring())
}

func (z *zone) paint() {
	line := theme.Transparent
	if z.dashes.Hidden = draw.FewColours(); z.dashes.Hidden { // there a broken outline means that it is off
		line = theme.Edge
	}
	draw.Box(z.back, z.Ground(theme.Card.NRGBA(), theme.Text.NRGBA()), line.NRGBA(), theme.Border(), theme.Radius)
	z.dashes.Refresh()
}

func (z *zone) arrange(size fyne.Size) {
	z.back.Resize(size)
	z.dashes.Resize(size)
	z.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	wide := size.Width - 2*theme.S4
	words, title := z.high(wide), z.title.HeightFor(wide)
	icon := zoneIcon + theme.S4
	if z.icon.Hidden = icon+words > size.Height; z.icon.Hidden {
		icon = 0
	}
	y := max(0, (size.Height-icon-words)/2)
	b := layout.Placer{W: size.Width, H: size.Height}
	b.Put(z.icon, (size.Width-zoneIcon)/2, y, zoneIcon, zoneIcon)
	b.Put(z.title, theme.S4, y+icon, wide, title)
	b.Put(z.note, theme.S4, y+icon+title+theme.S2, wide, z.note.HeightFor(wide))
}

// tag is a word on a quiet ground, to be read.
func tag(word string) fyne.CanvasObject {
	text, ground := typeset.NewText(word, typeset.Caption.With(theme.Medium).Tint(theme.Text)), graphic.NewFrame(theme.Sunken, theme.Transparent, theme.S2)
	size := func() fyne.Size { return text.MinSize().AddWidthHeight(2*theme.S2, theme.S2) }
	return layout.New(size, func(b layout.Placer) {
		b.Put(ground, 0, 0, b.W, b.H)
		b.Put(text, theme.S2, theme.S1, b.W-2*theme.S2, b.H-theme.S2)
	}, ground, text)
}
