package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/shell/banner"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestWhatAPageThatWasLeftIsAnsweredIsToldUntilItIsUnderstood: wherever somebody is
// by now, each refusal once, and longer than one that was seen.
func TestWhatAPageThatWasLeftIsAnsweredIsToldUntilItIsUnderstood(t *testing.T) {
	r := newHarness(t)
	miss := r.shell.env.Miss // as a screen has it
	miss("Put cash into the drawer", "The disk is full.")
	miss("Put cash into the drawer", "The disk is full.")
	miss("Settings", "Not saved.")
	r.says("That did not work: Put cash into the drawer", "The disk is full.", "Understood", "+1 more")
	r.pass(banner.FailTime)
	r.charge()
	r.says("That did not work: Put cash into the drawer")
	r.shell.build() // another language
	r.says("That did not work: Put cash into the drawer")
	r.shell.banner.Act()
	r.says("That did not work: Settings", "Not saved.")
	r.saysNot("Put cash into the drawer")
	r.shell.banner.Act() // the second of two taps: nobody has read this one
	r.says("That did not work: Settings")
	r.pass(time.Second)
	r.shell.banner.Act()
	r.saysNot("That did not work")
	r.keys(fyne.KeyEscape)
}

// TestWhatWasMissedFits in three languages, at twice the size of text and in a small
// window: what takes it away stays in reach.
func TestWhatWasMissedFits(t *testing.T) {
	missedFits(t, "missed", fyne.NewSize(1366, 768), everyPlace, func(r *harness, w *words.Catalogue) {
		r.shell.env.Miss(w.T("settings.recovery"), w.T("settings.recovery.unseen"))
		r.shell.env.Miss(w.T("owed.cause.paidTwice", "first", "#12", "second", "#13"), w.T("error.debtMoved"))
	})
}

// TestWhatTheFirstRunMissedFits above its page, in the same ways.
func TestWhatTheFirstRunMissedFits(t *testing.T) {
	missedFits(t, "missed-first", fyne.NewSize(1280, 800), withSetup, func(r *harness, w *words.Catalogue) {
		r.shell.env.Miss(w.T("setup.step.manager"), w.T("settings.notSaved"))
	})
}

// missedFits holds a window in which something was missed against the laws.
func missedFits(t *testing.T, what string, usual fyne.Size, in func(*harness, *Options), miss func(*harness, *words.Catalogue)) {
	t.Helper()
	for _, lang := range words.Languages() {
		for _, size := range []fyne.Size{usual, fyne.NewSize(1024, 640)} {
			for _, text := range []float32{1, 2} {
				r := newHarness(t, in, func(r *harness, _ *Options) { r.env.Words = words.MustLoad(lang) })
				r.wear(dress{size: size, text: text})
				r.pass(0)
				miss(r, r.shell.env.Words)
				name := what + "-" + lang + map[float32]string{2: "-largest"}[text] + map[float32]string{1024: "-small"}[size.Width]
				r.picture(name)
				for _, b := range laws.Faults(r.win.Canvas()) {
					t.Errorf("%s: %s", name, b)
				}
			}
		}
	}
}
