package cashier

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/ui/uitest"
)

// read is every word on a screen, in drawing order.
func read(o fyne.CanvasObject) string {
	return uitest.Words(o)
}

// untranslated lists the keys that showed themselves for want of words.
func untranslated(o fyne.CanvasObject) []string {
	var all []string
	for _, w := range strings.Fields(read(o)) {
		if strings.Contains(w, "⟨") {
			all = append(all, w)
		}
	}
	return all
}

// tap presses the first tappable thing of type T that ok accepts.
func tap[T fyne.Tappable](o fyne.CanvasObject, ok func(T) bool) bool {
	var found fyne.Tappable
	uitest.Walk(o, func(o fyne.CanvasObject) {
		if x, is := o.(T); is && found == nil && ok(x) {
			found = x
		}
	})
	if found == nil {
		return false
	}
	found.Tapped(&fyne.PointEvent{})
	return true
}
