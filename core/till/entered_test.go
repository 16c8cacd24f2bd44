package till_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/journal/storetest"
)

// restored opens a till whose journal was put back to before ten minutes of sales: of its
// receipts 2 to 101 and of its cash receipts 2 to 101 are left out in shift 1.
func restored(t *testing.T) *desk {
	d := open(t, storetest.NewMemory(), newGateway())
	d.paid("TX-1")
	d.shifts(0)
	d.cash(5_000, 5_000)
	n, since := d.store.Commits(), time.Now()
	time.Sleep(10 * time.Minute)
	d.Close()
	e := open(t, putBack(t, d.store, n, journal.FreezeRestored, since), d.gate)
	t.Cleanup(e.Close)
	return e
}

// onPaper is a receipt of the run that restored leaves out.
func (d *desk) onPaper(number uint64) queries.Entered {
	return queries.Entered{Number: number, Day: d.Today(), Amount: lyd(12_500), Route: core.RouteQR, Reference: "TX-9"}
}

func (d *desk) runs() []queries.LeftOutRun {
	d.t.Helper()
	runs, err := d.LeftOutRuns(d.t.Context())
	d.must(err)
	return runs
}

// TestAPaperIsEntered: what stands on paper since the backup is typed in, once for each
// number, after the restore is confirmed and by a manager alone, and what no paper can
// say is refused.
func TestAPaperIsEntered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		d := restored(t)
		d.refused("before the restore is confirmed", d.Entering.Enter(ctx, "Huda", d.onPaper(2)), journal.CodeFrozen)
		d.pass(time.Minute)
		d.must(d.ConfirmRecovery(ctx, "Huda"))
		x, err := d.Shifts.X(ctx, "Huda")
		d.must(err)
		commits := d.store.Commits()
		for what, one := range map[string]struct {
			change func(*queries.Entered)
			code   journal.Code
		}{
			"a number of before":      {func(e *queries.Entered) { e.Number = 1 }, queries.CodeNumber},
			"a number of afterwards":  {func(e *queries.Entered) { e.Number = 102 }, queries.CodeNumber},
			"no number":               {func(e *queries.Entered) { e.Number = 0 }, queries.CodeNumber},
			"a cash number of before": {func(e *queries.Entered) { e.Number, e.Route = 1, journal.RouteCash }, queries.CodeNumber},
			"tomorrow":                {func(e *queries.Entered) { e.Day = journal.DayOf(time.Now().AddDate(0, 0, 1)) }, queries.CodeDay},
			"before the backup":       {func(e *queries.Entered) { e.Day = journal.DayOf(time.Now().AddDate(0, 0, -1)) }, queries.CodeDay},
			"nothing":                 {func(e *queries.Entered) { e.Amount.Minor = 0 }, journal.CodeAmount},
			"less than nothing":       {func(e *queries.Entered) { e.Amount.Minor = -1 }, journal.CodeAmount},
			"no currency":             {func(e *queries.Entered) { e.Amount.Currency = "XYZ" }, journal.CodeAmount},
			"no route":                {func(e *queries.Entered) { e.Route = "" }, journal.CodeRoute},
			"a long reference":        {func(e *queries.Entered) { e.Reference = fmt.Sprintf("%065d", 1) }, journal.CodeReference},
		} {
			e := d.onPaper(7)
			one.change(&e)
			d.refused(what, d.Entering.Enter(ctx, "Huda", e), one.code)
		}
		if n := d.store.Commits(); n != commits {
			t.Errorf("%d commits by what was refused", n-commits)
		}
		d.must(d.Entering.Enter(ctx, "Huda", d.onPaper(7)))
		d.refused("the number again", d.Entering.Enter(ctx, "Huda", d.onPaper(7)), queries.CodeEntered)
		cash := d.onPaper(7)
		cash.Route, cash.Reference = journal.RouteCash, ""
		d.must(d.Entering.Enter(ctx, "Huda", cash)) // C-0007 is another paper
		runs := d.runs()
		if len(runs) != 1 || len(runs[0].Documents) != 2 || runs[0].Size() != 200 {
			t.Fatalf("the runs are %+v", runs)
		}
		if e := runs[0].Documents[0]; e.Number != 7 || e.Amount != lyd(12_500) || e.Reference != "TX-9" || e.By != "Huda" || e.Shift != 1 || e.Seq == 0 {
			t.Errorf("typed in was %+v", e)
		}
		row := d.newestAudit(queries.AuditEntered)
		if want := "C-0007; " + string(d.Today()) + `; 12.500 LYD; cash; ""; shift 1; after ` + fmt.Sprint(runs[0].Documents[0].Seq); row.Detail != want || row.By != "Huda" {
			t.Errorf("the audit says %q by %q, want %q", row.Detail, row.By, want)
		}
		after, err := d.Shifts.X(ctx, "Huda")
		d.must(err)
		if after.At = x.At; !reflect.DeepEqual(after, x) {
			t.Errorf("the X was %+v and is %+v", x, after)
		}
		if out, err := d.OutsideShift(ctx, x); err != nil || len(out.Entered) != 2 || len(out.LeftOut) != 1 {
			t.Errorf("beside the X: %+v, %v", out, err)
		}
		d.Close()
		g := open(t, d.store, d.gate)
		defer g.Close()
		if again := g.runs(); !reflect.DeepEqual(again, runs) {
			t.Errorf("after a restart: %+v", again)
		}
	})
}

