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

// troubled is a store that fails now and then in a way of its own.
type troubled struct {
	*storetest.Memory
	sale    atomic.Pointer[func(journal.SaleID) error] // before a sale is looked up
	commit  atomic.Pointer[func(journal.Change) error] // before a commit
	done    atomic.Pointer[func(journal.Change)]       // after a commit
	opened  atomic.Pointer[func()]                     // after the open sales were listed
	secrets atomic.Pointer[error]
	reopen  atomic.Pointer[error]
	reopens atomic.Int64
}

func (s *troubled) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	if f := s.sale.Load(); f != nil {
		if err := (*f)(id); err != nil {
			return journal.Sale{}, err
		}
	}
	return s.Memory.Sale(ctx, id)
}

func (s *troubled) Commit(ctx context.Context, c journal.Change) error {
	if f := s.commit.Load(); f != nil {
		if err := (*f)(c); err != nil {
			return err
		}
	}
	err := s.Memory.Commit(ctx, c)
	if f := s.done.Load(); f != nil {
		(*f)(c)
	}
	return err
}

func (s *troubled) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	all, err := s.Memory.OpenSales(ctx)
	if f := s.opened.Swap(nil); f != nil {
		(*f)()
	}
	return all, err
}

func (s *troubled) SaleSecrets(ctx context.Context, id journal.SaleID) (journal.Secrets, error) {
	if err := s.secrets.Load(); err != nil {
		return journal.Secrets{}, *err
	}
	return s.Memory.SaleSecrets(ctx, id)
}

func (s *troubled) Reopen(ctx context.Context) error {
	s.reopens.Add(1)
	if err := s.reopen.Load(); err != nil {
		return *err
	}
	return s.Memory.Reopen(ctx)
}

// onTroubled runs f in virtual time on such a store.
func onTroubled(t *testing.T, f func(d *desk, s *troubled)) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := &troubled{Memory: storetest.NewMemory()}, newGateway()
		d := on(t, store, gate, store.Memory, gate, nil)
		defer d.Close()
		f(d, store)
	})
}

// held reports whether the till still has a sale in hand.
func (d *desk) held(id journal.SaleID) bool { _, there := d.Sale(id); return there }

// TestAPaidSaleIsHeldWhileItsTransactionIsAsked, also when somebody took note of it at
// once, and not for longer.
func TestAPaidSaleIsHeldWhileItsTransactionIsAsked(t *testing.T) {
	bubble(t, func(d *desk) {
		a, b := d.paid(""), d.paid("")
		d.do(d.Acknowledge(d.t.Context(), a.ID))
		d.do(d.Acknowledge(d.t.Context(), b.ID))
		d.gate.set(a.OrderID, "SUCCESS", "TX-late")
		d.pass(15 * time.Second)
		if s := d.sale(a.ID); s.Session.TransactionID != "TX-late" {
			t.Errorf("the transaction is %q", s.Session.TransactionID)
		}
		if d.held(a.ID) || !d.held(b.ID) {
			t.Errorf("after the answer held %v, without one %v", d.held(a.ID), d.held(b.ID))
		}
		d.pass(11 * time.Minute)
		if d.held(b.ID) {
			t.Error("held although nobody asks any more")
		}
	})
}

// TestAStoreThatFailsAgainIsReopenedAsSoon: the pauses grow while it stays with a fault,
// and begin again after a commit.
func TestAStoreThatFailsAgainIsReopenedAsSoon(t *testing.T) {
	onTroubled(t, func(d *desk, s *troubled) {
		ctx := d.t.Context()
		for n := range 4 {
			s.FailNext(storetest.Lost)
			d.refused("lost", d.Staff.SaveSettings(ctx, defaults, "Huda"), journal.CodeStore)
			if d.StoreFault() != nil {
				t.Fatal("said before it was known")
			}
			began := time.Now()
			d.do(d.Staff.SaveSettings(ctx, defaults, "Huda"))
			s.FailNext(storetest.Lost)
			_, err := d.Charge(ctx, plainDraft())
			d.refused("lost", err, journal.CodeStore)
			for d.StoreFault() != nil {
				d.pass(10 * time.Millisecond)
			}
			if took := time.Since(began); took > 300*time.Millisecond {
				t.Errorf("the %d. time it took %v", n+1, took)
			}
			d.do(d.Staff.SaveSettings(ctx, defaults, "Huda"))
		}
		broken := error(journal.ErrFull)
		s.reopen.Store(&broken)
		s.reopens.Store(0)
		s.FailNext(storetest.Lost)
		_, _ = d.Charge(ctx, plainDraft())
		d.pass(time.Minute)
		if n := s.reopens.Load(); n < 5 || n > 12 {
			t.Errorf("reopened %d times in a minute", n)
		}
		s.reopen.Store(nil)
		d.pass(time.Minute)
	})
}

