package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/core/journal"
	"sanduq/ui/preferences"
	uiinput "sanduq/ui/toolkit/input"
)

// Leave ends what Start began and takes the shell out of its window, which
// something else fills now. A shell that has left does not come back.
func (s *Shell) Leave() {
	s.env.Preferences.Discard() // what is on trial was so in the settings of this shell
	s.Stop()
	s.unsubscribe()
	s.env.Preferences.SetPersonal(preferences.Personal{})
	s.closeDecision()
	s.keyboard.Close()
	s.window.focus(nil)
	if s.first.on() {
		s.first.screen.Hidden()
	}
	if s.work.Screen() != nil {
		s.work.Screen().Hidden()
	}
	if s.session.Shut() {
		s.session.Screen().Hidden()
	}
	s.phone.discard()
	if s.customer != nil {
		s.customer.Close()
	}
	s.detach(s.window.canvas)
}

// detach takes back what Attach gave to a canvas, but for what whoever comes
// next replaces.
func (s *Shell) detach(c fyne.Canvas) {
	if c == nil {
		return
	}
	uiinput.WatchFocus(c, nil)
	uiinput.WatchTaps(c, nil)
	c.SetOnTypedKey(nil)
	c.SetOnTypedRune(nil)
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(nil)
	}
	c.RemoveShortcut(&fyne.ShortcutPaste{})
	for i := range 9 {
		c.RemoveShortcut(number(i))
	}
	c.RemoveShortcut(nought)
	for n := range journal.MostQuick + 1 {
		c.RemoveShortcut(quick(n))
	}
}

// number is the shortcut of one of the sales in flight.
func number(i int) *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: fyne.KeyName(rune('1' + i)), Modifier: fyne.KeyModifierShortcutDefault}
}

// nought is the shortcut that clears the paid sales that were seen.
var nought = &desktop.CustomShortcut{KeyName: fyne.Key0, Modifier: fyne.KeyModifierShortcutDefault}
