package customer

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

// gallery is every scene, as a picture shows it.
func gallery() map[string]journal.View {
	return map[string]journal.View{"blank": {}, "wait": sale(12, step(journal.StepCreated), state(core.StatePending)), "qr": sale(12),
		"code": sale(12, state(core.StateOTPRequired)), "checking": sale(12, state(core.StateWaitingPayment)), "paid": sale(12, paid), "receipt": sale(12, paid),
		"not-paid": sale(12, state(core.StateFailed)), "unknown": sale(12, capped),
		"large": sale(12, func(v *journal.View) { v.Amount.Minor = 1234567890 })}
}

// TestStructureOfScenes compares what stands where with masters. A changed
// picture shows first as a changed master: look at it before accepting it.
func TestStructureOfScenes(t *testing.T) {
	for _, practice := range []bool{false, true} {
		r := newHarness(t, func(r *harness) { r.env.Practice = practice })
		for name, v := range gallery() {
			if practice && name != "paid" && name != "receipt" && name != "qr" {
				continue
			}
			r.hand = r.handing(name)
			if practice {
				name += "-practice"
			}
			outline.Check(t, "customer-"+name, r.draw(v, 3, fyne.NewSize(1920, 1080)).Canvas())
		}
	}
}

// TestEveryScene draws every scene in every look and on screens of other
// shapes: nothing lacks words, nothing leaves the window.
func TestEveryScene(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
		practice   bool
	}{
		{name: "light"}, {name: "practice", practice: true}, {name: "ar", lang: words.Arabic}, {name: "fr", lang: words.French},
		{name: "dark", look: theme.Look{Variant: theme.Dark}}, {name: "contrast", look: theme.Look{Variant: theme.Contrast}},
		{name: "large-type", look: theme.Look{TextScale: 2}},
		{name: "main", size: fyne.NewSize(1366, 690)}, {name: "small", size: fyne.NewSize(1024, 600), practice: true},
		{name: "old", size: fyne.NewSize(1024, 768), lang: words.French}, {name: "upright", size: fyne.NewSize(800, 1280)},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newHarness(t, func(r *harness) {
				r.env.Practice = c.practice
				if c.lang != "" {
					r.env.Words = words.MustLoad(c.lang)
				}
			})
			r.setLook(c.look)
			if c.size.IsZero() {
				c.size = fyne.NewSize(1920, 1080)
			}
			for name, v := range gallery() {
				r.hand = r.handing(name)
				w := r.draw(v, 3, c.size)
				r.picture(name+"-"+c.name, w)
				if said := read(w); strings.Contains(said, "⟨") {
					t.Errorf("%s: no words: %q", name, said)
				}
				within(t, name, w)
			}
		})
	}
}

// within fails when words are drawn beyond the window.
func within(t *testing.T, name string, w fyne.Window) {
	t.Helper()
	room := w.Canvas().Size()
	uitest.Walk(w.Canvas().Content(), func(o fyne.CanvasObject) {
		x, ok := o.(*canvas.Text)
		if !ok || x.Text == "" || x.Color == color.Transparent {
			return
		}
		p := fyne.CurrentApp().Driver().AbsolutePositionForObject(x)
		if p.X < -1 || p.Y < -x.Size().Height/2 || p.X+x.MinSize().Width > room.Width+1 || p.Y+x.MinSize().Height/2 > room.Height {
			t.Errorf("%s: %q stands at %v, %v wide in a window of %v", name, x.Text, p, x.MinSize().Width, room)
		}
	})
}

// inked is how many dots of a code are filled.
func inked(w fyne.Window) (n int) {
	uitest.Walk(w.Canvas().Content(), func(o fyne.CanvasObject) {
		if c, ok := o.(*canvas.Circle); ok && c.FillColor == theme.Text.NRGBA() {
			n++
		}
	})
	return n
}
