package pay

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// SetButton shows a button as on or off and with what it says.
func SetButton(b *control.Button, spec control.ButtonSpec, on bool) {
	b.Set(spec)
	if on {
		b.Enable()
		return
	}
	b.Disable()
}

// Tight is a button that stands beside another on a narrow screen.
func Tight(spec control.ButtonSpec) control.ButtonSpec {
	if theme.Now().Small {
		spec.Size, spec.Key, spec.PadX = &theme.Label, "", theme.S2
	}
	return spec
}

// Space is room between two rows of a decision.
func Space(h float32) fyne.CanvasObject {
	return layout.New(layout.Least(fyne.NewSize(0, h)), func(layout.Placer) {})
}
