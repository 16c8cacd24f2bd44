package day

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
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
			if said := p.text.Text(); !p.begin.Visible() ||
				!strings.HasPrefix(said, w.T("day.unopened", "n", r.screen.view.Shift.Number)+". "+w.T("day.unopened.text")) || strings.Contains(said, w.T("day.unopened.since")) != c.want {
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

// TestAShiftOpensWithWhatWasChosen: nothing is active until somebody typed or chose; what
// differs from the last count needs a reason.
func TestAShiftOpensWithWhatWasChosen(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, large := range []float32{1, 2} {
			r := newHarness(t, lang, theme.Look{TextScale: large}, func(r *harness) {
				r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{}
				r.till.last = &journal.LastCount{Z: 41, At: noon.Add(-12 * time.Hour), By: "Huda", Minor: 201_500}
			})
			picture := func(name string) {
				uitest.Picture(t, r.window, "day-begin-"+name+"-"+lang+map[float32]string{2: "-largest"}[large])
				for _, b := range laws.Faults(r.window.Canvas()) {
					t.Errorf("%s, %s: %s", lang, name, b)
				}
			}
			p := r.screen.page.(*dayPage)
			r.key(fyne.KeyReturn)
			if key := p.frame.Primary.Spec().Key; key != "" {
				t.Errorf("%s does nothing, and stands on the button", key)
			}
			if !p.frame.Primary.Disabled() || len(r.till.asked) != 0 {
				t.Fatalf("a bare Enter: %q", r.till.asked)
			}
			picture("none")
			r.runes("201.000")
			r.key(fyne.KeyReturn)
			if len(r.till.asked) != 0 || !p.frame.Primary.Disabled() {
				t.Errorf("a difference without a reason: %q", r.till.asked)
			}
			picture("differs")
			p.begins.reason.SetText("a coin was lost")
			r.now = r.now.Add(time.Second)
			r.key(fyne.KeyReturn)
			if got := strings.Join(r.till.asked, ", "); got != "open 201.000 a coin was lost" {
				t.Errorf("asked %q", got)
			}

			r = newHarness(t, lang, theme.Look{TextScale: large}, func(r *harness) {
				r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{}
				r.till.last = &journal.LastCount{Z: 41, At: noon.Add(-12 * time.Hour), By: "Huda", Minor: 201_500}
			})
			r.runes(" ")
			picture("chosen")
			r.key(fyne.KeyReturn)
			if got := strings.Join(r.till.asked, ", "); got != "open 201.500" {
				t.Errorf("chosen: asked %q", got)
			}
		}
	}
}

// TestNoSumStandsThereThatNobodySaid: before anything is typed the zeros are faint, and
// the last count, once it was chosen, is the sum of the page.
func TestNoSumStandsThereThatNobodySaid(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{}
		r.till.last = &journal.LastCount{Z: 41, At: noon.Add(-12 * time.Hour), By: "Huda", Minor: 201_500}
	})
	shown := r.screen.page.(*dayPage).float.Shown()
	check := func(when, number string, ink theme.Colour) {
		t.Helper()
		if shown.Number() != number || shown.Colour != ink {
			t.Errorf("%s: %s in ink %v, want %s in %v", when, shown.Number(), shown.Colour, number, ink)
		}
	}
	check("before anything", "0.000", theme.Ghost)
	r.runes(" ")
	check("the last count was chosen", "201.500", theme.Text)
	r.runes("7")
	check("a digit was typed", "7.000", theme.Text)
	r.key(fyne.KeyBackspace)
	check("and taken back", "0.000", theme.Ghost)
	if said := r.words(); strings.Count(strings.ToLower(said), "type it") != 1 {
		t.Errorf("what to do is not said once: %s", said)
	}
}

// TestTheLastCountGivesWayToTheReason: beside a reason there is no room for it on a small
// screen, where its button stood over the edge of its card. It is back once nothing is typed.
func TestTheLastCountGivesWayToTheReason(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{}
		r.till.last = &journal.LastCount{Z: 41, At: noon.Add(-12 * time.Hour), By: "Huda", Minor: 201_500}
	})
	p := r.screen.page.(*dayPage)
	offered := func(when string, want bool) {
		t.Helper()
		if p.begins.last.Visible() != want {
			t.Errorf("%s: the last count is offered: %v, want %v", when, !want, want)
		}
	}
	offered("at first", true)
	r.runes("150")
	offered("something else was typed", false)
	r.key(fyne.KeyDelete)
	offered("it was taken back", true)
	r.runes(" ")
	offered("it was chosen", true)
}

// TestNoCountIsOfferedThatDoesNotExist: before the first Z there is nothing to choose, only an amount to type.
func TestNoCountIsOfferedThatDoesNotExist(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.shift.Opened, r.till.figs, r.till.zs, r.till.last = nil, journal.ShiftFigures{}, nil, nil
	})
	r.key(fyne.KeyReturn)
	said := r.words()
	if !strings.Contains(said, "Type an amount first") || !strings.Contains(said, "Type what is in the drawer.") || strings.Contains(said, "choose") {
		t.Errorf("the screen says %q", said)
	}
}
