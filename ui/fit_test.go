package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestEverythingFits lays every screen of a sale out at every size of the
// window, in every size of text and in every language, and looks for words that
// are cut off, hidden, or over others.
func TestEverythingFits(t *testing.T) {
	sizes := overflow.Some(fyne.NewSize(1366, 690), fyne.NewSize(1920, 1080), fyne.NewSize(1024, 640))
	for _, lang := range words.Languages() {
		for _, size := range sizes {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5, 2) {
				t.Run(fmt.Sprintf("%s/%.0f/%.0f%%", lang, size.Width, text*100), func(t *testing.T) {
					r := newHarness(t, shopFloor, everything)
					r.wear(dress{size: size, lang: lang, text: text})
					walkThrough(r, func(screen string) {
						for _, f := range overflow.Faults(r.win.Canvas()) {
							t.Errorf("%s: %s", screen, f)
						}
						for _, c := range overflow.Cut(r.win.Canvas()) {
							if strings.HasSuffix(r.shell.env.Words.T("opening.payment"), c) {
								continue // the sentence itself ends so
							}
							t.Errorf("%s: cut: %s", screen, c)
						}
						r.picture(fmt.Sprintf("fit-%s-%.0f-%.0f-%s", lang, size.Width, text*100, screen))
					})
				})
			}
		}
	}
}

// walkThrough takes a sale through its screens.
func walkThrough(r *harness, look func(screen string)) {
	r.runes("1234.5")
	look("sale")
	r.keys(fyne.KeyReturn)
	look("route")
	r.keys(fyne.KeyReturn)
	look("opening")
	r.now = noon
	r.notice(sale(12, version(5)))
	look("qr")
	r.keys(fyne.KeyF7)
	look("set-aside")
	r.keys(fyne.KeyEscape)
	r.notice(sale(12, version(6), state(core.StateWaitingPayment)))
	look("waiting")
	r.notice(sale(12, version(7), state(core.StateFailed), func(v *journal.View) { v.Live.LastWord = "FAILED" }))
	look("failed")
	r.notice(sale(12, version(8), state(core.StateWaitingPayment), capped, func(v *journal.View) {
		v.Watch = journal.Watch{Since: noon, Next: noon.Add(6 * time.Minute)}
		v.Live = journal.LiveStatus{LastAnswer: noon.Add(-4 * time.Second), LastWord: "PROCESSING", Asked: 37}
		v.History = []journal.HistoryEvent{{At: noon.Add(-time.Minute), Code: journal.HistoryConfirmed}}
	}))
	look("unknown")
	r.notice(sale(12, version(9), paid))
	look("paid")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	r.notice(sale(10, of(15250), at("14:20"), aside, version(9), paid))
	r.notice(sale(8, of(9000), at("14:02"), aside, version(9), paid))
	look("late-money")
	r.keys(fyne.KeyF1)
	look("help")
}

// TestASignatureFits lays the question out for one manager and for four, and
// in a pause, at every size and in every language.
func TestASignatureFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1366, 690), fyne.NewSize(1920, 1080), fyne.NewSize(1024, 640)) {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5, 2) {
				r, staff := staffed(t)
				r.wear(dress{size: size, lang: lang, text: text})
				w := r.shell.env.Words
				for _, managers := range []int{1, 4} {
					for i := range staff.users[:managers] {
						staff.users[len(staff.users)-1-i].Role = journal.RoleManager
					}
					ask := func(what string) {
						for _, f := range overflow.Faults(r.win.Canvas()) {
							t.Errorf("%s, %.0f, %.0f%%, %d managers, %s: %s", lang, size.Width, text*100, managers, what, f)
						}
						r.picture(fmt.Sprintf("sign-%s-%.0f-%.0f-%d-%s", lang, size.Width, text*100, managers, what))
					}
					staff.wrong = 0
					r.shell.approvals.Ask([]journal.Right{journal.RightDecide}, w.T("manager.allow.title"), w.T("manager.allow.text", "number", "#12"), func(string) {})
					ask("asked")
					r.runesIn("000000000000")
					ask("pause")
					r.keys(fyne.KeyEscape)
					staff.wrong, staff.broken = 0, true
					r.pass(2 * time.Hour)
					r.shell.approvals.Ask([]journal.Right{journal.RightDecide}, w.T("manager.allow.title"), w.T("manager.allow.text", "number", "#12"), func(string) {})
					r.runesIn("0000")
					ask("disk")
					staff.broken = false
					r.shell.decisions.Close()
				}
			}
		}
	}
}
