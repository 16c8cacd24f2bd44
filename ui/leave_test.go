package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/ui/preferences"
	"sanduq/ui/words"
)

// TestAShellThatLeftHearsNothing: its window is another's.
func TestAShellThatLeftHearsNothing(t *testing.T) {
	side := &fakeWindows{second: true}
	r := newHarness(t, shopFloor, func(_ *harness, o *Options) { o.Customer = side },
		preferring(func(v *preferences.Values) { v.Customer = preferences.CustomerSecond }))
	ways{r.shell}.OpenNth(0)
	r.shell.input.Help()
	if len(r.win.Canvas().Overlays().List()) == 0 {
		t.Fatal("no decision lies over the window")
	}
	before := r.shell.work
	r.shell.Detach()
	r.win.SetContent(canvas.NewRectangle(nil))
	c := r.win.Canvas()
	if len(c.Overlays().List()) != 0 || side.shown != nil {
		t.Error("something of it is still on the screen")
	}
	if c.OnTypedKey() != nil || c.OnTypedRune() != nil {
		t.Error("it still hears keys")
	}
	at := r.shell.nav.At
	if s, ok := c.(fyne.Shortcutable); ok {
		s.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.Key2, Modifier: fyne.KeyModifierShortcutDefault})
	}
	r.shell.env.Preferences.Update(func(v *preferences.Values) { v.Language = words.French })
	if r.shell.work != before || r.shell.nav.At != at {
		t.Error("it was built anew for nobody")
	}
}
