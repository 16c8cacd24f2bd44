package cashier

import (
	"unicode"

	"fyne.io/fyne/v2"

	"sanduq/ui/keys"
	"sanduq/ui/widgets"
)

// scanned takes a barcode as the reference, and what was typed of it back out
// of the amount.
func (s *Sale) scanned(code string, taken int) {
	if before, ok := s.past.Back(taken); ok {
		s.draft.Amount = before
	}
	s.wait = nil
	s.reference.SetText(code)
	s.paint()
}

// rune flashes the key even when the digit is refused: the till heard it. A
// letter, and what follows it at once, belongs to the reference.
func (s *Sale) rune(r rune) bool {
	d, isDigit := digit(r)
	isPoint := r == '.' || r == ',' || r == '\u066b'
	letter := unicode.IsLetter(r)
	if !isDigit && !isPoint && !letter && s.wait == nil {
		return false
	}
	s.past.Note(s.draft.Amount)
	switch {
	case letter || s.wait != nil:
		s.reference.SetText(s.draft.Reference + string(r))
		s.focusSoon()
		return true
	case isDigit:
		s.press(widgets.PadKey(d))
	default:
		s.press(widgets.PadPoint)
	}
	return true
}

func (s *Sale) press(k widgets.PadKey) {
	s.pad.Flash(k)
	s.key(k)
}

// focusSoon gives the reference the focus once the typing rests: what goes on
// may be a scanner, whose every character must come here.
func (s *Sale) focusSoon() {
	wait := &struct{}{}
	s.wait = wait
	s.deps.After(2*keys.ScanGap, func() {
		if s.wait != wait || !s.shown {
			return
		}
		s.wait = nil
		s.reference.Focus()
		s.reference.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	})
}
