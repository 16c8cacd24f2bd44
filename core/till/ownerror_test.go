package till_test

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// bentClock shows no time at all once it is bent: a settlement by it would have none.
type bentClock struct {
	core.Clock
	bent atomic.Bool
}

func (c *bentClock) Now() time.Time {
	if c.bent.Load() {
		return time.Time{}
	}
	return c.Clock.Now()
}

// bend opens a till in which the first sale's SDK has such a clock, from the answer on
// that the sale is paid.
func bend(t *testing.T) (*desk, *troubled) {
	store, gate := &troubled{Memory: storetest.NewMemory()}, newGateway()
	clock := &bentClock{Clock: core.SystemClock()}
	made := 0
	d, err := till.Open(t.Context(), till.Config{
		Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
		Routes: []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
		NewSDK: func() *core.WebSDK {
			if made++; made > 1 {
				return core.NewWebSDK(gate, &core.InMemoryTokenStore{})
			}
			return core.NewWebSDK(gate, &core.InMemoryTokenStore{}, core.WithClock(clock))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	gate.after = func(op core.Operation, order string) error {
		gate.mu.Lock()
		defer gate.mu.Unlock()
		if p := gate.payments["pay-1"]; op == core.OpFetchStatus && p.order == order && p.status == "SUCCESS" {
			clock.bent.Store(true)
		}
		return nil
	}
	return &desk{Till: d, t: t, store: store.Memory, gate: gate, sub: d.Subscribe()}, store
}

// TestAnErrorOfItsOwnFreezesTheTill: what breaks an invariant is not written and not shown,
// and moves no more money; what the gateway says of other sales is kept, and a restart
// finds the truth of before.
func TestAnErrorOfItsOwnFreezesTheTill(t *testing.T) {
	for how, wait := range map[string]time.Duration{"polled": 0, "watched": 5*time.Minute + 10*time.Second} {
		t.Run(how, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, _ := bend(t)
				defer d.Close()
				d.shifts(10_000)
				spent := d.cash(5_000, 5_000)
				a, b, c := d.charge(), d.charge(), d.code(core.RouteAccount)
				d.pass(wait)
				before, was := d.sale(a.ID), d.drain()
				d.gate.set(a.OrderID, "SUCCESS", "TX-1")
				d.pass(2 * time.Minute)

				d.unproven(a.ID, before.Status())
				fault := d.StoreFault()
				if fault == nil || fault.Code != string(journal.CodeOwnError) || fault.Err.Error() != "invariant settled of sale "+string(a.ID) {
					t.Fatalf("fault %+v", fault)
				}
				told := 0
				for _, n := range append(was, d.drain()...) {
					if n.StoreFault != nil {
						told++
					}
					if n.Kind == journal.NoticeSale && n.View.ID == a.ID && n.View.Status().Ended() {
						t.Errorf("shown as %s", n.View.Status())
					}
				}
				if told != 1 {
					t.Errorf("told %d times", told)
				}
				d.refusesMoney(b, c, spent)

				d.gate.set(b.OrderID, "SUCCESS", "TX-2") // polling, watching and reading go on
				d.pass(10 * time.Minute)
				if paid := d.want(b.ID, journal.StatusPaid); paid.ReceiptSeq != 1 {
					t.Errorf("receipt %d", paid.ReceiptSeq)
				}
				if err := d.Check(t.Context(), a.ID); journal.CodeOf(err) != journal.CodeOwnError {
					t.Errorf("asked again: %v", err)
				}
				d.unproven(a.ID, before.Status(), journal.StatusUnknown)

				disk := d.store.Crash()
				d.Close()
				d.gate.after = nil
				again := open(t, disk, d.gate)
				defer again.Close()
				again.pass(5 * time.Second)
				if paid := again.want(a.ID, journal.StatusPaid); paid.ReceiptSeq != 2 || again.StoreFault() != nil {
					t.Errorf("after a restart: receipt %d, fault %+v", paid.ReceiptSeq, again.StoreFault())
				}
				again.charge()
			})
		})
	}
}

// unproven fails where the sale is shown as ended, or the disk has anything of its
// settlement.
func (d *desk) unproven(id journal.SaleID, shown ...journal.Status) {
	d.t.Helper()
	disk, err := d.store.Sale(d.t.Context(), id)
	d.do(err)
	if disk.Session.State == core.StateSuccess || disk.ReceiptSeq != 0 || !disk.SettledAt.IsZero() {
		d.t.Errorf("on the disk: %s, receipt %d", disk.Session.State, disk.ReceiptSeq)
	}
	for _, v := range []journal.View{d.sale(id), {Sale: disk}} {
		if s := v.Status(); s.Ended() || s != shown[0] && s != shown[len(shown)-1] {
			d.t.Errorf("shown as %s", s)
		}
	}
	rows, err := d.store.Audit(d.t.Context(), 0, 1000)
	d.do(err)
	for _, row := range rows {
		if row.SaleID == id && row.Action == journal.AuditSettled {
			d.t.Errorf("audit has %+v", row)
		}
	}
}

