package till_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
)

const year = 365 * 24 * time.Hour

// aheadOf wants an act to be refused since the clock is ahead, and nothing to be written.
func (d *desk) aheadOf(what string, act func() error) journal.ClockAheadError {
	d.t.Helper()
	before := d.store.Commits()
	err := act()
	d.refused(what, err, journal.CodeClockAhead)
	var ahead *journal.ClockAheadError
	if !errors.As(err, &ahead) || ahead.Day != d.Today() {
		d.t.Fatalf("%s: %v", what, err)
	}
	if d.store.Commits() != before {
		d.t.Errorf("%s is refused and written", what)
	}
	return *ahead
}

func (d *desk) opens() error {
	return d.Shifts.OpenShift(d.t.Context(), "Amal", 0, "the safe")
}

// endsDay closes the shift that is open, after a count.
func (d *desk) endsDay() error {
	_, err := d.Shifts.CloseShift(d.t.Context(), d.shift().Number, "Huda", "")
	return err
}

// TestAClockFarAheadDoesNotBindTheBooks: a shift is neither taken nor closed, nor are
// shifts switched off, on a day far after what came before, before somebody has said that
// the day is right.
func TestAClockFarAheadDoesNotBindTheBooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var off atomic.Int64
		d := clocked(t, &off)
		defer d.Close()
		d.shifts(0)
		today := d.Today()
		d.counts(0)
		off.Store(int64(10 * year))
		if ahead := d.aheadOf("the Z", d.endsDay); ahead.Last != today || ahead.Gateway != "" {
			t.Errorf("the Z: %+v", ahead)
		}
		off.Store(0)
		d.do(d.endsDay())
		off.Store(int64(10 * year))
		d.aheadOf("opening", d.opens)
		d.aheadOf("switching shifts off", func() error {
			set := d.Settings()
			set.Shifts = false
			return d.Staff.SaveSettings(t.Context(), set, "Huda")
		})
		off.Store(int64(31 * 24 * time.Hour)) // a month's holiday
		d.do(d.opens())
		d.counts(0)
		d.do(d.endsDay())

		off.Store(int64(11 * year))
		other := journal.DayOf(d.Now().AddDate(0, 0, 1))
		d.do(d.Shifts.AcceptDay(t.Context(), "Amal", other))
		d.aheadOf("opening, with a word about another day", d.opens)
		d.do(d.Shifts.AcceptDay(t.Context(), "Amal", d.Today()))
		d.do(d.opens())
		book, err := d.store.Audit(t.Context(), 0, 2)
		d.do(err)
		if row := book[1]; row.Action != journal.AuditClockAccepted || row.By != "Amal" || row.Detail != d.Now().Format(time.DateOnly) {
			t.Errorf("the audit says %+v", row)
		}
	})
}

// TestAClockADayAheadOfTheGatewayIsAskedAbout, and one that is some hours off is not: it
// may be near midnight.
func TestAClockADayAheadOfTheGatewayIsAskedAbout(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(0)
		d.gate.setClock(-3 * 24 * time.Hour)
		d.pays()
		d.counts(0)
		ahead := d.aheadOf("the Z", d.endsDay)
		if want := journal.DayOf(d.Now().AddDate(0, 0, -3)); ahead.Gateway != want || ahead.Last != "" {
			t.Errorf("%+v, want %s", ahead, want)
		}
		d.gate.setClock(-24 * time.Hour)
		d.pays()
		d.do(d.endsDay())
		d.gate.setClock(8 * time.Hour)
		d.do(d.opens())
	})
}

// TestTheBooksAreTakenOutOfAYearThatHasNotCome after a shift that was taken by a clock that
// was ahead, and after a Z of one: by somebody who may close a shift, with a reason. What is
// taken then is booked by the clock, also after a restart, and never before the newest Z
// that was right.
func TestTheBooksAreTakenOutOfAYearThatHasNotCome(t *testing.T) {
	for name, wrong := range map[string]func(*desk){
		"a shift was taken": func(d *desk) {},
		"a Z was made": func(d *desk) {
			d.counts(0)
			d.do(d.endsDay())
		},
		"two Zs were made, and a shift taken": func(d *desk) {
			d.counts(0)
			d.do(d.endsDay())
			d.do(d.opens())
			d.counts(0)
			d.do(d.endsDay())
			d.do(d.opens())
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var off atomic.Int64
				d := clocked(t, &off)
				defer func() { d.Close() }()
				ctx := t.Context()
				d.shifts(0)
				d.pays()
				right := d.Today()
				d.counts(0)
				d.do(d.endsDay())
				before := d.takenOn(right, right)
				off.Store(int64(10 * year))
				d.do(d.Shifts.AcceptDay(ctx, "Amal", d.Today()))
				d.do(d.opens())
				wrong(d)
				bound := d.Today()
				off.Store(int64(36 * time.Hour))
				today := d.Today()
				if v, err := d.Shifts.Day(ctx); err != nil || v.Ahead != bound {
					t.Errorf("the day says %q, %v", v.Ahead, err)
				}
				d.refused("without a reason", d.Shifts.SetBookingBack(ctx, "Huda", " "), journal.CodeReason)
				d.do(d.Shifts.SetBookingBack(ctx, "Huda", "the clock showed another year"))
				d.refused("twice", d.Shifts.SetBookingBack(ctx, "Huda", "again"), journal.CodeStep)
				book, err := d.store.Audit(ctx, 0, 1)
				d.do(err)
				if row := book[0]; row.Action != journal.AuditBookFrom || row.By != "Huda" {
					t.Errorf("the audit says %+v", row)
				}
				d.Close()
				e := on(t, d.store, d.gate, d.store, d.gate, d.Now)
				d = e
				if d.shift().Opened == nil {
					d.do(d.opens())
				}
				if s := d.cash(1_000, 1_000); s.BookingDay() != today {
					t.Errorf("booked on %s, want %s", s.BookingDay(), today)
				}
				off.Store(0) // and back behind the Z
				if s := d.cash(2_000, 2_000); s.BookingDay() <= right {
					t.Errorf("booked on %s, into the day that is closed", s.BookingDay())
				}
				off.Store(int64(36 * time.Hour))
				d.counts(3_000)
				if z := d.closes("no sale"); z.BookingDay(time.UTC) != today {
					t.Errorf("the Z stands on %s, want %s", z.BookingDay(time.UTC), today)
				}
				d.do(d.Shifts.OpenShift(ctx, "Amal", 3_000, ""))
				if s := d.cash(1_000, 1_000); s.BookingDay() != today {
					t.Errorf("after the Z booked on %s, want %s", s.BookingDay(), today)
				}
				if v, err := d.Shifts.Day(ctx); err != nil || v.Ahead != "" {
					t.Errorf("the day still says %q, %v", v.Ahead, err)
				}
				if got := d.takenOn(right, right); got != before {
					t.Errorf("the closed day was %s and is %s", before, got)
				}
			})
		})
	}
}

// TestTheBooksAreNotSetBackByAClockThatIsBehind, nor by somebody without the right, nor
// where they are not ahead.
func TestTheBooksAreNotSetBackByAClockThatIsBehind(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := context.Background()
		d.refused("without shifts", d.Shifts.SetBookingBack(ctx, "Huda", "why"), journal.CodeShift)
		d.shifts(0)
		d.refused("not ahead", d.Shifts.SetBookingBack(ctx, "Huda", "why"), journal.CodeStep)
		d.gate.setClock(5 * 24 * time.Hour)
		d.pays()
		d.refused("behind", d.Shifts.SetBookingBack(ctx, "Huda", "why"), journal.CodeClock)
	})
}
