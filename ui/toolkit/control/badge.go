package control

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// NewBadge is a word in a frame: LIVE.
func NewBadge(word string) fyne.CanvasObject {
	frame := graphic.NewFrame(theme.Transparent, theme.Text, theme.RadiusCap)
	frame.Stroke = 2
	text := typeset.NewText(word, typeset.Caption.With(theme.Bold).Tint(theme.Text))
	return layout.New(func() fyne.Size { return fyne.NewSize(text.MinSize().Width+2*theme.S2+4, 28) }, func(p layout.Placer) {
		p.Put(frame, 0, 0, p.W, p.H)
		m := text.MinSize()
		p.Put(text, (p.W-m.Width)/2, (p.H-m.Height)/2, m.Width, m.Height)
	}, frame, text)
}
