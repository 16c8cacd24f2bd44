package ui

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	dayentry "sanduq/ui/day/entry"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// unopened is a shop whose shift nobody has opened yet.
func unopened(r *harness, o *Options) {
	withDay(r, o)
	r.day.open = false
}

// TestADayIsTypedByFingersAlone: on every page of the day that has a pad, all its keys,
// what they type and the primary are seen without scrolling, whatever the language, with
// the largest words in the smallest window.
func TestADayIsTypedByFingersAlone(t *testing.T) {
	sizes := []float32{2}
	if os.Getenv("FIT") == "all" {
		sizes = []float32{1, 1.25, 1.5, 2}
	}
	for _, lang := range words.Languages() {
		for _, text := range sizes {
			begin := func(change func(*harness, *Options)) *harness {
				r := newHarness(t, shopFloor, allRoutes, everything, rooms, change)
				r.wear(dress{size: fyne.NewSize(1024, 640), lang: lang, text: text})
				r.keys(fyne.KeyF8)
				return r
			}
			see := func(r *harness, page string) { r.fingered(fmt.Sprintf("finger-%s-%.0f-%s", lang, text*100, page)) }
			typed := func(r *harness, page string) {
				see(r, page)
				r.runes("125.5")
				see(r, page+"-typed")
			}
			typed(begin(unopened), "open")
			r := begin(withDay)
			w := r.shell.env.Words
			r.pressed(w.T("day.cashIn"))
			typed(r, "in")
			r.keys(fyne.KeyEscape)
			r.pressed(w.T("day.cashOut"))
			typed(r, "out")
			r.keys(fyne.KeyEscape)
			r.pressed(w.T("day.close"))
			r.pressed(w.T("day.done"))
			see(r, "count-nothing")
			for row := range journal.Denominations("LYD") {
				see(r, fmt.Sprintf("count-%d", row))
				r.runes("125")
				r.keys(fyne.KeyDown)
			}
			r.runes(",") // no number of pieces
			see(r, "count-wrong")
			r.pressed(w.T("day.done"))
			name := fmt.Sprintf("finger-%s-%.0f-difference", lang, text*100)
			r.picture(name)
			for _, f := range drawn[*control.Field](r.win.Canvas()) { // what is to be typed is seen before anybody types
				if f.Seen.Empty() || !f.Box.Within(f.Seen, 1) {
					t.Errorf("%s: the reason stands at %v, of which %v is seen", name, f.Box, f.Seen)
				}
			}
		}
	}
}

// fingered holds a page to what a person without a keyboard needs in view.
func (r *harness) fingered(name string) {
	r.t.Helper()
	r.picture(name)
	c := r.win.Canvas()
	for _, b := range append(append(laws.Actions(c), laws.InView(c)...), overflow.Faults(c)...) {
		r.t.Errorf("%s: %s", name, b)
	}
	if len(drawn[*control.Keypad](c)) == 0 {
		r.t.Errorf("%s: there is no pad", name)
	}
	for _, a := range append(drawn[*typeset.Amount](c), drawn[*dayentry.CountRow](c)...) {
		row, is := a.Object.(*dayentry.CountRow)
		if (!is || row.Spec().Chosen) && (a.Seen.Empty() || !a.Box.Within(a.Seen, 1)) {
			r.t.Errorf("%s: what is typed stands at %v, of which %v is seen", name, a.Box, a.Seen)
		}
	}
}

// drawn is every object of a kind that the topmost layer draws.
func drawn[T fyne.CanvasObject](c fyne.Canvas) (all []uitest.Drawn) {
	layers := uitest.Scene(c)
	for _, d := range layers[len(layers)-1] {
		if _, is := d.Object.(T); is {
			all = append(all, d)
		}
	}
	return all
}
