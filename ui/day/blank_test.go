package day

import (
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestADayThatWasReadWithoutSumsShowsNone, also once somebody may see them, until it is
// read again: what was left out is not nothing.
func TestADayThatWasReadWithoutSumsShowsNone(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.set.ShowExpected = true
		r.till.rights = journal.RightSet{journal.RightCount}
		r.till.blank = true
	})
	if said := r.words(); strings.Contains(said, " 0.000") {
		t.Fatalf("anyone who may not see sums: %s", said)
	}
	r.till.rights = journal.Rights() // granted, or another person
	r.screen.goTo(stepDay)
	if said := r.words(); strings.Contains(said, " 0.000") || strings.Contains(said, "Should be there") {
		t.Errorf("before it was read anew: %s", said)
	}
	r.till.blank = false
	r.screen.Refresh()
	if p := r.screen.page.(*dayPage); p.sum.Hidden || p.sum.Number() == "" || strings.HasPrefix(p.sum.Number(), "0.") {
		t.Errorf("after that: hidden %v, %q", p.sum.Hidden, p.sum.Number())
	}
}