// TestAnEnteredPaperIsWithdrawn: the number is open again, and the Z of the shift in
// which it was typed in goes on telling of it.
func TestAnEnteredPaperIsWithdrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		d := restored(t)
		d.pass(time.Minute)
		d.must(d.ConfirmRecovery(ctx, "Huda"))
		d.must(d.Entering.Enter(ctx, "Huda", d.onPaper(7)))
		d.must(d.Entering.Enter(ctx, "Huda", d.onPaper(8)))
		d.counts(5_000)
		z := d.closes("what was in the drawer is not known")
		before, err := d.OutsideShift(ctx, z)
		d.must(err)
		d.shifts(0)
		d.refused("without a reason", d.Entering.Withdraw(ctx, "Huda", d.onPaper(7), " \n"), journal.CodeReason)
		d.refused("of nothing", d.Entering.Withdraw(ctx, "Huda", d.onPaper(9), "wrong"), queries.CodeNumber)
		d.must(d.Entering.Withdraw(ctx, "Huda", d.onPaper(7), `wrong "amount"; typed`))
		d.refused("twice", d.Entering.Withdraw(ctx, "Huda", d.onPaper(7), "wrong"), queries.CodeNumber)
		if docs := d.runs()[0].Documents; len(docs) != 1 || docs[0].Number != 8 {
			t.Errorf("the documents are %+v", docs)
		}
		again := d.onPaper(7)
		again.Amount.Minor = 13_000
		d.must(d.Entering.Enter(ctx, "Huda", again))
		if after, err := d.OutsideShift(ctx, z); err != nil || !reflect.DeepEqual(after, before) || len(after.Entered) != 2 {
			t.Errorf("beside the closed Z: %+v, was %+v, %v", after, before, err)
		}
		x, err := d.Shifts.X(ctx, "Huda")
		d.must(err)
		out, err := d.OutsideShift(ctx, x)
		d.must(err)
		if len(out.Entered) != 2 || !out.Entered[0].Withdrawn || out.Entered[0].Reason != `wrong "amount"; typed` || out.Entered[1].Amount.Minor != 13_000 {
			t.Errorf("beside the X: %+v", out.Entered)
		}
	})
}

// TestOnlyAManagerEnters where people sign in.
func TestOnlyAManagerEnters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := restored(t)
		d.pass(time.Minute)
		d.must(d.ConfirmRecovery(t.Context(), "Huda"))
		d.hire() // Samira, a cashier, signs in

		d.refused("by a cashier", d.Entering.Enter(t.Context(), "Huda", d.onPaper(2)), journal.CodeManager)
		d.refused("taken back by a cashier", d.Entering.Withdraw(t.Context(), "Huda", d.onPaper(2), "wrong"), journal.CodeManager)
	})
}

