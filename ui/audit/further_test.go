package audit

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestNothingIsSaidOfWhatWasNotLookedAt: the days that are asked for lie behind more entries than are looked at for
// one page.
func TestNothingIsSaidOfWhatWasNotLookedAt(t *testing.T) {
	b := &book{}
	b.add(20*time.Hour, "Huda", journal.AuditSettings, "", "")
	for range furthest + chunk {
		b.add(time.Hour, "Samira", journal.AuditSettled, "", "")
	}
	r := newHarness(t, words.English, theme.Look{}, b)
	w := words.MustLoad(words.English)
	test.Tap(r.screen.ranges[1])
	if said := r.words(); strings.Contains(said, w.T("audit.none")) || !strings.Contains(said, w.T("audit.more")) {
		t.Errorf("of what was not looked at: %s", said)
	}
	r.screen.next()
	if said := r.words(); !strings.Contains(said, "Huda") {
		t.Errorf("further back: %s", said)
	}
}
