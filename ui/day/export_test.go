package day

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/exporting"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// exportButtons are those that take something along.
func (r *harness) exportButtons() (all []*control.Button) {
	for _, b := range uitest.All[*control.Button](r.window.Canvas().Content()) {
		if b.Spec().Icon == "folder" && b.Visible() {
			all = append(all, b)
		}
	}
	return all
}

// TestZsAreTakenAlong from the earlier ones and from the one that was just made, by
// keys too; an X, which closes nothing, is not.
func TestZsAreTakenAlong(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	walk(r, func(name string) {
		want := 0
		if name == "zs" || name == "closed" {
			want = 1
		}
		all := r.exportButtons()
		if len(all) != want {
			t.Fatalf("%s: %d ways to export", name, len(all))
		}
		for _, b := range all {
			test.Tap(b)
		}
	})
	if len(r.taken) != 2 || r.taken[0].Of != exporting.OfZs || !r.taken[0].Choose || r.taken[1].Of != exporting.OfZs {
		t.Fatalf("%+v", r.taken)
	}
	r.screen.goTo(stepZs)
	button := r.exportButtons()[0]
	for range 20 { // along the page
		r.window.Canvas().FocusNext()
		if r.window.Canvas().Focused() == fyne.Focusable(button) {
			r.key(fyne.KeyReturn)
			break
		}
	}
	if len(r.taken) != 3 {
		t.Error("keys do not reach it")
	}
	r.deps.Export = nil
	r.show()
	r.screen.goTo(stepZs)
	if len(r.exportButtons()) != 0 {
		t.Error("it is offered where nothing is exported")
	}
}
