package day

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
)

// Widths of pads beside large words.
const (
	largePad   float32 = 404
	largeCount float32 = 288
)

// sumBesideLarge is the size of a sum: from half as large again on it would take the
// room of what it stands with, and is larger than usual all the same.
func sumBesideLarge(usual theme.Size) theme.Size {
	if theme.Now().TextScale < 1.5 {
		return usual
	}
	return theme.AmountS
}

// besideLarge sets what is typed on a pad beside it where words are large: its sum stays
// above what scrolls, and the pad is as high as the page, so that fingers reach every
// key of it.
func besideLarge(sum, rest, pad fyne.CanvasObject, wide float32) fyne.CanvasObject {
	return layout.New(nil, func(b layout.Placer) {
		left := b.W - wide - theme.S4
		high := sum.MinSize().Height
		b.Put(sum, 0, 0, left, high)
		b.Put(rest, 0, high+theme.S3, left, b.H-high-theme.S3)
		b.Put(pad, b.W-wide, 0, wide, b.H)
	}, sum, rest, pad)
}
