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
	at, found := find(page, meant, located{})
	if !found {
		return nil
	}
	at.reveal()
	return at.object
}

// holder is a card, which is no container of Fyne's.
type holder interface{ Content() fyne.CanvasObject }

// located is where something stands in what scrolls around it.
type located struct {
	object fyne.CanvasObject
	top    float32           // from the top of what scrolls
	scroll *container.Scroll // nil where nothing does
}

func find(o fyne.CanvasObject, meant func(fyne.CanvasObject) bool, at located) (located, bool) {
	if !o.Visible() {
		return located{}, false
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
		return find(x.Content, meant, located{scroll: x})
	case *fyne.Container:
		for _, c := range x.Objects {
			next := at
			next.top += c.Position().Y
			if found, ok := find(c, meant, next); ok {
				return found, true
			}
		}
	}
	return located{}, false
}

// reveal leaves the lower edge in sight where not all has room.
func (s located) reveal() {
	if s.scroll == nil {
		return
	}
	room := s.scroll.Size().Height
	top, bottom := s.top, s.top+s.object.Size().Height
	if f, is := s.object.(lined); is && bottom-top+2*theme.S3 > room { // its label may go, the line may not
		line, _ := f.Line()
		top += line
	}
	air := min(theme.S3, max(room-(bottom-top), 0)/2)
	to := max(min(s.scroll.Offset.Y, max(top-air, 0)), bottom+air-room)
	to = min(to, max(s.scroll.Content.MinSize().Height-room, 0))
	s.scroll.ScrollToOffset(fyne.NewPos(s.scroll.Offset.X, to))
}
