package layout

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
)

// See brings the first object of a page that is meant into sight, in the order of reading, by scrolling no further than
// it must, and returns it; nil where there is none. Of a field that is higher than the room its line and what is said
// below it are seen. It goes by what the layouts did, through containers, cards and scrolls: the toolkit does not know
// where objects are that it has not drawn yet.
func See(page fyne.CanvasObject, meant func(fyne.CanvasObject) bool) fyne.CanvasObject {
	at, found := find(page, meant, spot{})
	if !found {
		return nil
	}
	at.reveal()
	return at.object
}

// holder is a card, which is no container of Fyne's.
type holder interface{ Content() fyne.CanvasObject }

// spot is where something stands in what scrolls around it.
type spot struct {
	object fyne.CanvasObject
	top    float32           // from the top of what scrolls
	scroll *container.Scroll // nil where nothing does
}

func find(o fyne.CanvasObject, meant func(fyne.CanvasObject) bool, at spot) (spot, bool) {
	if !o.Visible() {
		return spot{}, false
	}
	if meant(o) {
		at.object = o
		return at, true
	}
	switch x := o.(type) {
	case holder:
		at.top += x.Content().Position().Y
		return find(x.Content(), meant, at)
	case *container.Scroll:
		x.Refresh() // what it holds may have grown
		return find(x.Content, meant, spot{scroll: x})
	case *fyne.Container:
		for _, c := range x.Objects {
			next := at
			next.top += c.Position().Y
			if found, ok := find(c, meant, next); ok {
				return found, true
			}
		}
	}
	return spot{}, false
}

// reveal leaves the foot in sight where not all has room.
func (s spot) reveal() {
	if s.scroll == nil {
		return
	}
	room := s.scroll.Size().Height
	top, foot := s.top, s.top+s.object.Size().Height
	if f, is := s.object.(lined); is && foot-top+2*theme.S3 > room { // its label may go, the line may not
		line, _ := f.Line()
		top += line
	}
	air := min(theme.S3, max(room-(foot-top), 0)/2)
	to := max(min(s.scroll.Offset.Y, max(top-air, 0)), foot+air-room)
	to = min(to, max(s.scroll.Content.MinSize().Height-room, 0))
	s.scroll.ScrollToOffset(fyne.NewPos(s.scroll.Offset.X, to))
}
