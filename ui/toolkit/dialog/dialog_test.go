package dialog

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest/themed"
)

func boxOf(w, h float32) fyne.CanvasObject { return layout.Fixed(w, h, graphic.NewPanel(theme.Card)) }

func TestADecisionStartsOnTheSafeAction(t *testing.T) {
	themed.App(t, theme.Look{})
	below := control.NewPrimary("Charge", "", nil)
	w := test.NewTempWindow(t, below)
	w.Resize(fyne.NewSize(1024, 640))
	w.Canvas().Focus(below)
	var kept, other int
	keep := control.NewButton(control.ButtonSpec{Label: "Keep waiting"}, func() { kept++ })
	aside := control.NewButton(control.ButtonSpec{Label: "Set aside"}, func() { other++ })
	d := ShowDecision(w.Canvas(), layout.Columns(8, keep, aside), 0, keep, func() { kept++ })
	w.Canvas().SetOnTypedKey(d.Key)
	if w.Canvas().Focused() != fyne.Focusable(keep) {
		t.Error("the focus is not on the safe action")
	}
	keep.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	keep.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if kept != 2 || other != 0 {
		t.Errorf("kept %d, other %d", kept, other)
	}
	test.TapCanvas(w.Canvas(), fyne.NewPos(5, 5))
	if !d.Shown() {
		t.Error("a tap beside the card took it away")
	}
	d.Close()
	d.Close()
	if d.Shown() || len(w.Canvas().Overlays().List()) != 0 || w.Canvas().Focused() != fyne.Focusable(below) {
		t.Error("the decision did not go, or the focus did not come back")
	}
}

func TestADecisionIsAsHighAsItsWordsAndNeverHigherThanTheWindow(t *testing.T) {
	themed.App(t, theme.Look{})
	w := test.NewTempWindow(t, boxOf(10, 10))
	w.Resize(fyne.NewSize(1366, 768))
	text := typeset.NewParagraph("The customer may still pay 125.000 LYD for #12. We hide the QR and keep watching, so that nothing that was paid is lost.", typeset.Lead)
	d := ShowDecision(w.Canvas(), layout.Rows(16, text, boxOf(100, 64)), 0, nil, nil)
	if got, want := d.frame.Size(), fyne.NewSize(720, 2*33+text.HeightFor(720-66)+16+64); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	d.Close()
	d = ShowDecision(w.Canvas(), boxOf(100, 3000), 0, nil, nil)
	if h := d.frame.Size().Height; h > w.Canvas().Size().Height {
		t.Errorf("%v high", h)
	}
}
