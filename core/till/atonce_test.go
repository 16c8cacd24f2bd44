package till_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// TestADecisionBesideAnAnnouncementWaitsForIt: both are in the record.
func TestADecisionBesideAnAnnouncementWaitsForIt(t *testing.T) {
	onTroubled(t, func(d *desk, s *troubled) {
		said := make(chan error, 1)
		var begun atomic.Bool
		f := func(c journal.Change) error {
			if c.Sale != nil && c.Sale.Step == journal.StepQRIntent && begun.CompareAndSwap(false, true) {
				go func() { said <- d.ToManager(d.t.Context(), c.Sale.ID, "noAnswer") }()
				yields()
			}
			return nil
		}
		s.commit.Store(&f)
		v := d.charge()
		d.pass(5 * time.Second)
		d.do(<-said)
		if got := d.sale(v.ID); got.WithManager == nil || got.Session.QRPayload == "" {
			t.Errorf("with the manager %v, %s, QR %q", got.WithManager, got.Step, got.Session.QRPayload)
		}
	})
}

// TestAnAnnouncedCodeIsWatched also where it was not sent after all.
func TestAnAnnouncedCodeIsWatched(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.code(core.RouteAccount)
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpSubmitOTP {
				return core.ErrNotSent
			}
			return nil
		})
		d.do(d.SubmitOTP(d.t.Context(), v.ID, core.NewSecret(goodCode), false))
		d.pass(time.Second)
		if s := d.sale(v.ID); !s.CodeSubmitted || s.Watch.Since.IsZero() {
			t.Errorf("submitted %v, watched %+v", s.CodeSubmitted, s.Watch)
		}
	})
}

// TestAPaymentThatEndsWhileItsQRIsRefused stays ended, and nothing is said of the QR.
func TestAPaymentThatEndsWhileItsQRIsRefused(t *testing.T) {
	bubble(t, func(d *desk) {
		d.gate.hooks(func(op core.Operation, order string) error {
			if op != core.OpGenerateQR {
				return nil
			}
			d.gate.set(order, "FAILED", "")
			go func() { _ = d.Check(d.t.Context(), d.InFlight()[0].ID) }()
			time.Sleep(5 * time.Second)
			return &core.PaymentAPIError{Operation: op, HTTPStatus: 422, Code: "NO_QR"}
		})
		v := d.charge()
		d.pass(10 * time.Second)
		if s := d.want(v.ID, journal.StatusFailed); s.Step != journal.StepSession || s.Refusal != nil {
			t.Errorf("%s, %+v", s.Step, s.Refusal)
		}
	})
}

// TestAPlanRestsWhileAPollerAsks: the token was taken again, and polling goes on.
func TestAPlanRestsWhileAPollerAsks(t *testing.T) {
	bubble(t, func(d *desk) {
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpFetchStatus {
				return &core.PaymentAPIError{Operation: op, HTTPStatus: 401, Code: "TOKEN_EXPIRED"}
			}
			return nil
		})
		v := d.charge()
		d.pass(4 * time.Minute)
		d.gate.hooks(nil)
		d.do(d.Check(d.t.Context(), v.ID))
		d.pass(10 * time.Second)
		was := d.sale(v.ID)
		if was.Live.PollingSince.IsZero() || was.Watch.Next.IsZero() {
			t.Fatalf("polled since %v, planned %+v", was.Live.PollingSince, was.Watch)
		}
		d.pass(4 * time.Minute)
		if got := d.sale(v.ID); got.Live.PollingSince.IsZero() || got.Watch != was.Watch {
			t.Errorf("polled since %v, planned %+v, was %+v", got.Live.PollingSince, got.Watch, was.Watch)
		}
	})
}

// told is a log that lets something happen at a line.
type told struct {
	slog.Handler
	line string
	then *atomic.Pointer[func()]
}

func (l told) Enabled(context.Context, slog.Level) bool { return true }

func (l told) Handle(_ context.Context, r slog.Record) error {
	if r.Message == l.line {
		if f := l.then.Swap(nil); f != nil {
			(*f)()
		}
	}
	return nil
}

// TestASaleThatBeginsWhileTheDiskIsReadBackIsItsOwn: its intent is on the disk and it is
// not in hand yet.
func TestASaleThatBeginsWhileTheDiskIsReadBackIsItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := &troubled{Memory: storetest.NewMemory()}, newGateway()
		var then atomic.Pointer[func()]
		tl, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
			Logger: slog.New(told{slog.DiscardHandler, "store works again", &then}), Routes: []core.Route{core.RouteQR},
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) }})
		if err != nil {
			t.Fatal(err)
		}
		d := &desk{Till: tl, t: t, store: store.Memory, gate: gate, sub: tl.Subscribe()}
		defer d.Close()
		opened := make(chan journal.View, 1)
		begin := func() {
			written := func(c journal.Change) {
				if c.Sale != nil && c.Sale.Version == 1 {
					yields() // now the disk is read back
				}
			}
			store.done.Store(&written)
			go func() {
				v, err := d.Charge(t.Context(), plainDraft())
				d.do(err)
				opened <- v
			}()
			yields()
		}
		then.Store(&begin)
		store.FailNext(storetest.Lost)
		_, _ = d.Charge(t.Context(), plainDraft())
		d.pass(10 * time.Second)
		v := <-opened
		if s := d.want(v.ID, journal.StatusWaiting); count(s.Sale, journal.HistoryNotSent) != 0 {
			t.Errorf("called not sent: %+v", s.History)
		}
	})
}

// TestManyAtOnce charges, asks and signs in from many goroutines in real time: it is for
// the race detector.
func TestManyAtOnce(t *testing.T) {
	d := open(t, storetest.NewMemory(), newGateway())
	defer d.Close()
	huda, _ := d.hire()
	ctx := t.Context()
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for range 15 {
				next := d.NextID()
				if _, err := d.Charge(ctx, plainDraft()); err != nil {
					t.Error(err)
				}
				_ = d.Check(ctx, next)
				d.WatchNow()
			}
		})
	}
	all.Go(func() {
		for range 40 {
			if _, there := d.Staff.Present(); !there {
				t.Error("nobody is there")
			}
			if err := d.Staff.SignIn(ctx, huda.ID, pin("12345")); err != nil {
				t.Error(err)
			}
		}
	})
	all.Go(func() {
		for range 4_000 {
			d.Staff.Present()
		}
	})
	all.Wait()
	payments := map[string]journal.SaleID{}
	for _, v := range d.InFlight() {
		if other := payments[v.Session.PaymentID]; v.Session.PaymentID != "" && other != "" {
			t.Errorf("%s and %s have one payment", v.ID, other)
		}
		payments[v.Session.PaymentID] = v.ID
	}
}
