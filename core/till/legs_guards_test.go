package till_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// onTwoLegs runs f in virtual time on a gateway that knows a payment by its QR and by its
// account.
func onTwoLegs(t *testing.T, f func(d *desk, g *twoLegs)) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		g := &twoLegs{gateway: gate}
		d := on(t, store, g, store, gate, nil)
		defer d.Close()
		f(d, g)
	})
}

// TestAJournalPutBackAsksBothLegs: the backup knows of the QR alone, and the customer had
// paid by account since.
func TestAJournalPutBackAsksBothLegs(t *testing.T) {
	onTwoLegs(t, func(d *desk, g *twoLegs) {
		v := d.charge()
		n, since := d.store.Commits(), time.Now()
		d.byAccount(g, v.ID, func() {})
		d.Close()
		old := putBack(t, d.store, n, journal.FreezeRestored, since)
		e := on(d.t, old, g, old, d.gate, nil)
		defer e.Close()
		e.pass(time.Minute)
		if s := e.want(v.ID, journal.StatusPaid); s.Session.TransactionID != "TX-ACCOUNT" {
			t.Errorf("paid by %q", s.Session.TransactionID)
		}
	})
}

// TestQuestionsOutOfTheirTurnUseNoPlanUp: that of a paid sale's other leg is as long as it
// was.
func TestQuestionsOutOfTheirTurnUseNoPlanUp(t *testing.T) {
	onTwoLegs(t, func(d *desk, g *twoLegs) {
		v := d.charge()
		was := d.byAccount(g, v.ID, func() {}).Watch
		asked := len(d.gate.questions())
		for range 5 {
			d.WatchNow()
			d.pass(2 * time.Second)
		}
		if len(d.gate.questions()) == asked {
			t.Fatal("nobody asked")
		}
		if got := d.sale(v.ID).Watch; got != was {
			t.Errorf("the plan is %+v, and was %+v", got, was)
		}
	})
}

// TestTheStatementNamedTheDebitAlready: where the gateway calls it by the same name there
// is nothing more to ask.
func TestTheStatementNamedTheDebitAlready(t *testing.T) {
	onTwoLegs(t, func(d *desk, g *twoLegs) {
		v := d.charge()
		d.byAccount(g, v.ID, func() {})
		d.do(d.Refunds.OweByStatement(d.t.Context(), v.ID, "Huda", amount, "TX-QR"))
		d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
		d.pass(time.Hour)
		if s := d.sale(v.ID); s.SecondWatched() || len(d.debts()) != 1 {
			t.Errorf("%d entries, and asked on: %+v", len(d.debts()), s.Watch)
		}
	})
}

// TestWhoChangesASaleAtOnceChangesTheSameRecord: each of three copies is counted, of a
// sale that nobody has in hand.
func TestWhoChangesASaleAtOnceChangesTheSameRecord(t *testing.T) {
	onTroubled(t, func(d *desk, s *troubled) {
		v := d.paid("TX-1")
		d.do(d.Acknowledge(d.t.Context(), v.ID))
		if d.held(v.ID) {
			t.Fatal("still in hand")
		}
		errs := make(chan error, 3)
		tap := func() { _, err := d.Copy(d.t.Context(), v.ID, "Huda"); errs <- err }
		began := 1
		f := func(journal.Change) error {
			if began < 3 {
				began++
				go tap()
				yields()
			}
			return nil
		}
		s.commit.Store(&f)
		tap()
		d.pass(time.Second)
		for range 3 {
			d.do(<-errs)
		}
		if n := d.sale(v.ID).Copies; n != 3 {
			t.Errorf("%d copies", n)
		}
	})
}

// yields lets others go as far as they can while the clock stands.
func yields() {
	for range 20_000 {
		runtime.Gosched()
	}
}

// TestASaleStaysInHandWhileItsSlipIsPrinted, whatever ends meanwhile.
func TestASaleStaysInHandWhileItsSlipIsPrinted(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wanted = 0 })
		v := d.paid("")
		d.do(d.Acknowledge(d.t.Context(), v.ID))
		r.set(func(r *roll) { r.onPrint = func(context.Context, journal.Slip) { time.Sleep(20 * time.Second) } })
		done := make(chan error, 1)
		go func() { done <- d.Slips.Print(d.t.Context(), v.ID, "Huda") }()
		d.gate.set(v.OrderID, "SUCCESS", "TX-late")
		d.pass(15 * time.Second)
		if s := d.sale(v.ID); s.Session.TransactionID != "TX-late" || !d.held(v.ID) {
			t.Errorf("transaction %q, in hand %v", s.Session.TransactionID, d.held(v.ID))
		}
		d.pass(20 * time.Second)
		d.do(<-done)
		if d.held(v.ID) {
			t.Error("in hand although nobody needs it")
		}
	})
}

// TestOneSaleWithoutAnAnswerIsNoLostConnection: another was answered just now.
func TestOneSaleWithoutAnAnswerIsNoLostConnection(t *testing.T) {
	bubble(t, func(d *desk) {
		deaf := d.charge()
		d.charge()
		d.pass(5 * time.Second)
		d.gate.hooks(func(op core.Operation, order string) error {
			if op == core.OpFetchStatus && order == deaf.OrderID {
				return core.ErrNotSent
			}
			return nil
		})
		for range 300 {
			d.pass(100 * time.Millisecond)
			if l := d.Link(); l.Down {
				t.Fatalf("%v after an answer: %+v", time.Since(l.LastAnswer), l)
			}
		}
	})
}

// walked is a store on which something happens after the first look at what is owed back.
type walked struct {
	*storetest.Memory
	then atomic.Pointer[func()]
}

func (w *walked) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	all, err := w.Memory.Debts(ctx, q)
	if f := w.then.Swap(nil); f != nil {
		(*f)()
	}
	return all, err
}

// TestAReturnDuringTheWalkOfTheLedgerIsFound, also one whose commit seemed to fail.
func TestAReturnDuringTheWalkOfTheLedgerIsFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := &walked{Memory: storetest.NewMemory()}, newGateway()
		d := on(t, store, gate, store.Memory, gate, nil)
		defer d.Close()
		d.twice()
		d.pass(time.Minute)
		due := d.debts()[0].Open()
		f := func() {
			store.FailNext(storetest.Kept)
			d.do(returns("B-77")(d, due, due))
		}
		store.then.Store(&f)
		_, err := d.Refunds.ReturnedDebts(t.Context())
		d.do(err)
		all, err := d.Refunds.ReturnedDebts(t.Context())
		if d.do(err); len(all) != 1 || store.then.Load() != nil {
			t.Errorf("returned: %+v", all)
		}
	})
}
