package settings

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// see brings what says a sentence into sight, on the page that is shown or beside
// it, and gives the keys to the field that it is about.
func (s *Screen) see(sentence string) {
	if sentence == "" {
		return
	}
	says := func(o fyne.CanvasObject) bool {
		switch x := o.(type) {
		case *control.Field:
			return x.Problem() == sentence
		case *typeset.Text:
			return x.Text() == sentence
		}
		return false
	}
	seen := layout.See(s.sections[s.memory.at].object(), says)
	if beside := s.sections[s.memory.at].aside(); seen == nil && beside != nil {
		seen = layout.See(beside, says)
	}
	if field, is := seen.(*control.Field); is {
		focus(s.root, field.Focusable())
	}
}
