package audit

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/ui/exporting"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestWhatTheFilterShowsIsTakenAlong: the same entries, whatever is chosen on the
// screen afterwards, and the filter in words.
func TestWhatTheFilterShowsIsTakenAlong(t *testing.T) {
	b := usual()
	var taken []exporting.Request
	r := newHarness(t, words.English, theme.Look{}, b, func(d *Deps) { d.Export = func(q exporting.Request) { taken = append(taken, q) } })
	r.screen.Export()()
	test.Tap(r.screen.ranges[2])
	test.Tap(r.screen.person)
	r.choose("Huda")
	test.Tap(r.screen.kind)
	r.choose("Shifts and cash")
	r.screen.field.SetText("CLEANING")
	r.screen.Export()() // before the pause after typing is over
	r.rest()
	r.screen.field.SetText("")
	if len(taken) != 2 {
		t.Fatalf("%d requests", len(taken))
	}
	for i, want := range []struct {
		from, asked string
		entries     int
	}{{"20261120", "Anyone · Any kind", 7}, {"20261114", "Huda · Shifts and cash · CLEANING", 1}} {
		q, n := taken[i], 0
		for _, row := range b.rows {
			if q.Keep(row) {
				n++
			}
		}
		if q.Of != exporting.OfAudit || string(q.Query.From) != want.from || q.Query.To != "20261120" || words.Plain(q.Asked) != want.asked || n != want.entries {
			t.Errorf("%d entries of %s to %s, %q", n, q.Query.From, q.Query.To, q.Asked)
		}
	}
	r = newHarness(t, words.English, theme.Look{}, b)
	if r.screen.Export() != nil {
		t.Error("it is offered where nothing is exported")
	}
}
