package day

import (
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestAShiftPromisesNoMoneyThatIsNotIts: that all since the last Z belongs to it is said
// where it began with that Z, and neither of the first shift nor after shifts were off.
func TestAShiftPromisesNoMoneyThatIsNotIts(t *testing.T) {
	for name, c := range map[string]struct {
		want   bool
		change func(*fakeTill)
	}{
		"the first":             {false, func(f *fakeTill) { f.zs, f.shift.Number, f.shift.After = nil, 1, 0 }},
		"began with a Z":        {true, func(f *fakeTill) { f.shift.Begun = f.zs[0].At }},
		"after shifts were off": {false, func(*fakeTill) {}},
		"its Z cannot be read":  {false, func(f *fakeTill) { f.shift.Begun, f.zs = f.zs[0].At, nil }},
	} {
		for _, lang := range words.Languages() {
			r := newHarness(t, lang, theme.Look{}, func(r *harness) {
				r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{}
				c.change(r.till)
			})
			w, p := r.env.Words, r.screen.page.(*dayPage)
			if said := p.text.Text(); !p.begin.Visible() || !strings.HasPrefix(said, w.T("day.unopened.text")) || strings.Contains(said, w.T("day.unopened.since")) != c.want {
				t.Errorf("%s, %s: %q is said", name, lang, said)
			}
			if lang == words.English && strings.Contains(r.words(), "since the last Z") != c.want {
				t.Errorf("%s: %s", name, r.words())
			}
			for _, b := range laws.Faults(r.window.Canvas()) {
				t.Errorf("%s, %s: %s", name, lang, b)
			}
		}
	}
}
