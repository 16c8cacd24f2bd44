package till_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
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
					d.refused("what the disk lost", err, journal.CodeStore)
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
	drawer := func(d *desk) journal.DrawerSum {
		set := d.Settings()
		set.ShowExpected = true
		d.do(d.Staff.SaveSettings(d.t.Context(), set, "Huda"))
		x, err := d.Shifts.X(d.t.Context(), "Huda")
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
			return d.Shifts.MoveCash(d.t.Context(), "Amal", journal.MovementOut, 50_000, "to the safe", "")
		}, func(d *desk) {
			if sum := drawer(d); sum.Out != (journal.Tally{Number: 1, Minor: 50_000}) || sum.Expected != 50_000 {
				d.t.Errorf("one bundle went out: %+v", sum)
			}
		}},
		"cash out beyond": {float, func(d *desk) error {
			return d.Shifts.MoveCashBeyond(d.t.Context(), "Amal", 150_000, "to the safe", "")
		}, func(d *desk) {
			if sum := drawer(d); sum.Out != (journal.Tally{Number: 1, Minor: 150_000}) {
				d.t.Errorf("one bundle went out: %+v", sum)
			}
		}},
		"hand over": {float, func(d *desk) error { return d.Shifts.HandOver(d.t.Context(), "Amal", "Bilal") }, func(d *desk) {
			if all, err := d.store.Movements(d.t.Context(), 1, 0, 10); err != nil || len(all) != 1 {
				d.t.Errorf("handed over once: %+v, %v", all, err)
			}
		}},
		"count": {float, func(d *desk) error {
			sum, err := d.Shifts.CountDrawer(d.t.Context(), "Amal", journal.DrawerCount{Currency: "LYD", Minor: 90_000})
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
		}, func(d *desk) error { return d.Shifts.OpenShift(d.t.Context(), "Amal", 7_000, "the safe") }, func(d *desk) {
			d.cash(1_000, 1_000)
			if sum := drawer(d); sum.In.Minor != 7_000 || sum.Expected != 8_000 {
				d.t.Errorf("opened once: %+v", sum)
			}
		}},
		"close": {func(d *desk) {
			d.shifts(0)
			d.counts(0)
		}, func(d *desk) error {
			z, err := d.Shifts.CloseShift(d.t.Context(), 1, "Huda", "")
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
			return d.Refunds.ReturnDebt(d.t.Context(), 1, "Huda", 5_000, amount.Minor, "FT-1")
		},
		"kept": func(d *desk) error {
			return d.Refunds.KeepDebt(d.t.Context(), 1, "Huda", 5_000, amount.Minor, "for the next purchase")
		},
		"noted": func(d *desk) error { return d.Refunds.NoteDebt(d.t.Context(), 1, "Huda") },
	} {
		t.Run(name, func(t *testing.T) { doubts(t, twice, act, rows) })
	}
}

