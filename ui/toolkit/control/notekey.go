package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// NoteKey is a key for a sum that customers often hand over: the sum, and below it the notes that make it up.
type NoteKey struct {
	input.Pressable
	sum, notes string
	on         bool

	back  *canvas.Rectangle
	head  *typeset.Text
	below *typeset.Text

	dashes *draw.Dashes
}

// NewNoteKey is a key that is not chosen.
func NewNoteKey(sum, notes string, tapped func()) *NoteKey {
	n := &NoteKey{sum: sum, notes: notes}
	n.OnTapped = tapped
	n.Init(n)
	return n
}

// Sum is what stands on it.
func (n *NoteKey) Sum() string { return n.sum }

// Vital tells that it has to be in view, as the keys of a pad have.
func (n *NoteKey) Vital() bool { return true }

// SetChosen shows the key as the one that holds.
func (n *NoteKey) SetChosen(on bool) { draw.Change(n, &n.on, on) }

func (n *NoteKey) CreateRenderer() fyne.WidgetRenderer {
	n.back = canvas.NewRectangle(color.Transparent)
	n.head, n.below, n.dashes = typeset.NewText("", typeset.Title), typeset.NewText("", typeset.Caption), draw.NewDashes(theme.Radius)
	return draw.NewRenderer(n, func() fyne.Size { return fyne.NewSize(theme.Target, theme.PrimaryHigh) }, n.arrange, n.paint, n.back, n.head, n.below, n.dashes, n.Ring())
}

func (n *NoteKey) paint() {
	fill, line, ink, small, stroke := theme.Card, theme.Line, theme.Text, theme.Muted, theme.Border()
	switch {
	case n.on:
		fill, line, ink, small, stroke = theme.PrimaryTint, theme.Primary, theme.Primary, theme.Primary, theme.Border()+1
	case n.Disabled():
		ink, small = theme.Muted, theme.Muted
		if draw.FewColours() {
			fill, line, ink, small = theme.Transparent, theme.Transparent, theme.Ghost, theme.Ghost
		}
	}
	draw.Box(n.back, n.Ground(fill.NRGBA(), theme.Text.NRGBA()), line.NRGBA(), stroke, theme.Radius)
	n.dashes.SetOff(n.Disabled())
	n.head.SetSpans(typeset.Span{Text: n.sum, Style: typeset.Title.With(theme.Medium).Tint(ink).Tight(1)})
	n.below.SetSpans(typeset.Span{Text: n.notes, Style: typeset.Caption.Tint(small).Tight(1.1)})
}

func (n *NoteKey) arrange(size fyne.Size) {
	n.back.Resize(size)
	n.dashes.Resize(size)
	n.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	room := size.Width - 2*theme.S1
	n.head.StepDown(theme.Title, room)
	h, b := n.head.MinSize(), n.below.MinSize()
	n.below.Hidden = n.notes == "" || b.Width > room || h.Height+b.Height > size.Height
	if n.below.Hidden {
		b = fyne.Size{}
	}
	y := (size.Height - h.Height - b.Height) / 2
	wide := min(n.head.Width(), room)
	n.head.Resize(fyne.NewSize(wide+1, h.Height))
	n.head.Move(fyne.NewPos((size.Width-wide)/2, y))
	n.below.Resize(b)
	n.below.Move(fyne.NewPos((size.Width-b.Width)/2, y+h.Height))
}
