package settings

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/widgets"
)

// see brings what says a sentence into sight, on the page that is shown or beside
// it, and gives the keys to the field that it is about.
func (s *Screen) see(sentence string) {
	if sentence == "" {
		return
	}
	says := func(o fyne.CanvasObject) bool {
		switch x := o.(type) {
		case *widgets.Field:
			return x.Problem() == sentence
		case *widgets.Text:
			return x.Text() == sentence
		}
		return false
	}
	seen := widgets.See(s.sections[s.memory.at].object(), says)
	if beside := s.sections[s.memory.at].aside(); seen == nil && beside != nil {
		seen = widgets.See(beside, says)
	}
	if field, is := seen.(*widgets.Field); is {
		focus(s.root, field.Focusable())
	}
}
