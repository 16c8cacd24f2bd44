package till_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/till"
	"sanduq/core/till/storetest"
)

// doubts lets an act meet a disk that took its commit, or did not, and says in both
// cases that it failed; a person then does it again where it was called not saved.
func doubts(t *testing.T, prepare func(d *desk), act func(d *desk) error, check func(d *desk)) {
	for _, outcome := range []storetest.Outcome{storetest.Kept, storetest.Lost} {
		t.Run(fmt.Sprint(outcome), func(t *testing.T) {
			bubble(t, func(d *desk) {
				prepare(d)
				d.store.FailNext(outcome)
				err := act(d)
				if outcome == storetest.Kept {
					d.do(err)
				} else {
					d.refused("what the disk lost", err, till.CodeStore)
					d.do(act(d))
				}
				if d.StoreFault() != nil {
					t.Error("said while the disk was in doubt")
				}
				check(d)
			})
		})
	}
}

// TestADoubtfulActOfAShiftIsDoneOnce: what a person is told was not saved, they do
// again.
func TestADoubtfulActOfAShiftIsDoneOnce(t *testing.T) {
	drawer := func(d *desk) till.DrawerSum {
		x, err := d.X(d.t.Context(), "Huda")
		d.do(err)
		return *x.Drawer
	}
	float := func(d *desk) { d.shifts(100_000) }
	for name, c := range map[string]struct {
		prepare func(*desk)
		act     func(*desk) error
		check   func(*desk)
	}{
		"cash out": {float, func(d *desk) error {
			return d.MoveCash(d.t.Context(), "Amal", till.MovementOut, 50_000, "to the safe", "")
		}, func(d *desk) {
			if sum := drawer(d); sum.Out != (till.Tally{Number: 1, Minor: 50_000}) || sum.Expected != 50_000 {
				d.t.Errorf("one bundle went out: %+v", sum)
			}
		}},
		"cash out beyond": {float, func(d *desk) error {
			return d.MoveCashBeyond(d.t.Context(), "Amal", 150_000, "to the safe", "")
		}, func(d *desk) {
			if sum := drawer(d); sum.Out != (till.Tally{Number: 1, Minor: 150_000}) {
				d.t.Errorf("one bundle went out: %+v", sum)
			}
		}},
		"hand over": {float, func(d *desk) error { return d.HandOver(d.t.Context(), "Amal", "Bilal") }, func(d *desk) {
			if all, err := d.store.Movements(d.t.Context(), 1, 0, 10); err != nil || len(all) != 1 {
				d.t.Errorf("handed over once: %+v, %v", all, err)
			}
		}},
		"count": {float, func(d *desk) error {
			sum, err := d.CountDrawer(d.t.Context(), "Amal", till.DrawerCount{Currency: "LYD", Minor: 90_000})
			if err == nil && (sum.Expected != 100_000 || sum.Difference != -10_000) {
				d.t.Errorf("said of the count: %+v", sum)
			}
			return err
		}, func(d *desk) {
			if s := d.shift(); len(s.Counts) != 1 {
				d.t.Errorf("counted once: %+v", s.Counts)
			}
		}},
		"open": {func(d *desk) {
			d.shifts(0)
			d.counts(0)
			d.closes("")
		}, func(d *desk) error { return d.OpenShift(d.t.Context(), "Amal", 7_000) }, func(d *desk) {
			d.cash(1_000, 1_000)
			if sum := drawer(d); sum.Float != 7_000 || sum.Expected != 8_000 {
				d.t.Errorf("opened once: %+v", sum)
			}
		}},
		"close": {func(d *desk) {
			d.shifts(0)
			d.counts(0)
		}, func(d *desk) error {
			z, err := d.CloseShift(d.t.Context(), 1, "Huda", "")
			if err == nil && z.Seq != 1 {
				d.t.Errorf("said of the closing: %+v", z)
			}
			return err
		}, func(d *desk) {
			if zs, err := d.store.Zs(d.t.Context(), 0, 10); err != nil || len(zs) != 1 || d.shift().Number != 2 {
				d.t.Errorf("closed once: %+v, %v", zs, err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) { doubts(t, c.prepare, c.act, c.check) })
	}
}

// TestADoubtfulRowOfTheLedgerIsWrittenOnce.
func TestADoubtfulRowOfTheLedgerIsWrittenOnce(t *testing.T) {
	twice := func(d *desk) { d.twice() }
	rows := func(d *desk) {
		if all, err := d.store.DebtRows(d.t.Context(), 1); err != nil || len(all) != 2 {
			d.t.Errorf("opened and once more: %+v, %v", all, err)
		}
	}
	for name, act := range map[string]func(d *desk) error{
		"returned": func(d *desk) error {
			return d.ReturnDebt(d.t.Context(), 1, "Huda", 5_000, amount.Minor, "FT-1")
		},
		"kept": func(d *desk) error {
			return d.KeepDebt(d.t.Context(), 1, "Huda", 5_000, amount.Minor, "for the next purchase")
		},
		"noted": func(d *desk) error { return d.NoteDebt(d.t.Context(), 1, "Huda") },
	} {
		t.Run(name, func(t *testing.T) { doubts(t, twice, act, rows) })
	}
}

// TestClosingOverADoubtfulActSaysThatNobodyKnows: the next start has it, or not.
func TestClosingOverADoubtfulActSaysThatNobodyKnows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		d.shifts(100_000)
		d.store.FailNext(storetest.Kept)
		said := make(chan error, 1)
		go func() { said <- d.MoveCash(t.Context(), "Amal", till.MovementOut, 50_000, "to the safe", "") }()
		d.pass(100 * time.Millisecond)
		d.Close()
		d.refused("closed over", <-said, till.CodeUnavailable)
	})
}
