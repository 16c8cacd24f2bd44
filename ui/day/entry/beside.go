package entry

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
)

// widePad is the width of a pad with a point beside large words.
const widePad float32 = 404

// BesidePad sets what is typed on a pad beside it where words are large: its sum stays
// above what scrolls, and the pad is as high as the page, so that fingers reach every
// key of it.
func BesidePad(sum, rest, pad fyne.CanvasObject, wide float32) fyne.CanvasObject {
	return layout.New(nil, func(b layout.Placer) {
		left := b.W - wide - theme.S4
		high := sum.MinSize().Height
		b.Put(sum, 0, 0, left, high)
		b.Put(rest, 0, high+theme.S3, left, b.H-high-theme.S3)
		b.Put(pad, b.W-wide, 0, wide, b.H)
	}, sum, rest, pad)
}
