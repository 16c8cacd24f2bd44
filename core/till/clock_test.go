package till_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestClockSetWhileWatching sets the wall clock while a sale is watched.
func TestClockSetWhileWatching(t *testing.T) {
	for name, jump := range map[string]time.Duration{"a year on, for an hour": 365 * 24 * time.Hour, "a year back": -365 * 24 * time.Hour, "8 h back": -8 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var off atomic.Int64
				d := clocked(t, &off)
				defer d.Close()
				v := d.charge()
				d.pass(5*time.Minute + 10*time.Second)
				d.want(v.ID, journal.StatusUnknown)
				off.Store(int64(jump))
				d.pass(time.Hour)
				if jump > 0 {
					off.Store(0)
				}
				d.gate.set(v.OrderID, "SUCCESS", "TX")
				d.pass(2 * time.Hour)
				d.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// TestLongHoliday: switched off for four days, and started before the network
// is there.
func TestLongHoliday(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.gate.set(v.OrderID, "FAILED", "")
		d.pass(4 * time.Second)
		if err := d.Acknowledge(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		d.Close()
		time.Sleep(96 * time.Hour)
		d.gate.set(v.OrderID, "SUCCESS", "TX")
		d.gate.hooks(func(core.Operation, string) error { return core.ErrNotSent })
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		e.pass(time.Minute)
		d.gate.hooks(nil)
		e.WatchNow()
		e.pass(3 * time.Hour)
		e.want(v.ID, journal.StatusPaid)
	})
}

// TestClockSetWhilePolling sets the wall clock while a QR is on show, as time
// servers do once the network is there.
func TestClockSetWhilePolling(t *testing.T) {
	for _, jump := range []time.Duration{8 * time.Hour, 365 * 24 * time.Hour} {
		t.Run(jump.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var off atomic.Int64
				clock, store, gate := wall{core.SystemClock(), &off}, storetest.NewMemory(), newGateway()
				d := on(t, store, gate, store, gate, clock.Now, core.WithClock(clock))
				defer d.Close()
				v := d.charge()
				d.pass(20 * time.Second)
				off.Store(int64(jump))
				d.pass(20 * time.Second)
				t.Logf("40 s after the QR was shown: %s, next %v", d.sale(v.ID).Status(), d.sale(v.ID).Watch.Next)
				d.gate.set(v.OrderID, "SUCCESS", "TX")
				d.pass(5 * time.Minute)
				d.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// TestWrongClockIsSaid: the gateway's clock is compared with each answer, and
// told when it leaves the tolerance and when it comes back.
func TestWrongClockIsSaid(t *testing.T) {
	bubble(t, func(d *desk) {
		d.charge()
		for _, c := range []struct {
			offset time.Duration
			wrong  bool
		}{{0, false}, {119 * time.Second, false}, {time.Hour, true}, {-8 * time.Hour, true}, {-time.Minute, false}} {
			d.drain()
			before := d.Link().ClockWrong()
			d.gate.setClock(c.offset)
			d.pass(4 * time.Second)
			if l := d.Link(); l.ClockWrong() != c.wrong || l.Offset != c.offset {
				d.t.Errorf("%v: %+v", c.offset, l)
			}
			told := false
			for _, n := range d.drain() {
				told = told || n.Kind == journal.NoticeLink && n.Link.ClockWrong() == c.wrong
			}
			if told != (before != c.wrong) {
				d.t.Errorf("%v: told %v", c.offset, told)
			}
		}
	})
}
