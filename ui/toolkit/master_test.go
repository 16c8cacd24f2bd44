package toolkit_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/uitest/themed"
)

// The masters hold the structure of a few parts: what they are made of, where it stands, in which colours. A change of
// looks changes them: read the difference, then accept it with -update.
func TestMasters(t *testing.T) {
	for name, x := range map[string]struct {
		look theme.Look
		size fyne.Size
		make func() fyne.CanvasObject
	}{
		"charge": {theme.Look{}, fyne.NewSize(1086, 72), func() fyne.CanvasObject {
			return control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Label: "Charge", Amount: "12.500", Currency: "LYD", Key: "Enter"}, nil)
		}},
		"charge-ar": {theme.Look{RTL: true}, fyne.NewSize(1086, 72), func() fyne.CanvasObject {
			return control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Label: "تحصيل", Amount: "12.500", Currency: "د.ل", Key: "Enter"}, nil)
		}},
		"tile-unknown": {theme.Look{Variant: theme.Dark}, fyne.NewSize(207, 64), func() fyne.CanvasObject {
			return list.NewSaleTile(list.TileSpec{State: graphic.StateUnknown, Number: "#9", Amount: "40.000", Word: "Not known", Time: "14:12", Selected: true}, nil)
		}},
		"field-wrong": {theme.Look{}, fyne.NewSize(400, 140), func() fyne.CanvasObject {
			f := control.NewField(control.FieldSpec{Label: "Account number", Placeholder: "Type the number", Icon: "bank"})
			f.SetProblem("The bank does not know this account.")
			return f
		}},
	} {
		themed.App(t, x.look)
		w := test.NewWindow(x.make())
		w.SetPadded(false)
		w.Resize(x.size)
		outline.Check(t, name, w.Canvas())
		w.Close()
	}
}
