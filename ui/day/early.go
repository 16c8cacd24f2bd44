package day

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
)

// readable reports whether the view is what the newest question was answered with.
func (s *Screen) readable() bool { return s.read && s.err == nil }

// tooEarly keeps a press for the page that comes once the day was read, and reports
// whether it did: a first digit that is lost would be another sum.
func (s *Screen) tooEarly(k screen.KeyPress) bool {
	if _, waits := s.page.(opening); !waits || s.read || s.err != nil {
		return false
	}
	switch k.Name {
	case fyne.KeyEscape:
		s.early = nil
		return false
	case "", fyne.KeyBackspace, fyne.KeyDelete, fyne.KeyUp, fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
		s.early = append(s.early, k)
		return true
	}
	return false
}

// rowed is a page on which an Enter goes down its rows, and decides nothing before the
// last.
type rowed interface{ last() bool }

// replay does what was pressed before the day was read. An Enter goes down the notes
// and coins, and else it decides nothing: what came after it was meant for what it
// would have led to.
func (s *Screen) replay() {
	early := s.early
	s.early = nil
	for _, k := range early {
		if _, counts := s.page.(rowed); enter(k) && !counts {
			return
		}
		s.Press(k)
	}
}
