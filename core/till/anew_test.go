package till_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// capped shows a QR that nobody pays until polling has ended.
func (d *desk) capped() journal.View {
	d.t.Helper()
	v := d.charge()
	d.pass(5*time.Minute + time.Second)
	return d.want(v.ID, journal.StatusUnknown)
}

// TestACodeAfterACappedQRIsEntered: polling of the QR came to its end, the
// customer pays from an account instead. What is asked for now is the code.
func TestACodeAfterACappedQRIsEntered(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.capped()
		d.do(d.Validate(d.t.Context(), v.ID, entry(core.RouteAccount)))
		d.want(v.ID, journal.StatusCode)
	})
}

// TestAnAccountAfterTheLastQuestionIsWatched: the plan of an abandoned QR was
// used up. The customer comes back, a code is sent, and the QR is paid.
func TestAnAccountAfterTheLastQuestionIsWatched(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.capped()
		d.pass(80 * time.Hour)
		if at := d.sale(v.ID).Watch.Next; !at.IsZero() {
			d.t.Fatalf("another question is planned for %v", at)
		}
		d.do(d.Validate(d.t.Context(), v.ID, entry(core.RouteAccount)))
		d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
		d.pass(2 * time.Hour)
		d.want(v.ID, journal.StatusPaid)
	})
}

// TestARepeatedCodeMayBeRepeatedAfterTwoPlugs: a manager repeats a code after
// the cap, and the plug is pulled over it, and once more. Unless polling begins
// again it never ends, and the code pad stays locked for good.
func TestARepeatedCodeMayBeRepeatedAfterTwoPlugs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := newGateway()
		gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpSubmitOTP {
				time.Sleep(time.Second)
				return fmt.Errorf("cut off: %w", core.ErrOutcomeUnknown)
			}
			return nil
		})
		d := open(t, storetest.NewMemory(), gate)
		defer func() { d.Close() }()
		v := d.code(core.RouteAccount)
		gate.set(v.OrderID, "PENDING", "")
		code := core.NewSecret("135791")
		d.do(d.SubmitOTP(d.t.Context(), v.ID, code, false))
		d.pass(6 * time.Minute)
		d.do(d.RepeatOTP(d.t.Context(), v.ID, code, "Huda"))
		for range 2 {
			disk := d.store.Crash()
			d.Close()
			d = open(t, disk, gate)
			d.pass(time.Second)
		}
		d.pass(6 * time.Minute)
		sent := gate.count(core.OpSubmitOTP)
		d.do(d.RepeatOTP(d.t.Context(), v.ID, code, "Huda"))
		if got := gate.count(core.OpSubmitOTP); got != sent+1 {
			t.Errorf("the code cannot be repeated: %+v", d.sale(v.ID).Refusal)
		}
		d.pass(2 * time.Second)
	})
}

// TestAJournalPutBackIsWatchedAnew: of a sale whose plan was used up before the
// backup, a QR may have been shown since.
func TestAJournalPutBackIsWatchedAnew(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.capped()
		d.pass(80 * time.Hour)
		old := putBack(d.t, d.store, d.store.Commits(), journal.FreezeRestored, time.Now())
		d.Close()
		e := open(d.t, old, d.gate)
		defer e.Close()
		e.pass(time.Minute)
		e.gate.set(v.OrderID, "SUCCESS", "TX-QR")
		e.pass(2 * time.Hour)
		e.want(v.ID, journal.StatusPaid)
	})
}

// TestARepeatedCodeThatIsTakenIsWatched: the first reply was lost, polling and
// the plan came to their end. The bank takes the second and debits while the
// till is off.
func TestARepeatedCodeThatIsTakenIsWatched(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.code(core.RouteAccount)
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpSubmitOTP {
				return fmt.Errorf("cut off: %w", core.ErrOutcomeUnknown)
			}
			return nil
		})
		code := core.NewSecret(goodCode)
		d.do(d.SubmitOTP(d.t.Context(), v.ID, code, false))
		d.pass(80 * time.Hour)
		d.gate.hooks(nil)
		d.do(d.RepeatOTP(d.t.Context(), v.ID, code, "Huda"))
		disk := d.store.Crash()
		d.Close()
		e := open(d.t, disk, d.gate)
		defer e.Close()
		e.pass(time.Minute)
		e.gate.set(v.OrderID, "SUCCESS", "TX-1")
		e.pass(2 * time.Hour)
		e.want(v.ID, journal.StatusPaid)
	})
}

// TestACodeThatIsTakenAfterARefusedTokenIsWatched: the plan was used up before
// the code. While it is on its way a status tells of the confirmation, and the
// next one that the token is not taken any more, which ends polling.
func TestACodeThatIsTakenAfterARefusedTokenIsWatched(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.do(d.Validate(d.t.Context(), v.ID, entry(core.RouteWallet)))
		d.pass(80 * time.Hour)
		var deny atomic.Bool
		d.gate.hooks(func(op core.Operation, _ string) error {
			switch {
			case op == core.OpSubmitOTP:
				time.Sleep(15 * time.Second)
			case op == core.OpFetchStatus && deny.Load():
				return core.ErrTokenExpired
			}
			return nil
		})
		d.do(d.SubmitOTP(d.t.Context(), v.ID, core.NewSecret(goodCode), false))
		d.gate.set(v.OrderID, "PROCESSING", "")
		d.do(d.Check(d.t.Context(), v.ID))
		deny.Store(true)
		d.pass(time.Minute)
		if s := d.sale(v.ID); !s.Watch.Denied || s.Session.State != core.StateWaitingPayment {
			d.t.Fatalf("denied %v, state %s", s.Watch.Denied, s.Session.State)
		}
		deny.Store(false)
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		d.pass(2 * time.Hour)
		d.want(v.ID, journal.StatusPaid)
	})
}

// TestAnAccountAfterAJournalWasPutBackIsWatched: the QR was shown after the
// backup, so nobody here knows of it.
func TestAnAccountAfterAJournalWasPutBackIsWatched(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.by(core.RouteAccount)
		old := putBack(d.t, d.store, d.store.Commits(), journal.FreezeRestored, time.Now())
		d.Close()
		e := open(d.t, old, d.gate)
		defer e.Close()
		e.pass(80 * time.Hour)
		e.do(e.ConfirmRecovery(d.t.Context(), "Huda"))
		e.do(e.Validate(d.t.Context(), v.ID, entry(core.RouteAccount)))
		e.gate.set(v.OrderID, "SUCCESS", "TX-QR")
		e.pass(2 * time.Hour)
		e.want(v.ID, journal.StatusPaid)
	})
}