// TestADoubtfulDecisionAboutASaleIsTakenOnce: the sale says it as soon as the person
// is told, and its history and the book of decisions say it once.
func TestADoubtfulDecisionAboutASaleIsTakenOnce(t *testing.T) {
	var id journal.SaleID
	opened := func(d *desk) { id = d.charge().ID }
	handed := func(d *desk) {
		opened(d)
		d.do(d.ToManager(d.t.Context(), id, "who knows"))
	}
	late := func(d *desk) {
		opened(d)
		d.do(d.SetAside(d.t.Context(), id, journal.AsideCustomerLeft))
		d.comes(d.sale(id))
	}
	once := func(event string, action journal.AuditAction, says func(journal.Sale) bool) func(*desk) {
		return func(d *desk) {
			s, _ := d.Sale(id)
			rows, err := d.store.Audit(d.t.Context(), 0, 100)
			d.do(err)
			told := 0
			for _, r := range rows {
				if r.Action == action && r.SaleID == id {
					told++
				}
			}
			if n := count(s.Sale, event); !says(s.Sale) || event != "" && n != 1 || told != 1 {
				d.t.Errorf("the sale says it %v, its history %d times, the book %d times", says(s.Sale), n, told)
			}
		}
	}
	for name, c := range map[string]struct {
		prepare func(*desk)
		act     func(*desk) error
		check   func(*desk)
	}{
		"set aside": {opened, func(d *desk) error { return d.SetAside(d.t.Context(), id, journal.AsideCustomerLeft) },
			once(journal.HistorySetAside, journal.AuditSetAside, func(s journal.Sale) bool { return s.SetAside != nil })},
		"set aside as paid in cash": {opened, func(d *desk) error { return d.SetAside(d.t.Context(), id, journal.AsidePaidCash) },
			once(journal.HistorySetAside, journal.AuditSetAside, func(s journal.Sale) bool { return s.SetAside != nil })},
		"to the manager": {opened, func(d *desk) error { return d.ToManager(d.t.Context(), id, "who knows") },
			once(journal.HistoryToManager, journal.AuditToManager, func(s journal.Sale) bool { return s.WithManager != nil })},
		"resolved outside": {handed, func(d *desk) error { return d.ResolveOutside(d.t.Context(), id, "seen at the bank", "Huda") },
			once(journal.HistoryResolved, journal.AuditResolvedOutside, func(s journal.Sale) bool { return s.ResolvedOutside != nil })},
		"late money read": {late, func(d *desk) error { return d.ReadLateAlert(d.t.Context(), id) },
			once("", journal.AuditAlertRead, func(s journal.Sale) bool { return !s.LateAlertRead.IsZero() })},
	} {
		t.Run(name, func(t *testing.T) { doubts(t, c.prepare, c.act, c.check) })
	}
}

// TestADoubtfulNoteOfAnEndIsTaken: Acknowledge leaves no row in the book of decisions, so
// that the sale itself says whether the disk has it.
func TestADoubtfulNoteOfAnEndIsTaken(t *testing.T) {
	var id journal.SaleID
	doubts(t, func(d *desk) { id = d.pays().ID }, func(d *desk) error { return d.Acknowledge(d.t.Context(), id) }, func(d *desk) {
		if s, err := d.store.Sale(d.t.Context(), id); err != nil || s.AcknowledgedAt.IsZero() || len(d.InFlight()) != 0 {
			d.t.Errorf("%+v, %v; %d in flight", s.AcknowledgedAt, err, len(d.InFlight()))
		}
	})
}

// TestADoubtfulCopyIsCountedOnce: the paper has the number that the book has.
func TestADoubtfulCopyIsCountedOnce(t *testing.T) {
	var id journal.SaleID
	doubts(t, func(d *desk) { id = d.pays().ID }, func(d *desk) error {
		n, err := d.Copy(d.t.Context(), id, "Amal")
		if err == nil && n != 1 {
			d.t.Errorf("copy %d", n)
		}
		return err
	}, func(d *desk) {
		if s := d.sale(id); s.Copies != 1 || d.actions(1) != "copy Amal" {
			d.t.Errorf("%d copies, the book says %s", s.Copies, d.actions(1))
		}
	})
}

// TestADoubtfulChangeOutsideTheSalesIsWrittenOnce: of the gateway, of copies of the
// journal, of the office, of the recovery code.
func TestADoubtfulChangeOutsideTheSalesIsWrittenOnce(t *testing.T) {
	for action, act := range map[journal.AuditAction]func(d *desk) error{
		journal.AuditGateway:      func(d *desk) error { return d.Staff.GatewayChanging(d.t.Context(), "Huda", "pay.example") },
		journal.AuditBackups:      func(d *desk) error { return d.Staff.BackupsChanging(d.t.Context(), "Huda", "a stick") },
		journal.AuditOffice:       func(d *desk) error { return d.Staff.OfficeChanging(d.t.Context(), "Huda", "office.example") },
		journal.AuditRecoveryCode: func(d *desk) error { return d.Staff.RecoveryCodeMade(d.t.Context(), "Huda") },
	} {
		t.Run(string(action), func(t *testing.T) {
			doubts(t, func(*desk) {}, act, func(d *desk) {
				rows, err := d.store.Audit(d.t.Context(), 0, 10)
				if err != nil || len(rows) != 1 || rows[0].Action != action {
					d.t.Errorf("%+v, %v", rows, err)
				}
			})
		})
	}
}

