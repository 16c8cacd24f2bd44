package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/onscreenkeyboard"
)

// newKeyboard is the keyboard on the screen, below the work area or below a
// decision.
func (s *Shell) newKeyboard() *onscreenkeyboard.Keyboard {
	return onscreenkeyboard.New(onscreenkeyboard.Options{Env: s.env, Enter: s.input.enter.down, Changed: s.placeKeyboard})
}

// placeKeyboard shows the keyboard where the field is that it types into, and
// moves the field into sight.
func (s *Shell) placeKeyboard() {
	board, field := s.keyboard.Shown()
	var inSight fyne.CanvasObject
	if field != nil {
		inSight = field
	}
	room := s.work
	if s.first.on() {
		room = s.first.room
	}
	if s.decision.card == nil {
		room.SetKeyboard(board, inSight)
		return
	}
	room.SetKeyboard(nil, nil)
	s.decision.card.SetFooter(board, inSight)
}
