package till_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestAFullDiskGivesNoFreeGuesses starts the till again again and again on a
// disk that takes nothing, with three PINs each time: none gets an answer, not
// even the right one, since its difference would be the answer.
func TestAFullDiskGivesNoFreeGuesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		_, samira := d.hire()
		d.Staff.SignOut(t.Context())
		answers, store := 0, d.store
		for range 5 {
			d.Close()
			store = store.Crash()
			store.FailWith(journal.ErrFull)
			store.OnCommit(func(int, journal.Change) storetest.Outcome { return storetest.Lost })
			d = open(t, store, newGateway())
			for _, guess := range []string{"0000", "1111", "2580"} {
				if code := journal.CodeOf(d.Staff.SignIn(t.Context(), samira.ID, pin(guess))); code != journal.CodeStore {
					answers++
					t.Logf("%s: answered %q", guess, code)
				}
				d.pass(time.Minute) // it was opened again, in vain
			}
		}
		if answers != 0 {
			t.Errorf("%d guesses were answered on a disk that takes nothing", answers)
		}
		d.Close()
		d = open(t, store.Crash(), newGateway())
		defer d.Close()
		d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
	})
}

// TestAGuessIsOnTheDiskBeforeItsAnswer pulls the plug in the very moment of
// each answer: the count goes on, and the fourth guess finds the pause.
func TestAGuessIsOnTheDiskBeforeItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		_, samira := d.hire()
		for i, want := range []journal.Code{journal.CodePIN, journal.CodePIN, journal.CodePIN, journal.CodePINWait} {
			tried := false
			d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
				if tried {
					return storetest.Lost // the power is gone after the first commit of a guess
				}
				tried = true
				return storetest.Stored
			})
			d.refused("guess", d.Staff.SignIn(t.Context(), samira.ID, pin("0000")), want)
			if (want == journal.CodePIN) != tried {
				t.Errorf("guess %d was answered, on the disk: %v", i+1, tried)
			}
			store := d.store.Crash()
			d.Close()
			d = open(t, store, newGateway())
		}
		d.Close()
	})
}

// TestTheRightPINIsTakenBackFromTheCount: what was counted ahead is no wrong
// guess once the PIN was right, on the disk neither.
func TestTheRightPINIsTakenBackFromTheCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		huda, samira := d.hire()
		for range 10 {
			d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
			_, err := d.Staff.Delegate(t.Context(), huda.ID, pin("12345"), journal.RightDecide)
			d.must(err)
			store := d.store.Crash()
			d.Close()
			d = open(t, store, newGateway())
		}
		defer d.Close()
		for range 3 {
			d.refused("wrong", d.Staff.SignIn(t.Context(), samira.ID, pin("0000")), journal.CodePIN)
		}
		if got := d.actions(3); got != "wrongPIN Samira 3 in a row; wrongPIN Samira 2 in a row; wrongPIN Samira 1 in a row" {
			t.Errorf("audit %s", got)
		}
	})
}

// TestALoanEndsWithTheClock: ten minutes by whichever clock is faster,
// and no longer than until the wall clock is seen to have been set back.
func TestALoanEndsWithTheClock(t *testing.T) {
	for name, c := range map[string]struct {
		pass, jump, then time.Duration // the jump is the wall clock's
		holds            bool
	}{
		"nine minutes":               {9 * time.Minute, 0, 0, true},
		"ten minutes":                {10 * time.Minute, 0, 0, false},
		"set back a day at once":     {time.Minute, -24 * time.Hour, 0, false},
		"set back a day for hours":   {9 * time.Minute, -24 * time.Hour, 20 * time.Hour, false},
		"set back by five minutes":   {6 * time.Minute, -5 * time.Minute, 0, false},
		"set on by nine minutes":     {2 * time.Minute, 9 * time.Minute, 0, false},
		"set on by five minutes":     {2 * time.Minute, 5 * time.Minute, 0, true},
		"slewed back at the end":     {10 * time.Minute, -4 * time.Second, 0, false},
		"slewed back by a second":    {9 * time.Minute, -time.Second, 0, true},
		"set on, and used after all": {time.Minute, 5 * time.Minute, 5 * time.Minute, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var off atomic.Int64
				d := clocked(t, &off)
				defer d.Close()
				huda, _ := d.hire()
				_, err := d.Staff.Delegate(t.Context(), huda.ID, pin("12345"), journal.RightSettings)
				d.must(err)
				d.pass(c.pass)
				off.Store(int64(c.jump))
				d.pass(c.then)
				if d.Staff.May(journal.RightSettings) != c.holds {
					t.Errorf("after %v, %v by the clock and %v: holds %v", c.pass, c.jump, c.then, !c.holds)
				}
				if off.Store(0); d.Staff.May(journal.RightSettings) && !c.holds {
					t.Error("it came back to life with the clock")
				}
			})
		})
	}
}

// TestLockingNeverCatchesTheNextCashier locks while the disk stands still, and
// lets another cashier sign in as soon as it moves: who was there is out at
// once, the next one stays, and the book of decisions has it in that order.
func TestLockingNeverCatchesTheNextCashier(t *testing.T) {
	d := open(t, storetest.NewMemory(), newGateway()) // in real time: anyone who waits for a lock stops a bubble's clock
	defer d.Close()
	huda, _ := d.hire()
	disk := make(chan struct{})
	d.store.OnCommit(func(int, journal.Change) storetest.Outcome { <-disk; return storetest.Stored })
	locked, in := make(chan struct{}), make(chan error)
	go func() { d.Staff.SignOut(t.Context()); close(locked) }()
	select {
	case <-locked:
	case <-time.After(5 * time.Second):
		t.Error("locking waits for the disk")
	}
	if who, ok := d.Staff.Present(); ok {
		t.Errorf("%s is present after locking", who.Name)
	}
	go func() { in <- d.Staff.SignIn(t.Context(), huda.ID, pin("12345")) }()
	time.Sleep(100 * time.Millisecond) // both wait for the disk by now
	close(disk)
	d.must(<-in)
	<-locked
	if who, _ := d.Staff.Present(); who.ID != huda.ID {
		t.Errorf("%q is present, Huda signed in", who.Name)
	}
	if got := d.actions(2); got != "signedIn Huda; signedOut Samira" {
		t.Errorf("audit %s", got)
	}
}
