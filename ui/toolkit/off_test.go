package toolkit_test

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

// onto draws a widget alone on a ground, 20 units from its edges.
func onto(t *testing.T, ground theme.Colour, o fyne.CanvasObject, size fyne.Size) image.Image {
	t.Helper()
	back := canvas.NewRectangle(ground.NRGBA())
	back.Resize(size.AddWidthHeight(40, 40))
	o.Move(fyne.NewPos(20, 20))
	o.Resize(size)
	w := test.NewWindow(container.NewWithoutLayout(back, o))
	defer w.Close()
	w.SetPadded(false)
	w.Resize(back.Size())
	return w.Canvas().Capture()
}

// breaks is how often the outline along the upper edge begins or ends between the
// round corners, by luminance alone.
func breaks(p image.Image, size fyne.Size) int {
	corner := 20 + int(theme.RadiusChip) + 2
	return uitest.Breaks(p, image.Rect(corner, 19, 40+int(size.Width)-corner, 24), p.At(2, 2))
}

// labelContrast is how much the words within stand out from what is around them.
func labelContrast(p image.Image, size fyne.Size) float64 {
	ground, most := p.At(30, 20+int(size.Height)/2), 1.
	for y := 28; y < 12+int(size.Height); y++ {
		for x := 36; x < int(size.Width)+4; x++ {
			most = max(most, uitest.Contrast(p.At(x, y), ground))
		}
	}
	return most
}

// TestWhatIsOffLooksSo: where there are few colours its outline is broken and nothing
// fills it, so that it is told by its shape alone; elsewhere it looks other than what is
// on. Its words are dimmer and can be read in every theme.
func TestWhatIsOffLooksSo(t *testing.T) {
	size := fyne.NewSize(320, 72)
	kinds := map[string]func() fyne.CanvasObject{}
	for name, spec := range map[string]control.ButtonSpec{
		"normal": {Label: "Set aside", Mid: true}, "filled": {Kind: control.Filled, Label: "New payment", Mid: true}, "tonal": {Kind: control.Tonal, Label: "Look again"},
		"quiet": {Kind: control.Quiet, Label: "Replace"}, "danger": {Kind: control.Danger, Label: "Remove"}, "primary": {Kind: control.Filled, Large: true, Label: "Charge", Key: "Enter"},
		"chosen": {Label: "Paid cash", Chosen: true, Icon: "check"},
	} {
		kinds[name] = func() fyne.CanvasObject { return control.NewButton(spec, nil) }
	}
	kinds["key"] = func() fyne.CanvasObject { return control.NewQuickKey("12.500", nil) }
	kinds["note"] = func() fyne.CanvasObject { return control.NewNoteKey("50", "", nil) }
	kinds["tool"] = func() fyne.CanvasObject { return control.NewIconButton("back", nil) }
	kinds["chip"] = func() fyne.CanvasObject { return control.NewChip("Yesterday", "", false, nil) }
	kinds["option"] = func() fyne.CanvasObject { return control.NewOption("bank", "Live", "", nil) }
	for _, v := range []theme.Variant{theme.Light, theme.Dark, theme.Contrast} {
		themed.App(t, theme.Look{Variant: v, Still: true})
		for _, ground := range []theme.Colour{theme.Card, theme.Ground} {
			for name, make := range kinds {
				on := make()
				off := make()
				off.(fyne.Disableable).Disable()
				a, b := onto(t, ground, on, size), onto(t, ground, off, size)
				where := fmt.Sprintf("theme %v, ground %v, %s", v, ground, name)
				if got := breaks(a, size); got > 2 {
					t.Errorf("%s: the outline of what is on is broken %d times", where, got)
				}
				broken := v == theme.Contrast
				if got := breaks(b, size); got < 20 == broken {
					t.Errorf("%s: the outline of what is off is broken %d times", where, got)
				}
				if inside := b.At(46, 28); broken && uitest.Contrast(inside, b.At(2, 2)) > 1.01 {
					t.Errorf("%s: what is off is filled", where)
				}
				bright, dim := labelContrast(a, size), labelContrast(b, size)
				if dim < 3 || broken && dim > .8*bright {
					t.Errorf("%s: its words stand out by %.2f, off by %.2f", where, bright, dim)
				}
			}
		}
	}
}

// TestADigitThatIsOffLooksOff: on the ground of everything that is off, not on that of
// keys that can be pressed.
func TestADigitThatIsOffLooksOff(t *testing.T) {
	for _, v := range []theme.Variant{theme.Light, theme.Dark} {
		themed.App(t, theme.Look{Variant: v, Still: true})
		ground := func(on bool) color.Color {
			p := control.NewDigitPad("Clear", theme.S2, nil)
			p.SetAllEnabled(on)
			return onto(t, theme.Ground, p, fyne.NewSize(320, 280)).At(20+30, 20+12)
		}
		on, off := ground(true), ground(false)
		if on != (theme.Card.NRGBA()) && uitest.Contrast(on, theme.Card.NRGBA()) > 1.01 {
			t.Fatalf("%v: what was looked at is no key: %v", v, on)
		}
		if uitest.Contrast(off, theme.Sunken.NRGBA()) > 1.01 {
			t.Errorf("%v: a key that is off has the ground %v, one that is on %v", v, off, on)
		}
	}
}
