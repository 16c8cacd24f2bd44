package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/words"
)

// TestWhoComesNextBeginsAnew also where the lock was built again in another language after they chose their tile; who
// was there last goes on with what they typed.
func TestWhoComesNextBeginsAnew(t *testing.T) {
	for _, built := range []bool{false, true} {
		for pin, kept := range map[string]bool{"2582": false, "2581": true} {
			r, _ := staffed(t)
			r.runes("12.5")
			r.keys(fyne.KeyF12, fyne.KeyDown) // Yusuf’s tile
			if built {
				r.shell.people.SetLanguage(words.French)
			}
			if kept { // Samira is back
				r.keys(fyne.KeyUp)
			}
			r.runes(pin)
			r.keys(fyne.KeyEscape) // whose sales they are
			if r.shell.session.Shut() {
				t.Fatalf("built again %v: %s opens nothing", built, pin)
			}
			if got := r.shell.typed.draft.Amount.Amount().Minor; (got == 12_500) != kept || !kept && got != 0 {
				t.Errorf("built again %v, who was there last %v: the amount is %d", built, kept, got)
			}
		}
	}
}

// TestARightPINOpensTheLock whatever happens to the window while it is looked at: the till has let that person in. A
// wrong one is told.
func TestARightPINOpensTheLock(t *testing.T) {
	for name, happens := range meanwhile {
		for pin, right := range map[string]bool{"2582": true, "0000": false} {
			r, staff := staffed(t)
			r.keys(fyne.KeyF12, fyne.KeyDown)
			var looks []func()
			r.run = func(f func()) { looks = append(looks, f) }
			r.runes(pin)
			if len(looks) != 1 {
				t.Fatalf("%d PINs are looked at", len(looks))
			}
			happens(r)
			r.pass(time.Second)
			r.run = func(f func()) { f() }
			looks[0]()
			if _, in := staff.Present(); in != right || r.shell.session.Shut() == right {
				t.Errorf("%s, right %v: let in %v, locked %v", name, right, in, r.shell.session.Shut())
			}
			if !right {
				r.says(r.shell.env.Words.T("lock.wrong"))
			} else if !r.shell.decisions.On() {
				t.Errorf("%s: nobody asks whose the open sales shall be", name)
			}
			if lang := r.shell.env.Words.Lang(); (name == "language" || name == "all of it") != (lang == words.French) {
				t.Errorf("%s, right %v: the window speaks %s", name, right, lang)
			}
		}
	}
}
