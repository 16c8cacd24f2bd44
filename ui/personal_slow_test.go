package ui

import (
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/words"
)

// TestALanguageTakesNoSizeAwayThatTheDiskHasNotKept: each is chosen beside what the window shows, not beside what was
// kept last.
func TestALanguageTakesNoSizeAwayThatTheDiskHasNotKept(t *testing.T) {
	r, staff := staffed(t)
	var disk []func()
	run := r.run
	r.run = func(f func()) { disk = append(disk, f) }
	who, _ := r.shell.people.SignedIn()
	r.shell.people.Choose(who, journal.UserPreferences{TextPercent: 150})
	r.shell.people.SetLanguage(words.French)
	r.run = run
	r.wears(t, "on a slow disk", worn{words.French, false, 1.5})
	for _, write := range disk {
		write()
	}
	if got := staff.users[0].UserPreferences; got != (journal.UserPreferences{Language: words.French, TextPercent: 150}) {
		t.Errorf("kept is %+v", got)
	}
}
