package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
	"sanduq/ui/shell/navigation"
)

// slowly lets what is asked of the till wait for answer.
func slowly(t *testing.T, change ...func(*harness, *Options)) (r *harness, slow *bool, answer func()) {
	t.Helper()
	var waiting []func()
	slow = new(bool)
	r = newHarness(t, append(change, func(r *harness, _ *Options) {
		r.env.Go = func(f func()) {
			if *slow {
				waiting = append(waiting, f)
				return
			}
			f()
		}
	})...)
	return r, slow, func() {
		t.Helper()
		if len(waiting) == 0 {
			t.Fatal("nothing was asked")
		}
		all := waiting
		waiting, *slow = nil, false
		for _, f := range all {
			f()
		}
	}
}

// TestWhatIsTypedWhileASaleIsLeftIsForTheNext: a first digit that is lost would be
// another amount; Enter decides nothing that nobody has seen.
func TestWhatIsTypedWhileASaleIsLeftIsForTheNext(t *testing.T) {
	for _, reason := range []string{"Customer left", "Wrong amount"} {
		r, slow, answer := slowly(t, shopFloor, allRoutes, everything)
		r.at(func(*journal.View) {})
		r.askedAside()
		r.tap(reason)
		*slow = true
		if reason == "Wrong amount" {
			r.tap("New payment")
		} else {
			r.tap("Set aside")
		}
		r.runes("1505")
		r.keys(fyne.KeyBackspace, fyne.KeyReturn)
		if r.shell.nav.At.Location != navigation.Sale {
			t.Fatalf("%s: at %q before it is on disk", reason, r.shell.nav.At.Location)
		}
		answer()
		if got := r.shell.typed.draft.Amount.Amount().Minor; got != 150_000 || r.shell.nav.At.Location != navigation.Amount {
			t.Errorf("%s: at %q with %d", reason, r.shell.nav.At.Location, got)
		}
	}
}

// TestWhoWentOnIsNotPulledBack: what was begun meanwhile stays as it was typed.
func TestWhoWentOnIsNotPulledBack(t *testing.T) {
	r, slow, answer := slowly(t, shopFloor, allRoutes, everything)
	r.at(func(*journal.View) {})
	r.askedAside()
	r.tap("Wrong amount")
	*slow = true
	r.tap("New payment")
	r.runes("9")
	r.keys(fyne.KeyF2)
	r.runes("7")
	answer()
	if d := r.shell.typed.draft; d.Amount.Amount().Minor != 7_000 || d.Replaces != "" || r.shell.nav.At.Location != navigation.Amount {
		t.Errorf("at %q with %+v", r.shell.nav.At.Location, d)
	}
}

// TestTheSecondOfTwoDraftsStays: the answer for the first, late, shows nobody its QR
// in the place of what is being opened now.
func TestTheSecondOfTwoDraftsStays(t *testing.T) {
	r, slow, answer := slowly(t)
	r.runes("5")
	r.keys(fyne.KeyReturn)
	*slow = true
	r.keys(fyne.KeyReturn) // the QR of 5.000, on a slow disk
	r.keys(fyne.KeyF2)
	r.runes("8")
	second := r.shell.typed.draft
	r.keys(fyne.KeyReturn)
	answer()
	if d := r.shell.typed.draft; d != second || d.Amount.Amount().Minor != 8_000 || r.shell.nav.At.Location != navigation.Routes {
		t.Errorf("at %q with %+v", r.shell.nav.At.Location, d)
	}
}

// TestWhatTakesACardsPlaceHearsNoKeyOfIt: anyone who typed a reason or a PIN into it
// goes on typing for a moment.
func TestWhatTakesACardsPlaceHearsNoKeyOfIt(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything)
	r.at(func(*journal.View) {})
	r.askedAside()
	r.at(state(core.StateSuccess), paid)
	if r.shell.decisions.Card() != nil {
		t.Fatal("the card lies over an end")
	}
	for range 4 { // longer than an end is deaf by itself
		r.now = r.now.Add(keys.HoldTime / 2)
		r.keys(fyne.KeyReturn)
	}
	if r.shell.nav.At.Location != navigation.Sale {
		t.Fatal("an end that nobody has seen is gone")
	}
	r.now = r.now.Add(2 * keys.HoldTime)
	r.keys(fyne.KeyReturn)
	if r.shell.nav.At.Location == navigation.Sale {
		t.Error("it takes no key any more")
	}
}

