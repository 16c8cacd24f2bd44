package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// relayouts are the ways in which every screen is made again under the hands.
func relayouts(r *harness) map[string]func() {
	return map[string]func(){
		"narrower": func() {
			r.win.Resize(fyne.NewSize(1024, 640))
			r.pass(0)
		},
		"larger words": func() {
			look := theme.Now()
			look.TextScale = 1.25
			r.shell.SetLook(look)
		},
		"another language": func() { r.speak(words.French) },
	}
}

// TestWhatWasGivenSurvivesEveryRelayout, and so does the change once it is taken.
func TestWhatWasGivenSurvivesEveryRelayout(t *testing.T) {
	for _, how := range []string{"narrower", "larger words", "another language"} {
		for _, instead := range []bool{false, true} {
			r := cashShop(t)
			if instead {
				r.paidCash()
			} else {
				r.shell.newSale()
				r.runes("12.5")
				r.keys(fyne.KeyReturn)
				r.runes("4")
				r.pass(2 * time.Second)
			}
			r.runes("20")
			relayouts(r)[how]()
			r.says("20 ", " 7 ")
			r.runes("0")
			r.says("200 ", " 187 ")
			r.keys(fyne.KeyReturn)
			r.asked("cash 12.500 given 200000")
			r.says("C-0015", " 187 ")
			relayouts(r)[how]()
			r.says("C-0015", " 187 ", "#12")
			r.pass(2 * time.Second)
			r.keys(fyne.KeyReturn)
			if r.shell.nav.At.Location != navigation.Amount {
				t.Errorf("%s: after it was taken, at %q", how, r.shell.nav.At.Location)
			}
			r.shell.newSale()
			r.asked("cash 12.500 given 200000", "acknowledge #12")
		}
	}
}

// TestACodeSurvivesEveryRelayout while it is typed; a whole one sends itself only from
// a pad that somebody looks at.
func TestACodeSurvivesEveryRelayout(t *testing.T) {
	for _, how := range []string{"narrower", "larger words", "another language"} {
		r := newHarness(t, shopFloor, allRoutes, everything)
		r.at(coded)
		r.runes("123")
		relayouts(r)[how]()
		r.runes("456")
		r.pass(2 * time.Second)
		r.asked("code #12 123456")
	}
}

// TestCashThatIsBeingTakenIsHeardOfInEveryLook: the disk answers a window that took
// another look meanwhile, with the change and with a refusal.
func TestCashThatIsBeingTakenIsHeardOfInEveryLook(t *testing.T) {
	for _, how := range []string{"narrower", "larger words", "another language"} {
		r, slow, answer := slowly(t, shopFloor, allRoutes, everything)
		r.till.set.Cash = true
		r.at(func(*journal.View) {})
		r.shell.newSale()
		r.runes("12.5")
		r.keys(fyne.KeyReturn)
		r.runes("4")
		r.pass(2 * time.Second)
		r.runes("20")
		*slow = true
		r.keys(fyne.KeyReturn)
		relayouts(r)[how]()
		r.says("20 ")
		r.runes("9")
		r.keys(fyne.KeyReturn, fyne.KeyEscape)
		answer()
		r.says("C-0015", " 7 ")
		r.asked("cash 12.500 given 20000")
		r.pass(2 * time.Second)
		r.keys(fyne.KeyReturn)
		if r.shell.nav.At.Location != navigation.Amount {
			t.Errorf("%s: after it was taken, at %q", how, r.shell.nav.At.Location)
		}
	}
}