// TestATapBesideADecisionInDoubtWaitsForIt, so that nobody hears of a disk that cannot
// write while the decision may be on it.
func TestATapBesideADecisionInDoubtWaitsForIt(t *testing.T) {
	for _, outcome := range []storetest.Outcome{storetest.Kept, storetest.Lost} {
		bubble(t, func(d *desk) {
			v := d.charge()
			tap := func() chan error {
				said := make(chan error, 1)
				go func() { said <- d.SetAside(t.Context(), v.ID, journal.AsideCustomerLeft) }()
				d.pass(time.Millisecond)
				return said
			}
			d.store.FailNext(outcome)
			first := tap()
			second := tap()
			d.pass(time.Minute)
			if outcome == storetest.Kept {
				d.do(<-first)
				d.refused("it is set aside", <-second, journal.CodeStep)
			} else {
				d.refused("what the disk lost", <-first, journal.CodeStore)
				d.do(<-second)
			}
			if s := d.want(v.ID, journal.StatusSetAside); count(s.Sale, journal.HistorySetAside) != 1 {
				t.Errorf("set aside %d times", count(s.Sale, journal.HistorySetAside))
			}
		})
	}
}

// TestDoubtfulSettingsAreSavedOnce, with the shift that they begin or end: the Z of
// a shift that nobody opened is written with them.
func TestDoubtfulSettingsAreSavedOnce(t *testing.T) {
	save := func(change func(*journal.Settings)) func(d *desk) error {
		return func(d *desk) error {
			set := d.Settings()
			change(&set)
			return d.Staff.SaveSettings(d.t.Context(), set, "Huda")
		}
	}
	on, off := save(func(s *journal.Settings) { s.Shifts = true }), save(func(s *journal.Settings) { s.Shifts = false })
	for name, c := range map[string]struct {
		prepare func(*desk)
		act     func(*desk) error
		check   func(*desk)
	}{
		"a name": {func(*desk) {}, save(func(s *journal.Settings) { s.Shop = "Al Noor" }), func(d *desk) {
			if got := d.Settings().Shop; got != "Al Noor" {
				d.t.Errorf("the shop is called %q", got)
			}
			if got := d.actions(1); got != "settings Huda" {
				d.t.Errorf("the book of decisions has %s", got)
			}
		}},
		"shifts on": {func(*desk) {}, on, func(d *desk) {
			if s := d.shift(); s.Number != 1 || !d.Settings().Shifts {
				d.t.Errorf("shift %+v", s.Shift)
			}
		}},
		"shifts off": {func(d *desk) { d.do(on(d)) }, off, func(d *desk) {
			if zs, err := d.store.Zs(d.t.Context(), 0, 10); err != nil || len(zs) != 1 || d.Settings().Shifts {
				d.t.Errorf("ended once: %+v, %v", zs, err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) { doubts(t, c.prepare, c.act, c.check) })
	}
}

// TestClosingOverADoubtfulActSaysThatNobodyKnows: the next start has it, or not.
func TestClosingOverADoubtfulActSaysThatNobodyKnows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		d.shifts(100_000)
		d.store.FailNext(storetest.Kept)
		said := make(chan error, 1)
		go func() { said <- d.Shifts.MoveCash(t.Context(), "Amal", journal.MovementOut, 50_000, "to the safe", "") }()
		d.pass(100 * time.Millisecond)
		d.Close()
		d.refused("closed over", <-said, journal.CodeUnavailable)
	})
}