// refusesMoney tries what moves money, or sends something that could.
func (d *desk) refusesMoney(qr, code, cash journal.View) {
	d.t.Helper()
	ctx := d.t.Context()
	opened, codes := len(d.gate.orders()), d.gate.count(core.OpSubmitOTP)
	for what, act := range map[string]func() error{
		"payment": func() error { _, err := d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR}); return err },
		"cash":    func() error { _, err := d.TakeCash(ctx, journal.Draft{Amount: amount}, 20_000); return err },
		"QR":      func() error { return d.OfferQR(ctx, qr.ID) },
		"code":    func() error { return d.SubmitOTP(ctx, code.ID, core.NewSecret(goodCode), false) },
		"refund":  func() error { return d.Refunds.ReturnDebt(ctx, 1, "Huda", 1, 1, "X") },
		"reversal": func() error {
			return d.Refunds.ReverseCash(ctx, cash.ID, "Huda", 0, "wrong")
		},
		"drawer": func() error { return d.Shifts.MoveCash(ctx, "Huda", journal.MovementOut, 1, "bank", "") },
		"Z":      func() error { _, err := d.Shifts.CloseShift(ctx, 1, "Huda", ""); return err },
	} {
		if err := act(); journal.CodeOf(err) != journal.CodeOwnError || !errors.Is(err, journal.ErrRefused) {
			d.t.Errorf("%s: %v", what, err)
		}
	}
	synctest.Wait()
	if len(d.gate.orders()) != opened || d.gate.count(core.OpSubmitOTP) != codes {
		d.t.Error("something was sent")
	}
}

// TestNothingIsSentOnceTheTillIsFrozen, also not what was allowed in the moment before.
func TestNothingIsSentOnceTheTillIsFrozen(t *testing.T) {
	for what, act := range map[string]func(d *desk, old, next journal.View) (journal.SaleID, error){
		"payment": func(d *desk, old, _ journal.View) (journal.SaleID, error) {
			v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: old.ID, Reason: journal.AsideWrongAmount})
			return v.ID, err
		},
		"QR": func(d *desk, _, next journal.View) (journal.SaleID, error) {
			return next.ID, d.OfferQR(t.Context(), next.ID)
		},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, store := bend(t)
				defer d.Close()
				a, old := d.charge(), d.charge()
				next := d.instead(old.ID)
				opened, shown := len(d.gate.orders()), d.gate.count(core.OpGenerateQR)
				looked := func(id journal.SaleID) error {
					if id == old.ID {
						store.sale.Store(nil)
						d.gate.set(a.OrderID, "SUCCESS", "TX-1")
						if err := d.Check(t.Context(), a.ID); journal.CodeOf(err) != journal.CodeOwnError {
							t.Errorf("the settlement: %v", err)
						}
					}
					return nil
				}
				store.sale.Store(&looked)
				id, err := act(d, old, next)
				d.do(err)
				if store.sale.Load() != nil || d.StoreFault() == nil {
					t.Fatal("nothing was found meanwhile")
				}
				if len(d.gate.orders()) != opened || d.gate.count(core.OpGenerateQR) != shown {
					t.Error("something was sent")
				}
				if s := d.sale(id); s.Step != journal.StepNotSent && s.Step != next.Step {
					t.Errorf("stands at %s", s.Step)
				}
			})
		})
	}
}

// TestTheFreezeOutlastsAFaultOfTheStore: the disk's recovery does not let the till go on.
func TestTheFreezeOutlastsAFaultOfTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, store := bend(t)
		defer d.Close()
		a, b := d.charge(), d.charge()
		d.gate.set(a.OrderID, "SUCCESS", "TX-1")
		d.pass(5 * time.Second)
		d.drain()
		fails := func(journal.Change) error { store.commit.Store(nil); return errors.New("unplugged") }
		store.commit.Store(&fails)
		d.gate.set(b.OrderID, "SUCCESS", "TX-2")
		d.pass(5 * time.Second)
		var last []string
		for _, n := range d.drain() {
			if n.Kind == journal.NoticeStoreFault && n.StoreFault != nil {
				last = append(last, n.StoreFault.Code)
			}
		}
		d.want(b.ID, journal.StatusPaid)
		if !slices.Equal(last, []string{"store", "ownError"}) || d.StoreFault() == nil || d.StoreFault().Code != "ownError" {
			t.Errorf("told %v, stands at %+v", last, d.StoreFault())
		}
	})
}

// TestABentStepIsRefusedAtOnce, however much it insists: paid stays paid.
func TestABentStepIsRefusedAtOnce(t *testing.T) {
	for how, insist := range till.Insists {
		bubble(t, func(d *desk) {
			v, said := d.paid("TX-1"), make(chan error, 1)
			go func() {
				said <- till.Bend(t.Context(), d.Till, v.ID, insist, func(s *journal.Sale) { s.Session.State = core.StateFailed })
			}()
			synctest.Wait()
			select {
			case err := <-said:
				if journal.CodeOf(err) != journal.CodeOwnError {
					t.Errorf("%s: %v", how, err)
				}
			default:
				t.Errorf("%s: it is not told", how)
				d.Close()
				return
			}
			rows, err := d.store.Audit(t.Context(), 0, 1)
			d.do(err)
			if s := d.want(v.ID, journal.StatusPaid); s.Version != v.Version || rows[0].Action == journal.AuditCopy {
				t.Errorf("%s: version %d, newest row %s", how, s.Version, rows[0].Action)
			}
		})
	}
}
