package till_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestNumbersOfShiftsBegunSinceTheBackup: Zs and cash receipts are on paper of which
// the journal that was put back knows nothing, nor that the shop used them.
func TestNumbersOfShiftsBegunSinceTheBackup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		d.pays()
		n, since := d.store.Commits(), time.Now() // the backup
		d.shifts(0)
		lost := d.cash(1_000, 1_000)
		d.counts(1_000)
		z := d.closes("")
		d.pass(5 * time.Hour)
		d.Close()
		e := open(t, putBack(t, d.store, n, journal.FreezeRestored, since), d.gate)
		defer e.Close()
		e.pass(time.Minute)
		e.must(e.ConfirmRecovery(t.Context(), "Huda"))
		e.shifts(0)
		again := e.cash(9_000, 9_000)
		e.counts(9_000)
		if next := e.closes(""); next.Seq <= z.Seq || again.CashSeq <= lost.CashSeq {
			t.Errorf("on paper are C-%d and Z-%d; given out again: C-%d and Z-%d", lost.CashSeq, z.Seq, again.CashSeq, next.Seq)
		}
	})
}

// TestACountOfBeforeTheBackupIsStale: cash came and went since, and nobody knows.
func TestACountOfBeforeTheBackupIsStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		d := open(t, storetest.NewMemory(), newGateway())
		set := d.Settings()
		set.Shifts = true // and no cash
		d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
		d.do(d.Shifts.OpenShift(ctx, "Amal", 100_000, "the safe"))
		d.counts(100_000)
		n, since := d.store.Commits(), time.Now() // the backup
		d.do(d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 50_000, "to the safe", ""))
		d.pass(5 * time.Hour)
		d.Close()
		e := open(t, putBack(t, d.store, n, journal.FreezeRestored, since), d.gate)
		defer e.Close()
		e.pass(time.Minute)
		e.must(e.ConfirmRecovery(ctx, "Huda"))
		_, err := e.Shifts.CloseShift(ctx, 1, "Huda", "")
		e.refused("closed without a count", err, journal.CodeCountStale)
		if sum := e.counts(50_000); sum.Difference != -50_000 {
			t.Errorf("counted anew: %+v", sum)
		}
		if z := e.closes("a movement was lost with the journal"); z.Drawer.Difference != -50_000 {
			t.Errorf("closed: %+v", z.Drawer)
		}
	})
}

// TestTheGapIsARangeWithItsCause: the audit names the first and the last number that is left
// out, of sales, receipts and cash receipts, under why.
func TestTheGapIsARangeWithItsCause(t *testing.T) {
	for _, cause := range []journal.FreezeCause{journal.FreezeRestored, journal.FreezeRolledBack} {
		synctest.Test(t, func(t *testing.T) {
			d := open(t, storetest.NewMemory(), newGateway())
			d.paid("TX-1")
			d.shifts(0)
			d.cash(5_000, 5_000)
			d.cash(5_000, 5_000)
			n, since := d.store.Commits(), time.Now()
			time.Sleep(10 * time.Minute)
			d.Close()
			e := open(t, putBack(t, d.store, n, cause, since), d.gate)
			defer e.Close()
			row := e.newestAudit(journal.AuditAction(cause))
			day := e.Today()
			want := "missing since " + since.UTC().Format(time.RFC3339) + "; sales of " + string(day) + " 4 to 103 are left out; receipts 2 to 101 are left out; cash receipts 3 to 102 are left out"
			if !strings.HasPrefix(row.Detail, want) {
				t.Errorf("%s: %q, want %q", cause, row.Detail, want)
			}
			run := func(first, last uint64) journal.SeqRange { return journal.SeqRange{First: first, Last: last} }
			first := journal.LeftOut{Cause: cause, Since: since.UTC(), Shift: 1, Day: day, Sales: run(4, 103), Receipts: run(2, 101), Cash: run(3, 102), Zs: run(1, 2)}
			e.leftOut(1, first)
			e.leftOut(2)

			// A second time, in the next shift: the Z of the first still tells of its own.
			e.pass(time.Minute)
			e.must(e.ConfirmRecovery(t.Context(), "Huda"))
			e.counts(0)
			z := e.closes("what was in the drawer is not known")
			if out, err := e.OutsideShift(t.Context(), z); err != nil || !slices.EqualFunc(out.LeftOut, []journal.LeftOut{first}, sameLeftOut) {
				t.Errorf("%s: beside the Z: %+v, %v", cause, out, err)
			}
			e.Close()
			disk := e.store
			old, err := disk.Freeze(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			old.Cause, old.TakenUp, old.Confirmed, old.At = cause, time.Time{}, nil, time.Now()
			if err := disk.Commit(t.Context(), journal.Change{Freeze: &old}); err != nil {
				t.Fatal(err)
			}
			g := open(t, disk, d.gate)
			defer g.Close()
			if out, err := g.OutsideShift(t.Context(), z); err != nil || !slices.EqualFunc(out.LeftOut, []journal.LeftOut{first}, sameLeftOut) {
				t.Errorf("%s: beside the Z, after the second time: %+v, %v", cause, out, err)
			}
			g.leftOut(z.Shift + 2)
			if f, err := disk.Freeze(t.Context()); err != nil || len(f.LeftOut) != 2 || f.LeftOut[1].Receipts.First != 102 {
				t.Errorf("%s: the second time left out %+v, %v", cause, f.LeftOut, err)
			}
		})
	}
}

func sameLeftOut(a, b journal.LeftOut) bool {
	same := a.Since.Equal(b.Since)
	a.Since = b.Since
	return same && a == b
}

// leftOut checks what the till says was left out in a shift.
func (d *desk) leftOut(shift uint64, want ...journal.LeftOut) {
	d.t.Helper()
	got, err := d.LeftOut(d.t.Context())
	got = slices.DeleteFunc(slices.Clone(got), func(l journal.LeftOut) bool { return l.Shift != shift })
	if err != nil || !slices.EqualFunc(got, want, sameLeftOut) {
		d.t.Errorf("left out in shift %d: %+v, %v, want %+v", shift, got, err, want)
	}
}
