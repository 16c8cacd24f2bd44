package harness

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/amount"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
)

// shown is what can be read.
type shown interface{ Object() fyne.CanvasObject }

// Pushed taps the button of a label.
func Pushed(t *testing.T, o fyne.CanvasObject, label string) {
	t.Helper()
	if !Tap(o, func(b *control.Button) bool { return b.Spec().Label == label }) {
		t.Errorf("there is no button %q", label)
	}
}

// Mentions fails where a screen does not say all of it.
func Mentions(t *testing.T, s shown, want ...string) {
	t.Helper()
	got := uitest.Words(s.Object())
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the screen does not say %q but %q", w, got)
		}
	}
}

// Never is what only an end may say.
func Never(t *testing.T, s shown) {
	t.Helper()
	for _, w := range []string{"PAID", "PRACTICE", "EXPIRED", "Hand over"} {
		if strings.Contains(uitest.Words(s.Object()), w) {
			t.Errorf("the screen says %s: %q", w, uitest.Words(s.Object()))
		}
	}
}

// Keys types characters as the shell hands them on.
func Keys(s screen.Screen, text string) {
	for _, r := range text {
		s.Press(screen.KeyPress{Rune: r})
	}
}

// Untranslated lists the keys that showed themselves for want of words.
func Untranslated(o fyne.CanvasObject) []string {
	var all []string
	for _, w := range strings.Fields(uitest.Words(o)) {
		if strings.Contains(w, "⟨") {
			all = append(all, w)
		}
	}
	return all
}

// Tap presses the first tappable thing of type T that ok accepts.
func Tap[T fyne.Tappable](o fyne.CanvasObject, ok func(T) bool) bool {
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

// Typed is an Entry after some keys.
func Typed(currency, keys string) amount.Entry {
	e := amount.NewEntry(currency)
	for _, r := range keys {
		e.Type(r)
	}
	return e
}
