package day

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestKeysOfAShift: after F8 it opens with the last count by two keys. It closes by one key
// to count, one for each kind of note and coin, one to see the difference, and one after
// its reason.
func TestKeysOfAShift(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{}
		r.till.last = &journal.LastCount{Z: 41, At: noon.Add(-12 * time.Hour), By: "Huda", Minor: 201_500}
	})
	pressed := 0
	press := func(k fyne.KeyName) { r.key(k); pressed++ }
	r.runes(" ")
	pressed++
	press(fyne.KeyReturn)
	if got := fmt.Sprint(r.till.asked); got != "[open 201.500]" || pressed != 2 {
		t.Fatalf("after %d keys the till was asked for %s", pressed, got)
	}

	r = newHarness(t, words.English, theme.Look{})
	pressed = 0
	press(fyne.KeyReturn)
	for _, n := range []string{"5", "9", "11", "9", "22", "11"} {
		r.runes(n)
		press(fyne.KeyReturn)
	}
	r.runes("10") // all coins
	press(fyne.KeyReturn)
	r.runes("Too much change given")
	press(fyne.KeyReturn)
	if r.memory.at != stepClosed || pressed != 9 {
		t.Errorf("after %d keys it stands at page %v: %s", pressed, r.memory.at, r.words())
	}
}

// TestTheReasonStandsWholeBesideTheZ at the size of a till's screen, in practice, where
// the ribbon takes some of it, and after the Z went to the printer.
func TestTheReasonStandsWholeBesideTheZ(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{}, func(r *harness) { r.deps.Tabs = true })
		r.window.Resize(fyne.NewSize(1134, 522))
		walk(r, func(name string) {
			if name != "closed" {
				return
			}
			if said := r.words(); !strings.Contains(said, r.env.Words.T("day.printed")) {
				t.Errorf("%s: nothing is said of the printer: %s", lang, said)
			}
			reason := "Too much change given, sale #41"
			for _, s := range uitest.All[*container.Scroll](r.screen.page.(*closedPage).frame.Root) {
				if high := s.Content.MinSize().Height; high > s.Size().Height+.5 {
					t.Errorf("%s: %v high in %v: %s", lang, high, s.Size().Height, uitest.Lines(s.Content))
				}
				if strings.Contains(uitest.Lines(s.Content), reason) {
					reason = ""
				}
			}
			if reason != "" {
				t.Errorf("%s: the reason does not stand there", lang)
			}
		})
	}
}
