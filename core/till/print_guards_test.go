package till_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestAfterACopyThereIsNoOriginal: a copy that was written down may be on paper, by
// whatever way.
func TestAfterACopyThereIsNoOriginal(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wanted = 0 })
		v := d.paid("TX-1")
		n, err := d.Copy(d.t.Context(), v.ID, "Huda")
		if d.do(err); n != 1 {
			t.Fatalf("copy %d", n)
		}
		d.do(d.Slips.Print(d.t.Context(), v.ID, "Huda"))
		if r.count() != 1 || r.unmarked() != 0 {
			t.Errorf("%d slips, %d of them unmarked", r.count(), r.unmarked())
		}
	})
}

// TestASlipOfBeforeTheJournalWasTakenUpIsACopy, also where the clock of the computer that
// put it back was behind the till's.
func TestASlipOfBeforeTheJournalWasTakenUpIsACopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		r := newRoll(store)
		r.wanted = 0
		d := openPaper(t, store, gate, r)
		at := time.Now()
		v := d.paid("TX-1")
		d.do(d.Acknowledge(d.t.Context(), v.ID))
		d.pass(80 * time.Hour)
		d.Close()
		old := store.At(store.Commits())
		d.do(old.Commit(d.t.Context(), journal.Change{Freeze: &journal.Freeze{Cause: journal.FreezeRestored, Since: at, At: at}}))
		r = newRoll(old)
		r.wanted = 0
		e := openPaper(t, old, gate, r)
		defer e.Close()
		e.do(e.Slips.Print(d.t.Context(), v.ID, "Huda"))
		if r.count() != 1 || r.unmarked() != 0 {
			t.Errorf("%d slips, %d of them unmarked", r.count(), r.unmarked())
		}
	})
}

// TestNoSlipWaitsForOneThatIsInDoubt: what may be on paper is not tried again, and the
// next customer's comes at once.
func TestNoSlipWaitsForOneThatIsInDoubt(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) {
			r.wrong = &journal.PaperError{Code: "torn", OnPaper: true}
			r.onPrint = func(context.Context, journal.Slip) { r.set(func(r *roll) { r.wrong = nil }) }
		})
		a, b := d.charge(), d.charge()
		d.gate.set(a.OrderID, "SUCCESS", "TX-1")
		d.gate.set(b.OrderID, "SUCCESS", "TX-2")
		for d.sale(a.ID).ReceiptSeq == 0 || d.sale(b.ID).ReceiptSeq == 0 {
			d.pass(50 * time.Millisecond)
		}
		d.pass(time.Second)
		if r.count() != 2 {
			t.Errorf("%d slips a second after both were paid", r.count())
		}
	})
}

// rude is paper whose errors say nothing.
type rude struct{ *roll }

func (r rude) Print(ctx context.Context, s journal.Slip) (bool, error) {
	_, _ = r.roll.Print(ctx, s)
	return false, errors.New("input/output error")
}

// TestAnErrorThatSaysNothingMayBeOnPaper: it is not tried again, and the next one asked
// for is a copy.
func TestAnErrorThatSaysNothingMayBeOnPaper(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storetest.NewMemory()
		r := newRoll(store)
		d := openPaper(t, store, newGateway(), rude{r})
		defer d.Close()
		v := d.paid("TX-1")
		d.pass(time.Minute)
		if s := d.sale(v.ID); s.Print != journal.PrintDoubtful || r.count() != 1 {
			t.Errorf("%s after %d slips", s.Print, r.count())
		}
		d.refused("by hand", d.Slips.Print(d.t.Context(), v.ID, "Huda"), journal.CodePaper)
		if r.unmarked() != 1 {
			t.Errorf("%d unmarked slips", r.unmarked())
		}
	})
}
