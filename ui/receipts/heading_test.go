package receipts

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/uitest"
)

// TestTheDayStandsAboveTheRowsWhileScrolling, and over no selected row.
func TestTheDayStandsAboveTheRowsWhileScrolling(t *testing.T) {
	r := newHarness(t, friday20()).show()
	l := r.screen.index.list
	r.window.Resize(fyne.NewSize(r.window.Canvas().Size().Width, 420))
	for i := range 26 {
		name := fyne.KeyDown
		if i >= 13 {
			name = fyne.KeyUp
		}
		r.key(name)
		top, y := sizes().Where(&l.source.List, l.selected)
		if y-l.offset < sizes().Heading-.5 && top == y {
			t.Errorf("step %d: the selected row stands below the day", i)
		}
		s, _ := l.Selected()
		heads := 0
		for _, h := range l.heads {
			for _, o := range test.WidgetRenderer(l).Objects() {
				if o == fyne.CanvasObject(h.root) && h.root.Position().Y <= 0.5 && h.root.Position().Y > -float32(sizes().Heading) {
					heads++
				}
			}
		}
		if heads < 1 {
			t.Errorf("step %d, %s: no day stands at the top: %s", i, s.ID, uitest.Words(l))
		}
	}
}