// TestAPINThatIsLookedAtIsNotForgotten: the habitual Enter after it, or Esc, would
// leave what it grants for anyone who comes next.
func TestAPINThatIsLookedAtIsNotForgotten(t *testing.T) {
	r, staff := staffed(t)
	var look func()
	r.run = func(f func()) { look = f }
	r.shell.session = r.shell.newSession()
	r.shell.approvals.Ask([]journal.Right{journal.RightDecide}, "x", "y", func(name string) { staff.said = append(staff.said, "by "+name) })
	r.runesIn("2584")
	r.keys(fyne.KeyReturn, fyne.KeyEscape)
	if r.shell.decisions.Card() == nil || look == nil {
		t.Fatal("the card is gone")
	}
	look()
	staff.did(t, "lent Huda decide", "by Huda")
}

// TestAHurriedEnterSettlesNotTheNext: it was meant for the one before.
func TestAHurriedEnterSettlesNotTheNext(t *testing.T) {
	r := newHarness(t, unsettled)
	r.shell.openSettle()
	r.keys(fyne.KeyReturn)
	r.asked("check #34")
	r.notice(sale(34, of(32000), version(9), state(core.StateFailed)))
	r.keys(fyne.KeyReturn) // would give #31 to the manager
	r.asked("check #34")
	r.now = r.now.Add(time.Second)
	r.keys(fyne.KeyReturn)
	r.asked("check #34", "manager #31 "+pay.ReasonNoAnswer)
}

// TestAHurriedEnterAfterAPINAcceptsNothing: what came up under the lock was not seen.
func TestAHurriedEnterAfterAPINAcceptsNothing(t *testing.T) {
	r, staff := staffed(t)
	r.runes("12.5")
	r.keys(fyne.KeyF12)
	r.runes("2581")
	staff.did(t, "out", "in Samira")
	r.keys(fyne.KeyReturn)
	if r.shell.nav.At.Location != navigation.Amount {
		t.Errorf("at %q", r.shell.nav.At.Location)
	}
	r.now = r.now.Add(time.Second)
	r.keys(fyne.KeyReturn)
	if r.shell.nav.At.Location != navigation.Routes {
		t.Errorf("later at %q", r.shell.nav.At.Location)
	}
}

// TestAnAmountIsOfferedAgainToWhoChargedIt, not to who has signed in before the till answered.
func TestAnAmountIsOfferedAgainToWhoChargedIt(t *testing.T) {
	for name, c := range map[string]struct {
		pin  string
		want money.Amount
	}{"Samira": {"2581", lyd(5000)}, "Yusuf": {"2582", money.Amount{}}} {
		r, slow, answer := slowly(t, shopFloor, everything)
		r.shell.opt.Staff.(*fakeStaff).till = r.till
		r.runes("5")
		r.keys(fyne.KeyReturn)
		*slow = true
		r.keys(fyne.KeyReturn)
		*slow = false // the till still opens it
		r.keys(fyne.KeyF12)
		if name == "Yusuf" {
			r.keys(fyne.KeyDown)
		}
		r.runes(c.pin)
		if r.shell.session.Shut() || r.till.set.Cashier != name {
			t.Fatalf("%s: locked %v, %s", name, r.shell.session.Shut(), r.till.set.Cashier)
		}
		answer()
		if got := r.shell.typed.last; got != c.want {
			t.Errorf("%s is offered %v", name, got)
		}
	}
}

// TestASaleIsSetAsideOnce: anyone who asks again while the disk takes it is told nothing
// about it, and another sale may be set aside meanwhile.
func TestASaleIsSetAsideOnce(t *testing.T) {
	for _, reason := range []string{"Customer left", "Wrong amount"} {
		r, slow, answer := slowly(t, shopFloor, allRoutes, everything)
		r.at(func(*journal.View) {})
		aside := func() {
			r.tap(reason)
			if reason == "Wrong amount" {
				r.tap("New payment")
			} else {
				r.tap("Set aside")
			}
		}
		r.askedAside()
		*slow = true
		aside()
		r.keys(fyne.KeyF7)
		if r.shell.decisions.Card() != nil {
			t.Errorf("%s: it can be set aside a second time", reason)
			aside()
		}
		answer()
		if n := strings.Count(strings.Join(r.till.asked, "; "), "aside #12"); n != 1 || r.shell.nav.At.Location != navigation.Amount {
			t.Errorf("%s: asked %q, and at %q", reason, r.till.asked, r.shell.nav.At.Location)
		}
		r.saysNot("That did not work")
	}
}

// TestAfterASettingAsideThatFailedItCanBeAskedForAgain.
func TestAfterASettingAsideThatFailedItCanBeAskedForAgain(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything)
	r.at(func(*journal.View) {})
	r.till.err = &journal.Error{Code: journal.CodeStore}
	for range 2 {
		r.askedAside()
		r.tap("Customer left")
		r.tap("Set aside")
	}
	r.asked("aside #12 customerLeft", "aside #12 customerLeft")
}
