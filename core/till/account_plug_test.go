package till_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestPlugPulledOnEveryRoute restarts the till from every state that the disk
// went through, on the routes with a code, while the gateway went on to pay.
func TestPlugPulledOnEveryRoute(t *testing.T) {
	for _, route := range []core.Route{core.RouteAccount, core.RouteWallet} {
		for _, switched := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, switched from a QR %v", route, switched), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { plugOnRoute(t, route, switched) })
			})
		}
	}
}

func plugOnRoute(t *testing.T, route core.Route, switched bool) {
	d := open(t, storetest.NewMemory(), newGateway())
	id := d.takeByCode(route, switched)
	d.Close()
	for n := 1; n <= d.store.Commits(); n++ {
		before, err := d.store.At(n).Sale(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		e := open(t, d.store.At(n), d.gate)
		synctest.Wait()
		first := e.sale(id)
		sent := e.gate.count(core.OpSubmitOTP) + e.gate.count(core.OpValidateAccount)
		e.pass(10 * time.Minute)
		last := e.sale(id)
		t.Logf("%-8s switched %-5v step %-14s state %-15q comes back as %-9s then %s", route, switched, before.Step,
			before.Session.State, first.Status(), last.Status())
		want := journal.StatusPaid
		switch {
		case before.Step == journal.StepIntent:
			want = journal.StatusNotOpened
		case before.Step == journal.StepCreated:
			want = journal.StatusChoosing
		case before.Step == journal.StepValidateIntent && before.Session.State == core.StatePending:
			want = journal.StatusEntry // no code was sent as far as is known: the form again
		case before.Session.State == core.StateOTPRequired && before.Step == journal.StepSession:
			want = journal.StatusCode // no poller while a code is entered
			if switched {
				want = journal.StatusPaid // but the QR under it is watched
			}
		}
		if last.Status() != want {
			t.Errorf("after commit %d (%s, %s): %s, want %s", n, before.Step, before.Session.State, last.Status(), want)
		}
		if again := e.gate.count(core.OpSubmitOTP) + e.gate.count(core.OpValidateAccount); again != sent {
			t.Errorf("after commit %d something was sent by itself", n)
		}
		e.Close()
	}
	if total, _ := d.gate.initiated(); total != 1 || d.gate.taken != 1 {
		t.Errorf("initiate arrived %d times, the code was taken %d times", total, d.gate.taken)
	}
}

// takeByCode takes one payment by a code to its end.
func (d *desk) takeByCode(route core.Route, switched bool) journal.SaleID {
	d.t.Helper()
	d.gate.walletSays = "PROCESSING"
	var v journal.View
	if switched {
		v = d.charge()
		d.do(d.Validate(d.t.Context(), v.ID, entry(route)))
		d.want(v.ID, journal.StatusCode)
	} else {
		v = d.code(route)
	}
	d.do(d.SubmitOTP(d.t.Context(), v.ID, core.NewSecret(goodCode), false))
	d.pass(11 * time.Second)
	d.gate.set(v.OrderID, "SUCCESS", "TX-1")
	d.do(d.Check(d.t.Context(), v.ID))
	d.pass(time.Second)
	d.want(v.ID, journal.StatusPaid)
	return v.ID
}

// TestCodeIsNowhereOnTheDisk looks for code, token and account in all that was
// committed in clear.
func TestCodeIsNowhereOnTheDisk(t *testing.T) {
	bubble(t, func(d *desk) {
		var clear string
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			clear += fmt.Sprintf("%+v %#v %v", c.Sale, c.Audit, c.Secrets)
			return storetest.Stored
		})
		d.takeByCode(core.RouteAccount, true)
		if len(clear) < 1000 {
			t.Fatal("nothing was looked at")
		}
		for _, secret := range []string{goodCode, "token-pay-1", "0123456789014417", "Belhadj"} {
			if strings.Contains(clear, secret) {
				t.Errorf("%q stands in a record", secret)
			}
		}
	})
}
