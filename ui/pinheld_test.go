package ui

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// meanwhile is what may happen to the window while a PIN is looked at.
var meanwhile = map[string]func(r *harness){
	"the sale is paid": func(r *harness) { r.at(state(core.StateSuccess), paid) },
	"language":         func(r *harness) { r.speak(words.French) },
	"look":             func(r *harness) { r.shell.SetLook(theme.Look{Variant: theme.Dark}) },
	"size":             func(r *harness) { r.win.Resize(fyne.NewSize(800, 600)) },
	"all of it": func(r *harness) {
		r.at(state(core.StateSuccess), paid)
		r.speak(words.French)
		r.win.Resize(fyne.NewSize(800, 600))
	},
}

// pinUnderWay is a shell at an open sale, with a PIN for the reports that is looked at;
// answer ends that.
func pinUnderWay(t *testing.T, pin string) (r *harness, staff *fakeStaff, answer func()) {
	t.Helper()
	r = newHarness(t, shopFloor, everything, rooms)
	r.at(func(*journal.View) {})
	r.keys(fyne.KeyF8)
	if r.shell.decisions.Card() == nil {
		t.Fatal("nobody is asked")
	}
	var looks []func()
	r.run = func(f func()) { looks = append(looks, f) }
	r.runesIn(pin)
	if len(looks) != 1 {
		t.Fatalf("%d PINs are looked at", len(looks))
	}
	return r, r.shell.opt.Staff.(*fakeStaff), func() {
		r.run = func(f func()) { f() }
		looks[0]()
	}
}

// TestWhatAPINGrantedIsUsed, whatever happens to the window while the PIN is looked at: a
// right that stays granted with nothing opened is anyone's who comes next.
func TestWhatAPINGrantedIsUsed(t *testing.T) {
	for name, happens := range meanwhile {
		t.Run(name, func(t *testing.T) {
			r, staff, answer := pinUnderWay(t, "2584")
			happens(r)
			r.pass(time.Second)
			if r.shell.decisions.Card() == nil {
				t.Error("the card went away over its PIN")
			}
			answer()
			if r.shell.nav.At.Location != navigation.Reports || slices.Contains(staff.lent, journal.RightSums) {
				t.Errorf("at %s, and %v are granted", r.shell.nav.At.Location, staff.lent)
			}
			if r.shell.decisions.Card() != nil {
				t.Error("it goes on asking")
			}
		})
	}
}

// TestAWrongPINLetsTheCardGo where the window changed meanwhile.
func TestAWrongPINLetsTheCardGo(t *testing.T) {
	for name, happens := range meanwhile {
		t.Run(name, func(t *testing.T) {
			r, staff, answer := pinUnderWay(t, "0000")
			happens(r)
			r.pass(time.Second)
			answer()
			staff.did(t)
			if r.shell.decisions.Card() != nil || r.shell.nav.At.Location != navigation.Sale {
				t.Errorf("at %s, card %v", r.shell.nav.At.Location, r.shell.decisions.On())
			}
			if name == "the sale is paid" {
				r.says("Paid")
				r.keys(fyne.KeyReturn) // meant for the card
				if r.shell.nav.At.Location != navigation.Sale {
					t.Error("a key that was meant for the card left the sale")
				}
			}
		})
	}
}

// TestALockEndsAPINThatIsLookedAt: nothing is opened under it, and what changed meanwhile is
// shown.
func TestALockEndsAPINThatIsLookedAt(t *testing.T) {
	r, _, answer := pinUnderWay(t, "2584")
	r.speak(words.French)
	r.shell.session.Lock()
	answer()
	if !r.shell.session.Shut() || r.shell.decisions.Card() != nil || r.shell.nav.At.Location != navigation.Sale {
		t.Errorf("shut %v, at %s, card %v", r.shell.session.Shut(), r.shell.nav.At.Location, r.shell.decisions.On())
	}
	r.says(r.shell.env.Words.T("lock.title"))
}

// TestAnotherNameWaitsForThePINThatIsLookedAt: its answer would be nobody's.
func TestAnotherNameWaitsForThePINThatIsLookedAt(t *testing.T) {
	r, staff := staffed(t)
	staff.users[1].Role = journal.RoleManager
	r.shell.approvals.Ask([]journal.Right{journal.RightDecide}, "x", "y", func(name string) { staff.said = append(staff.said, "by "+name) })
	var look func()
	r.run = func(f func()) { look = f }
	r.runesIn("2582")
	r.tap("Huda")
	look()
	staff.did(t, "lent Yusuf decide", "by Yusuf")
}
