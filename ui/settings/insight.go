package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// see brings what says a sentence into sight, on the page that is shown or beside
// it, and gives the keys to the field that it is about.
func (s *Screen) see(sentence string) {
	if sentence == "" {
		return
	}
	f := finder(func(o fyne.CanvasObject) bool {
		switch x := o.(type) {
		case *widgets.Field:
			return x.Problem() == sentence
		case *widgets.Text:
			return x.Text() == sentence
		}
		return false
	})
	at, found := f.find(s.sections[s.memory.at].object(), place{})
	if beside := s.sections[s.memory.at].aside(); !found && beside != nil {
		at, found = f.find(beside, place{})
	}
	if !found {
		return
	}
	top, foot := at.top, at.top+at.object.Size().Height
	field, is := at.object.(*widgets.Field)
	if is {
		focus(s.root, field.Focusable())
		if line, _ := field.Line(); foot-top+2*theme.S3 > at.room() { // its label may go, the line may not
			top += line
		}
	}
	at.reveal(top, foot)
}

// place is where something stands in what scrolls around it.
type place struct {
	object fyne.CanvasObject
	top    float32           // from the top of what scrolls
	scroll *container.Scroll // nil where nothing does
}

func (p place) room() float32 {
	if p.scroll == nil {
		return p.object.Size().Height
	}
	return p.scroll.Size().Height
}

// reveal scrolls no further than it must; where not all has room, its foot stays
// in sight.
func (p place) reveal(top, foot float32) {
	if p.scroll == nil {
		return
	}
	air := min(theme.S3, max(p.room()-(foot-top), 0)/2)
	to := p.scroll.Offset.Y
	to = min(to, max(top-air, 0))
	to = max(to, foot+air-p.room())
	to = min(to, max(p.scroll.Content.MinSize().Height-p.room(), 0))
	p.scroll.ScrollToOffset(fyne.NewPos(p.scroll.Offset.X, to))
}

// finder looks for the first object that says something, in the order of reading.
// It goes by what the layouts did: the toolkit does not know where objects are that
// it has not drawn yet.
type finder func(says fyne.CanvasObject) bool

// find looks in o, which is at a place.
func (f finder) find(o fyne.CanvasObject, at place) (place, bool) {
	if !o.Visible() {
		return place{}, false
	}
	if f(o) {
		at.object = o
		return at, true
	}
	switch x := o.(type) {
	case *widgets.Card:
		return f.find(x.Content(), at)
	case *container.Scroll:
		x.Refresh() // what it holds may have grown
		return f.find(x.Content, place{scroll: x})
	case *fyne.Container:
		for _, c := range x.Objects {
			next := at
			next.top += c.Position().Y
			if found, ok := f.find(c, next); ok {
				return found, true
			}
		}
	}
	return place{}, false
}
