package till_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/wire"
)

// apart answers for the account leg with a word of its own.
type apart struct {
	*gateway
	account wire.StatusResult
}

func (g apart) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	if c.ByAccountNumber {
		return g.account, nil
	}
	return g.gateway.FetchStatus(ctx, c)
}

// TestALostQRIsAskedAbout loses the reply to a QR, by the network or with the
// plug, and lets the customer go on by the account, which the bank fails. What
// the QR brings is heard of all the same, by the plan and after a restart.
func TestALostQRIsAskedAbout(t *testing.T) {
	for _, c := range []struct {
		name string
		plug bool
		word wire.StatusResult
		want journal.Status
	}{
		{"no reply, failed", false, wire.StatusResult{State: core.StateFailed, RawStatus: "FAILED"}, journal.StatusFailed},
		{"no reply, expired", false, wire.StatusResult{State: core.StateExpired, RawStatus: "EXPIRED"}, journal.StatusExpired},
		{"plug, failed", true, wire.StatusResult{State: core.StateFailed, RawStatus: "FAILED"}, journal.StatusFailed},
		{"plug, expired", true, wire.StatusResult{State: core.StateExpired, RawStatus: "EXPIRED"}, journal.StatusExpired},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store, gate := storetest.NewMemory(), newGateway()
				api := apart{gate, wire.StatusResult{State: core.StatePending, RawStatus: "PENDING"}}
				d := on(t, store, api, store, gate, nil)
				defer func() { d.Close() }()
				gate.hooks(func(op core.Operation, _ string) error {
					if op == core.OpGenerateQR {
						time.Sleep(time.Second)
						return errors.New("the reply is lost")
					}
					return nil
				})
				v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(500 * time.Millisecond)
				synctest.Wait()
				if got := d.sale(v.ID); got.Step != journal.StepQRIntent {
					t.Fatalf("the plug would be pulled at %s", got.Step)
				}
				if c.plug {
					disk := store.Crash()
					d.Close()
					store = disk
					d = on(t, store, api, store, gate, nil)
				}
				d.pass(time.Minute)
				gate.hooks(nil)
				d.do(d.Validate(t.Context(), v.ID, entry(core.RouteAccount)))
				d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
				gate.set(v.OrderID, "EXPIRED", "") // the leg of the QR
				d.Close()
				api.account = c.word
				d = on(t, store, api, store, gate, nil)
				d.pass(time.Minute)
				d.want(v.ID, c.want)
				gate.set(v.OrderID, "SUCCESS", "TX-QR")
				d.pass(time.Hour)
				d.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// loseQR charges by a QR whose reply is lost.
func (d *desk) loseQR() journal.View {
	d.t.Helper()
	d.replies(errors.New("the reply is lost"))
	v := d.charge()
	if v.Step != journal.StepCreated || !v.Session.QRLost || v.NeedsManager() {
		d.t.Fatalf("%s, %+v", v.Step, v.Session)
	}
	return v
}

// replies lets every QR be made and its reply be an error.
func (d *desk) replies(err error) {
	d.gate.mu.Lock()
	defer d.gate.mu.Unlock()
	d.gate.after = func(op core.Operation, _ string) error {
		if op == core.OpGenerateQR {
			return err
		}
		return nil
	}
}

// TestALostQRIsWatched: the reply was lost, and nobody taps anything, or goes
// only as far as the entry of a code. What the QR brings is heard of by the plan.
func TestALostQRIsWatched(t *testing.T) {
	for name, then := range map[string]func(*desk, journal.SaleID){
		"no route is picked": func(*desk, journal.SaleID) {},
		"a form is open":     func(d *desk, id journal.SaleID) { d.do(d.PickRoute(d.t.Context(), id, core.RouteAccount)) },
		"set aside":          func(d *desk, id journal.SaleID) { d.do(d.SetAside(d.t.Context(), id, journal.AsideCustomerLeft)) },
		"replaced": func(d *desk, id journal.SaleID) {
			_, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteAccount, Replaces: id, Reason: journal.AsideNoCode})
			d.do(err)
		},
		"a code is entered": func(d *desk, id journal.SaleID) {
			d.do(d.Validate(d.t.Context(), id, entry(core.RouteAccount)))
			d.want(id, journal.StatusCode)
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(d *desk) {
				v := d.loseQR()
				then(d, v.ID)
				d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
				d.pass(7 * time.Minute)
				d.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// TestALostQRIsAskedAboutAtTheStart: a till that starts again has heard nothing
// for as long as it was off.
func TestALostQRIsAskedAboutAtTheStart(t *testing.T) {
	for _, plug := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			d := open(t, storetest.NewMemory(), newGateway())
			defer func() { d.Close() }()
			var v journal.View
			if plug {
				d.gate.hooks(func(op core.Operation, _ string) error {
					if op == core.OpGenerateQR {
						time.Sleep(time.Second)
					}
					return nil
				})
				if v = d.charge(); v.Step != journal.StepQRIntent {
					t.Fatal(v.Step)
				}
			} else {
				v = d.loseQR()
			}
			for range 2 { // the second start finds nothing announced
				disk := d.store.Crash()
				d.Close()
				asked := len(d.gate.questions())
				d = open(t, disk, d.gate)
				d.pass(4 * time.Second)
				got := d.want(v.ID, journal.StatusChoosing)
				if n := len(d.gate.questions()) - asked; n == 0 || !got.Session.QRLost || got.Watch.Next.IsZero() {
					t.Errorf("plug %t: %d questions, lost %t, next %v", plug, n, got.Session.QRLost, got.Watch.Next)
				}
			}
			d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
			d.pass(7 * time.Minute)
			d.want(v.ID, journal.StatusPaid)
		})
	}
}

// TestALostQRIsHadByATap: a cashier who asks again has the QR, and nobody asks
// for a manager. One that was refused was never out, and nobody asks about it.
func TestALostQRIsHadByATap(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.loseQR()
		d.replies(nil)
		d.do(d.OfferQR(d.t.Context(), v.ID))
		if got := d.want(v.ID, journal.StatusWaiting); got.Session.QRLost || got.Session.QRPayload == "" || got.Live.PollingSince.IsZero() {
			d.t.Errorf("%+v", got)
		}
	})
	bubble(t, func(d *desk) {
		d.replies(&core.PaymentAPIError{Operation: core.OpGenerateQR, HTTPStatus: 422, Code: "NO_QR"})
		v := d.charge()
		d.pass(80 * time.Hour)
		if got := d.want(v.ID, journal.StatusChoosing); got.Session.QRLost || !got.Watch.Since.IsZero() || len(d.gate.questions()) != 0 {
			d.t.Errorf("%+v", got)
		}
	})
}

