package till_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestSettingsInDoubtAreThoseOfTheDisk: settings of which the disk said that they are
// not saved, with which shifts are switched, are called saved only where it has them,
// and those of the disk are those by which everything else is done.
func TestSettingsInDoubtAreThoseOfTheDisk(t *testing.T) {
	for _, outcome := range []storetest.Outcome{storetest.Kept, storetest.Lost} {
		for _, on := range []bool{true, false} {
			bubble(t, func(d *desk) {
				ctx := t.Context()
				huda, _ := d.hire()
				d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
				set := d.Settings()
				set.Cash = true
				set.Shifts = !on
				d.must(d.Staff.SaveSettings(ctx, set, "Huda"))
				set.Shifts = on
				d.store.FailNext(outcome)
				if err := d.Staff.SaveSettings(ctx, set, "Huda"); outcome == storetest.Kept {
					d.must(err)
				} else {
					d.refused("a disk in doubt", err, journal.CodeStore)
				}
				disk, err := d.store.Settings(ctx)
				d.must(err)
				if saved := outcome == storetest.Kept; disk.Shifts != (on == saved) || d.Settings().Shifts != disk.Shifts {
					t.Errorf("outcome %v: shifts to be %v, on the disk %v, in force %v", outcome, on, disk.Shifts, d.Settings().Shifts)
				}
				d.Staff.SignOut(ctx)
				d.pass(time.Second)
				d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
				if disk.Shifts {
					d.must(d.Shifts.OpenShift(ctx, "Huda", 0, "the safe"))
				}
				_, err = d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR})
				d.must(err)
				if d.StoreFault() != nil {
					t.Errorf("the store has %+v", d.StoreFault())
				}
			})
		}
	}
}

// slowReads answers late, once, with what it read before.
type slowReads struct {
	*storetest.Memory
	shift, staff atomic.Bool
}

func late(once *atomic.Bool) {
	if once.Swap(false) {
		time.Sleep(3 * time.Second)
	}
}

func (s *slowReads) Shift(ctx context.Context, number uint64) (journal.ShiftState, error) {
	state, err := s.Memory.Shift(ctx, number)
	late(&s.shift)
	return state, err
}

func (s *slowReads) Staff(ctx context.Context) (journal.Secrets, error) {
	sealed, err := s.Memory.Staff(ctx)
	late(&s.staff)
	return sealed, err
}

// TestWhatIsReadBackIsNoOlderThanWhatIsWritten: a disk that is slow after its
// fault takes nothing until its own state was believed.
func TestWhatIsReadBackIsNoOlderThanWhatIsWritten(t *testing.T) {
	slow := func(t *testing.T, f func(*desk, *slowReads)) {
		synctest.Test(t, func(t *testing.T) {
			store, gate := &slowReads{Memory: storetest.NewMemory()}, newGateway()
			d := on(t, store, gate, store.Memory, gate, nil)
			defer d.Close()
			f(d, store)
		})
	}
	t.Run("a shift that was opened", func(t *testing.T) {
		slow(t, func(d *desk, store *slowReads) {
			ctx := t.Context()
			set := d.Settings()
			set.Shifts = true
			d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
			store.FailNext(storetest.Lost)
			go func() { time.Sleep(100 * time.Millisecond); store.shift.Store(true) }()
			d.refused("a disk in doubt", d.Shifts.OpenShift(ctx, "Amal", 0, "the safe"), journal.CodeStore)
			d.do(d.Shifts.OpenShift(ctx, "Amal", 0, "the safe"))
			d.pass(time.Minute)
			_, err := d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR})
			d.do(err)
		})
	})
	t.Run("a person who was removed", func(t *testing.T) {
		slow(t, func(d *desk, store *slowReads) {
			ctx := t.Context()
			huda, samira := d.hire()
			d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
			set := d.Settings()
			set.Shifts = true
			d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
			store.FailNext(storetest.Lost)
			go func() { time.Sleep(100 * time.Millisecond); store.staff.Store(true) }()
			d.refused("a disk in doubt", d.Shifts.OpenShift(ctx, "Huda", 0, "the safe"), journal.CodeStore)
			d.must(d.Staff.RemoveUser(ctx, samira.ID))
			d.pass(time.Minute)
			d.refused("the removed one", d.Staff.SignIn(ctx, samira.ID, pin("2580")), journal.CodeNoUser)
			if all := d.Staff.Users(); len(all) != 1 {
				t.Errorf("still there: %+v", all)
			}
		})
	})
}
