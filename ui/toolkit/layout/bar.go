package layout

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/toolkit/draw"
)

// barRoom is what the bar of a scroll takes at the right edge.
const barRoom float32 = 14

// BesideBar keeps room for the bar of a scroll beside what is in it. The bar stands at the right, in every language:
// Fyne does not mirror it.
func BesideBar(o fyne.CanvasObject) fyne.CanvasObject {
	return New(o.MinSize, func(p Placer) {
		from := float32(0)
		if draw.RTL() {
			from = barRoom
		}
		p.Put(o, from, 0, p.W-barRoom, p.H)
	}, o)
}