// TestWhatIsEnteredMovesNoSum: whatever is typed in and taken back, over restarts, each
// number stands once at the most, and X, drawer and totals stay.
func TestWhatIsEnteredMovesNoSum(t *testing.T) {
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 7))
			ctx := t.Context()
			d := restored(t)
			d.pass(time.Minute)
			d.must(d.ConfirmRecovery(ctx, "Huda"))
			sums := func() string {
				x, err := d.Shifts.X(ctx, "Huda")
				d.must(err)
				totals, err := d.Totals(ctx, journal.SaleQuery{})
				d.must(err)
				x.At = time.Time{}
				return fmt.Sprintf("%+v %+v %+v", x.Taken, x.Drawer.Expected, totals)
			}
			before, open := sums(), map[queries.Entered]bool{}
			for range 40 {
				e := d.onPaper(2 + r.Uint64N(6))
				if r.IntN(3) == 0 {
					e.Route = journal.RouteCash
				}
				key := queries.Entered{Number: e.Number, Route: e.Route}
				switch r.IntN(5) {
				case 0:
					if err := d.Entering.Withdraw(ctx, "Huda", e, "wrong"); (err == nil) != open[key] {
						t.Fatalf("seed %d: %s is withdrawn: %v, it stood there: %v", seed, e.Name(), err, open[key])
					}
					delete(open, key)
				case 1:
					d.Close()
					d = open2(t, d)
				default:
					if err := d.Entering.Enter(ctx, "Huda", e); (err == nil) == open[key] {
						t.Fatalf("seed %d: %s is typed in: %v, it stood there: %v", seed, e.Name(), err, open[key])
					}
					open[key] = true
				}
			}
			if after := sums(); after != before {
				t.Errorf("seed %d: %s\nwas %s", seed, after, before)
			}
			if docs := d.runs()[0].Documents; len(docs) != len(open) {
				t.Errorf("seed %d: %d documents, want %d", seed, len(docs), len(open))
			}
		})
	}
}

// open2 opens a till on the store of one that is closed.
func open2(t *testing.T, d *desk) *desk {
	e := open(t, d.store, d.gate)
	t.Cleanup(e.Close)
	return e
}

// TestASecondRestoreKeepsWhatWasEntered: a later freeze keeps the documents of an earlier one,
// and each run takes its own numbers.
func TestASecondRestoreKeepsWhatWasEntered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		d := restored(t)
		d.pass(time.Minute)
		d.must(d.ConfirmRecovery(ctx, "Huda"))
		d.must(d.Entering.Enter(ctx, "Huda", d.onPaper(7)))
		before := d.runs()[0].Documents
		d.Close()
		old, err := d.store.Freeze(ctx)
		d.must(err)
		old.TakenUp, old.Confirmed, old.At = time.Time{}, nil, time.Now()
		d.must(d.store.Commit(ctx, journal.Change{Freeze: &old}))
		e := open2(t, d)
		e.pass(time.Minute)
		e.refused("before it is confirmed again", e.Entering.Enter(ctx, "Huda", e.onPaper(8)), journal.CodeFrozen)
		e.must(e.ConfirmRecovery(ctx, "Huda"))
		runs := e.runs()
		if len(runs) != 2 || !reflect.DeepEqual(runs[0].Documents, before) || len(runs[1].Documents) != 0 {
			t.Fatalf("after the second restore: %+v, before %+v", runs, before)
		}
		e.refused("the number again", e.Entering.Enter(ctx, "Huda", e.onPaper(7)), queries.CodeEntered)
		e.must(e.Entering.Enter(ctx, "Huda", e.onPaper(8)))
		second := e.onPaper(runs[1].Receipts.First)
		e.must(e.Entering.Enter(ctx, "Huda", second))
		if runs = e.runs(); len(runs[0].Documents) != 2 || len(runs[1].Documents) != 1 || runs[1].Documents[0].Number != second.Number {
			t.Errorf("the runs are %+v", runs)
		}
	})
}
