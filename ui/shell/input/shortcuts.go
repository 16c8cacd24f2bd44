package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/core/journal"
	"sanduq/ui/toolkit/input"
)

// Attach listens to the keys and taps of a canvas.
func (i *Input) Attach(c fyne.Canvas) {
	input.WatchFocus(c, i.FocusMoved)
	input.WatchTaps(c, func() { i.tapped = i.env.Now() })
	c.SetOnTypedKey(i.TypedKey)
	c.SetOnTypedRune(i.TypedRune)
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(i.KeyDown)
	}
	c.AddShortcut(&fyne.ShortcutPaste{}, i.Paste)
	for n := range 9 {
		c.AddShortcut(number(n), func(fyne.Shortcut) { i.deps.Window.OpenNth(n) })
	}
	c.AddShortcut(nought, func(fyne.Shortcut) { i.deps.Window.ClearQuiet() })
	c.AddShortcut(settings, func(fyne.Shortcut) {
		if !i.Busy() {
			i.deps.Window.OpenSettings()
		}
	})
	for n := range journal.MostQuick + 1 {
		c.AddShortcut(quick(n), func(fyne.Shortcut) { i.Quick(n) })
	}
}

// Detach takes back what Attach gave to a canvas, but for what the screen that comes
// next replaces.
func (i *Input) Detach(c fyne.Canvas) {
	if c == nil {
		return
	}
	input.WatchFocus(c, nil)
	input.WatchTaps(c, nil)
	c.SetOnTypedKey(nil)
	c.SetOnTypedRune(nil)
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(nil)
	}
	c.RemoveShortcut(&fyne.ShortcutPaste{})
	for n := range 9 {
		c.RemoveShortcut(number(n))
	}
	c.RemoveShortcut(nought)
	c.RemoveShortcut(settings)
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

// settings is the shortcut that opens and leaves the settings, as in other programs.
var settings = &desktop.CustomShortcut{KeyName: fyne.KeyComma, Modifier: fyne.KeyModifierShortcutDefault}

// quick is the shortcut of a quick amount, from 1 on; 0 is the last amount again.
// Digits alone type an amount, and with Ctrl they open sales.
func quick(n int) *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: fyne.KeyName(rune('0' + n)), Modifier: fyne.KeyModifierAlt}
}

// Quick types a quick amount where amounts are typed.
func (i *Input) Quick(n int) {
	area := i.deps.Area()
	if i.Busy() || area.Alone() {
		return
	}
	if one, is := area.Screen().(interface{ Quick(n int) bool }); is {
		one.Quick(n)
	}
}
