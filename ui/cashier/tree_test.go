package cashier

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// walk visits every object that is drawn.
func walk(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if !o.Visible() {
		return
	}
	visit(o)
	switch x := o.(type) {
	case *fyne.Container:
		for _, c := range x.Objects {
			walk(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(x).Objects() {
			walk(c, visit)
		}
	}
}

// read is every word on a screen, in drawing order.
func read(o fyne.CanvasObject) string {
	var all []string
	walk(o, func(o fyne.CanvasObject) {
		if t, ok := o.(*canvas.Text); ok && t.Text != "" {
			all = append(all, t.Text)
		}
	})
	return strings.Join(all, " ")
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
	walk(o, func(o fyne.CanvasObject) {
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
