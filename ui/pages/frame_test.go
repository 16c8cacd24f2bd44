package pages

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/overflow"
)

// TestWhatStandsBesideATitleIsWholeInLargeWords: how a page stands has a line of its
// own where the tools leave none.
func TestWhatStandsBesideATitleIsWholeInLargeWords(t *testing.T) {
	uitest.NewApp(t)
	for _, text := range []float32{1, 1.25, 1.5, 2} {
		theme.Apply(fyne.CurrentApp(), theme.Look{Small: true, Still: true, TextScale: text})
		t.Cleanup(func() { theme.Use(theme.Look{}) })
		f := NewFrame("The day")
		f.Sub.SetText("Shift 2 is not open yet")
		f.Tools = []*control.Button{control.NewButton(control.ButtonSpec{Icon: "list", Label: "Closed shifts"}, nil), control.NewButton(control.ButtonSpec{Icon: "chart", Label: "Reports"}, nil)}
		f.Body = graphic.NewPanel(theme.Card)
		f.Build()
		w := test.NewTempWindow(t, f.Root)
		w.Resize(fyne.NewSize(928, 480))
		if cut := append(overflow.Cut(w.Canvas()), overflow.Faults(w.Canvas())...); len(cut) > 0 {
			t.Errorf("%.0f%%: %v", text*100, cut)
		}
		if f.Sub.Hidden {
			t.Errorf("%.0f%%: it is not there", text*100)
		}
	}
}
