package day

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
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
