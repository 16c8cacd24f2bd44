package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// quick is the shortcut of a quick amount, from 1 on; 0 is the last amount again.
// Digits alone type an amount, and with Ctrl they open sales.
func quick(n int) *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: fyne.KeyName(rune('0' + n)), Modifier: fyne.KeyModifierAlt}
}

// quick types a quick amount where amounts are typed.
func (s *Shell) quick(n int) {
	if s.decision.card != nil || s.away() || s.work.Alone() {
		return
	}
	if one, is := s.work.Screen().(interface{ Quick(n int) bool }); is {
		one.Quick(n)
	}
}
