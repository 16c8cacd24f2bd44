package ui

import (
	"testing"

	"fyne.io/fyne/v2"
)

// TestWhatAPageThatWasLeftIsAnsweredIsToldUntilItIsUnderstood: wherever somebody is
// by now, each refusal once, and longer than one that was seen.
func TestWhatAPageThatWasLeftIsAnsweredIsToldUntilItIsUnderstood(t *testing.T) {
	r := newHarness(t)
	miss := r.shell.reportsDeps().Miss // as a screen has it
	miss("Put cash into the drawer", "The disk is full.")
	miss("Put cash into the drawer", "The disk is full.")
	miss("Settings", "Not saved.")
	r.says("That did not work: Put cash into the drawer", "The disk is full.", "Understood", "+1 more")
	r.pass(failTime)
	r.charge()
	r.says("That did not work: Put cash into the drawer")
	r.shell.build() // another language
	r.says("That did not work: Put cash into the drawer")
	r.shell.banner.act()
	r.says("That did not work: Settings", "Not saved.")
	r.saysNot("Put cash into the drawer")
	r.shell.banner.act()
	r.saysNot("That did not work")
	r.keys(fyne.KeyEscape)
}
