package day

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestTabsStayOnTheDayAndTheClosedShift: what has a way back of its own has all the room; the
// others leave their names to the tabs, and their tools to the end of the row.
func TestTabsStayOnTheDayAndTheClosedShift(t *testing.T) {
	turned := 0
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{}, func(r *harness) { r.deps.Tabs, r.deps.Turned = true, func() { turned++ } })
		walk(r, func(name string) {
			below := name == "day" || name == "closed" || name == "open" || name == "opened"
			if r.screen.Whole() == below {
				t.Errorf("%s: all the room: %v", name, r.screen.Whole())
			}
			if !below {
				return
			}
			uitest.Picture(t, r.window, "tabbed-"+name+"-"+lang)
			if said := r.words(); strings.Contains(said, r.env.Words.T("day.title")+"\n") || !strings.Contains(said, "4") {
				t.Errorf("%s: the page says its name below the tabs, or not which shift it is: %s", name, said)
			}
			if tools := r.screen.Tools(); tools[len(tools)-1].Spec().Label != r.env.Words.T("day.zs") {
				t.Errorf("%s: at the end of the row stands %s", name, tools[len(tools)-1].Spec().Label)
			}
			for _, b := range laws.Faults(r.window.Canvas()) {
				t.Errorf("%s: %s", name, b)
			}
		})
	}
	if turned == 0 {
		t.Error("nobody is told that another page is shown")
	}
}

// TestEscapeStaysOnTheClosedShift: the next shift is one key away, and not this one.
func TestEscapeStaysOnTheClosedShift(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	walk(r, func(name string) {
		if name != "closed" {
			return
		}
		r.key(fyne.KeyEscape)
		if r.memory.at != stepClosed {
			t.Error("Esc leaves the Z that nobody has read yet")
		}
	})
}
