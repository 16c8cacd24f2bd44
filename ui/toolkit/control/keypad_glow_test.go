package control

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
)

// TestKeysThatAreTypedGoBackTogether: a key goes back in the frame of the next one
// once it was seen, not before, and by itself when none follows; without motion
// nothing glows.
func TestKeysThatAreTypedGoBackTogether(t *testing.T) {
	test.NewTempApp(t)
	theme.Apply(fyne.CurrentApp(), theme.Look{})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	p := NewSalePad("Clear", nil)
	test.NewTempWindow(t, p)
	key := func(k PadKey) (b *padButton) {
		p.each(k, func(one *padButton) { b = one })
		return b
	}
	// glow lets a part of a key's time go by; the test's toolkit lets all of it go by at once.
	glow := func(k PadKey, done float32) {
		if key(k).MouseUp(nil); done < 1 {
			key(k).MouseDown(nil)
		}
		key(k).Animation().Tick(done)
	}
	p.Flash("1")
	glow("1", .2) // 48 ms
	p.Flash("2")
	glow("2", .2)
	if !key("1").Pressed() || !key("2").Pressed() {
		t.Errorf("1 is tinted: %v, before it was seen; 2: %v", key("1").Pressed(), key("2").Pressed())
	}
	glow("1", .4) // 96 ms
	p.Flash("3")
	glow("3", .1)
	if key("1").Pressed() || !key("2").Pressed() || !key("3").Pressed() {
		t.Errorf("1, 2 and 3 are tinted: %v, %v, %v", key("1").Pressed(), key("2").Pressed(), key("3").Pressed())
	}
	glow("3", .5)
	p.Flash("3")
	glow("3", .1)
	if !key("3").Pressed() || len(p.glowing) != 2 {
		t.Errorf("the same key again is tinted: %v, %d glow", key("3").Pressed(), len(p.glowing))
	}
	key("2").Animation().Tick(1)
	key("3").Animation().Tick(1)
	if key("2").Pressed() || key("3").Pressed() {
		t.Error("they stay tinted when nobody types on")
	}
	if p.Flash("4"); len(p.glowing) != 1 {
		t.Errorf("%d glow", len(p.glowing))
	}
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true})
	p.Flash("5")
	if key("5").Pressed() || key("5").Animation() != nil {
		t.Error("it glows without motion")
	}
}
