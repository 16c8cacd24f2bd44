package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
)

// Booked is the law that nothing is booked on a day before the one on which the newest
// Z stands, in the zone in which the till runs.
const Booked oracle.Law = "BOOKED BEHIND A Z"

// zones are those in which a till may start again.
var zones = []*time.Location{time.UTC, time.FixedZone("east", 14*60*60), time.FixedZone("west", -11*60*60), time.FixedZone("shop", 2*60*60)}

// move lets the next process begin in another zone, now and then.
func (w *world) move() {
	r := w.random("zone", fmt.Sprint(w.processes))
	if r.IntN(3) > 0 {
		return
	}
	w.zone = zones[r.IntN(len(zones))]
	w.see.count("zones changed")
	w.did(fmt.Sprintf("the zone is %s", w.zone), nil)
}

// takeShifts lets the shop work in shifts, on a disk that is well.
func (w *world) takeShifts() {
	if w.till == nil || w.random("shifts").IntN(2) == 0 {
		return
	}
	set := w.till.Settings()
	set.Shifts = true
	if err := w.till.Staff.SaveSettings(context.Background(), set, "Huda"); err != nil {
		w.see.problem("shifts: %v", err)
		return
	}
	w.openShift()
}

// openShift opens a shift.
func (w *world) openShift() {
	w.decide("open a shift", func(d *driver.Desk) error {
		return onDay(d, func() error { return d.Shifts.OpenShift(context.Background(), "Samira", 0, "the safe") })
	})
}

// onDay does what is refused where the clock seems to be ahead: somebody says that it is right.
func onDay(d *driver.Desk, do func() error) error {
	err := do()
	if journal.CodeOf(err) == journal.CodeClockAhead && d.Shifts.AcceptDay(context.Background(), "Huda", d.Today()) == nil {
		err = do()
	}
	return err
}

// turnShift closes the present shift and opens the next.
func (w *world) turnShift(*rand.Rand) {
	if !w.till.Settings().Shifts {
		return
	}
	ctx := context.Background()
	if s, err := w.store.Shift(ctx, 0); err == nil && s.Opened != nil {
		w.decide("close the shift", func(d *driver.Desk) error {
			_, err := d.Shifts.CountDrawer(ctx, "Samira", journal.DrawerCount{Currency: "LYD"})
			if err == nil {
				err = onDay(d, func() error {
					_, err := d.Shifts.CloseShift(ctx, s.Number, "Huda", "the end of the day")
					return err
				})
			}
			return err
		})
		time.Sleep(time.Second)
	}
	if !w.now.dead.Load() {
		w.openShift()
	}
}

// books holds a change that is on the disk against the newest Z before it, in whatever zone
// the till was then, and against the day that its own moment has in the present zone.
func (s *witness) books(c journal.Change, zone *time.Location) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stood := s.stood
	var booked, today journal.Day
	var what string
	switch {
	case c.Z != nil:
		booked, what = c.Z.BookingDay(zone), fmt.Sprintf("Z %d", c.Z.Seq)
		today = journal.DayOf(c.Z.At.In(zone))
		s.stood = booked
		s.counts["Zs"]++
	case c.Sale != nil && (c.Sale.Version == 1 || c.Receipt != nil):
		booked, what = c.Sale.BookingDay(), string(c.Sale.ID)
		if c.Sale.Version == 1 {
			today = journal.DayOf(c.Sale.CreatedAt.In(zone))
		}
	default:
		return
	}
	if booked < today {
		s.problemLocked("%s: %s is booked on %s, and came on %s", Booked, what, booked, today)
	}
	if booked < stood {
		s.problemLocked("%s: %s is booked on %s, the newest Z stood on %s", Booked, what, booked, stood)
	}
}