// TestALostQRBeginsThePlanAnew: the plan of the first was used up when the
// second was lost.
func TestALostQRBeginsThePlanAnew(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.loseQR()
		d.pass(80 * time.Hour)
		if at := d.sale(v.ID).Watch.Next; !at.IsZero() {
			d.t.Fatalf("another question is planned for %v", at)
		}
		d.do(d.OfferQR(d.t.Context(), v.ID))
		d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
		d.pass(2 * time.Hour)
		d.want(v.ID, journal.StatusPaid)
	})
	bubble(t, func(d *desk) { // and so does the code of an account after it
		v := d.loseQR()
		d.pass(80 * time.Hour)
		d.do(d.Validate(d.t.Context(), v.ID, entry(core.RouteAccount)))
		d.want(v.ID, journal.StatusCode)
		d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
		d.pass(2 * time.Hour)
		d.want(v.ID, journal.StatusPaid)
	})
	bubble(t, func(d *desk) { // of a QR on show, whose polling is over too
		v := d.capped()
		d.pass(80 * time.Hour)
		d.replies(errors.New("the reply is lost"))
		d.do(d.OfferQR(d.t.Context(), v.ID))
		d.want(v.ID, journal.StatusUnknown)
		d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
		d.pass(2 * time.Hour)
		d.want(v.ID, journal.StatusPaid)
	})
}

// TestALostQRNeedsAManagerOnceConfirmed: as a QR on show does, once the customer
// turns out to have it, or nobody can tell whose the answer was.
func TestALostQRNeedsAManagerOnceConfirmed(t *testing.T) {
	refused := func(d *desk, id journal.SaleID) {
		d.t.Helper()
		if _, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: id}); journal.CodeOf(err) != journal.CodeManager {
			d.t.Errorf("replaced: %v", err)
		}
	}
	bubble(t, func(d *desk) {
		v := d.loseQR()
		d.gate.set(v.OrderID, "PROCESSING", "")
		d.do(d.Check(d.t.Context(), v.ID))
		if got := d.want(v.ID, journal.StatusWaiting); got.Session.State != core.StateWaitingPayment || got.Live.PollingSince.IsZero() {
			d.t.Errorf("%+v", got)
		}
		for _, h := range d.sale(v.ID).History {
			if h.Code == journal.HistoryQRShown {
				d.t.Error("nobody was shown a QR")
			}
		}
		refused(d, v.ID)
		d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
		d.pass(4 * time.Second)
		d.want(v.ID, journal.StatusPaid)
	})
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		d := on(t, store, elsewhere{gate}, store, gate, nil)
		defer d.Close()
		v := d.loseQR()
		d.do(d.Check(t.Context(), v.ID))
		refused(d, v.ID)
	})
}

// elsewhere answers every status question for another payment.
type elsewhere struct{ *gateway }

func (elsewhere) FetchStatus(context.Context, wire.StatusCall) (wire.StatusResult, error) {
	return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", Conflict: "another order"}, nil
}

// TestALostQRMayBePaidToo: an account paid the sale, and its lost QR pays it once
// more.
func TestALostQRMayBePaidToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		api := apart{gate, wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: "TX-ACCOUNT"}}
		d := on(t, store, api, store, gate, nil)
		defer d.Close()
		v := d.loseQR()
		d.do(d.Validate(t.Context(), v.ID, entry(core.RouteAccount)))
		d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
		d.pass(4 * time.Second)
		if got := d.want(v.ID, journal.StatusPaid); !got.SecondWatched() {
			t.Error("its other leg is not watched")
		}
		gate.set(v.OrderID, "SUCCESS", "TX-QR")
		d.pass(time.Hour)
		if !d.sale(v.ID).PaidTwice() {
			t.Error("the second debit was not heard of")
		}
	})
}
