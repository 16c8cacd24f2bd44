package sale

import (
	"unicode"

	"sanduq/core/money"
	"sanduq/ui/toolkit/control"
)

// scanned takes a barcode as the reference, and what was typed of it back out
// of the amount.
func (s *Sale) scanned(code string, taken int) {
	if before, ok := s.past.Back(taken); ok {
		s.draft.Amount = before
	}
	s.follow.End()
	s.reference.SetText(code)
	s.paint()
}

// rune flashes the key even when the digit is refused: the till heard it. A
// letter, and what follows it at once, belongs to the reference.
func (s *Sale) rune(r rune) bool {
	d, isDigit := money.Digit(r)
	isPoint := r == '.' || r == ',' || r == '\u066b'
	letter := unicode.IsLetter(r)
	s.follow.Heard()
	if !isDigit && !isPoint && !letter && !s.follow.On() {
		return false
	}
	s.past.Push(s.draft.Amount)
	switch {
	case letter || s.follow.On():
		s.follow.Type(r)
		return true
	case isDigit:
		s.press(control.PadKey(d))
	default:
		s.press(control.PadPoint)
	}
	return true
}

func (s *Sale) press(k control.PadKey) {
	s.pad.Flash(k)
	s.key(k)
}