// TestARefusedCommitIsNoTrouble: the store has a rule against one change, and takes all
// others.
func TestARefusedCommitIsNoTrouble(t *testing.T) {
	for _, rule := range []error{journal.ErrRefused, journal.ErrVersion} {
		onTroubled(t, func(d *desk, s *troubled) {
			f := func(journal.Change) error { return rule }
			s.commit.Store(&f)
			_, err := d.Charge(d.t.Context(), plainDraft())
			d.refused("against a rule", err, journal.CodeStore)
			s.commit.Store(nil)
			if d.StoreFault() != nil {
				t.Errorf("%v is called a fault: %+v", rule, d.StoreFault())
			}
			v := d.charge()
			if next := d.NextID(); next.Number() != v.ID.Number()+1 {
				t.Errorf("after %s the next is called %s", v.ID, next)
			}
		})
	}
}

// TestMoneyForASaleSetAsideIsLateInTheBook.
func TestMoneyForASaleSetAsideIsLateInTheBook(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.do(d.SetAside(d.t.Context(), v.ID, journal.AsideWrongAmount))
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		d.pass(10 * time.Second)
		d.want(v.ID, journal.StatusPaid)
		rows, err := d.store.Audit(d.t.Context(), 0, 1)
		d.do(err)
		if rows[0].Action != journal.AuditSettledLate {
			t.Errorf("in the book: %s", rows[0].Action)
		}
	})
}

// TestAStepTakesBackTheWordAboutTheOneBefore, as soon as it begins; and no second step
// begins beside it.
func TestAStepTakesBackTheWordAboutTheOneBefore(t *testing.T) {
	bubble(t, func(d *desk) {
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpGenerateQR {
				return core.ErrNotSent
			}
			return nil
		})
		v := d.charge()
		if d.sale(v.ID).Refusal == nil {
			t.Fatal("no refusal")
		}
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpGenerateQR {
				time.Sleep(5 * time.Second)
			}
			return nil
		})
		d.do(d.OfferQR(d.t.Context(), v.ID))
		d.pass(time.Second)
		if f := d.sale(v.ID).Refusal; f != nil {
			t.Errorf("while the QR is asked for again: %+v", f)
		}
		second := make(chan error, 1)
		go func() { second <- d.OfferQR(d.t.Context(), v.ID) }()
		for range 10_000 {
			runtime.Gosched()
		}
		select {
		case err := <-second:
			d.refused("beside a step", err, journal.CodeBusy)
		default:
			t.Error("a tap waits for the step before it")
		}
		d.pass(10 * time.Second)
	})
}

// TestASaleThatAManagerClosedGoesNoFurther.
func TestASaleThatAManagerClosedGoesNoFurther(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.code(core.RouteAccount)
		d.do(d.ToManager(d.t.Context(), v.ID, "noAnswer"))
		d.do(d.ResolveOutside(d.t.Context(), v.ID, "cash", "Huda"))
		d.refused("a code", d.SubmitOTP(d.t.Context(), v.ID, core.NewSecret(goodCode), false), journal.CodeStep)
		d.pass(time.Second)
		if n := d.gate.count(core.OpSubmitOTP); n != 0 {
			t.Errorf("%d codes", n)
		}
	})
}

// TestACodeIsRepeatedByAPersonsRight where people sign in: the plain way is for tills
// where nobody does.
func TestACodeIsRepeatedByAPersonsRight(t *testing.T) {
	bubble(t, func(d *desk) {
		d.hire()
		v := d.code(core.RouteAccount)
		d.refused("again", d.SubmitOTP(d.t.Context(), v.ID, core.NewSecret(goodCode), true), journal.CodeManager)
	})
}

// TestARefusedCodeMayHaveEndedThePayment: only a status says so, and it is asked for at
// once.
func TestARefusedCodeMayHaveEndedThePayment(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.code(core.RouteAccount)
		d.gate.hooks(func(op core.Operation, order string) error {
			if op == core.OpSubmitOTP {
				d.gate.set(order, "FAILED", "")
			}
			return nil
		})
		d.do(d.SubmitOTP(d.t.Context(), v.ID, core.NewSecret("111111"), false))
		d.pass(5 * time.Second)
		d.want(v.ID, journal.StatusFailed)
	})
}

// TestAClockSetAheadIsSeenWithinAMinute: the next question was an hour away.
func TestAClockSetAheadIsSeenWithinAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var off atomic.Int64
		d := clocked(t, &off)
		defer d.Close()
		v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
		d.do(err)
		d.pass(3 * time.Hour)
		asked := len(d.gate.questions())
		d.pass(time.Minute)
		off.Store(int64(2 * time.Hour))
		d.pass(62 * time.Second)
		if len(d.gate.questions()) == asked {
			t.Errorf("%s: nobody has looked at the clock", v.ID)
		}
	})
}
