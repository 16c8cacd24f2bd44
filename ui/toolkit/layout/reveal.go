package layout

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
)

// lined is a field that is higher than its line, of which at least that is brought into sight.
type lined interface{ Line() (top, bottom float32) }

// Reveal scrolls no further than it must to bring an object of a scroll into sight; of a field that is higher than the
// scroll at least the line that is typed. all is what fills the content of the scroll: Fyne does not know where objects
// are that it has not drawn yet, and the scroll itself may be new.
func Reveal(s *container.Scroll, all, o fyne.CanvasObject) {
	d := fyne.CurrentApp().Driver()
	at := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(all).Y - s.Offset.Y
	top, bottom, room := at, at+o.Size().Height, s.Size().Height
	if f, ok := o.(lined); ok && bottom-top+2*theme.S3 > room {
		from, to := f.Line()
		top, bottom = at+from, at+to
	}
	air := min(theme.S3, max(room-(bottom-top), 0)/2)
	by := max(bottom+air-room, 0)
	if top-by < air {
		by = top - air
	}
	most := max(s.Content.MinSize().Height-room, 0)
	s.ScrollToOffset(fyne.NewPos(s.Offset.X, min(max(s.Offset.Y+by, 0), most)))
}
