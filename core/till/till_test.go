package till_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/till"
)

var amount = money.Amount{Minor: 12500, Currency: "LYD"}

var defaults = journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"}

// desk is a till on a memory store and a gateway in memory.
type desk struct {
	*till.Till
	t     *testing.T
	store *storetest.Memory
	gate  *gateway
	sub   *till.Subscription
}

func open(t *testing.T, store *storetest.Memory, gate *gateway) *desk {
	t.Helper()
	return openPaper(t, store, gate, nil)
}

// openPaper is open with something to print on.
func openPaper(t *testing.T, store *storetest.Memory, gate *gateway, p till.Paper) *desk {
	t.Helper()
	d, err := till.Open(t.Context(), till.Config{
		Store: store, Paper: p, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
		Routes: []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
		NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return &desk{Till: d, t: t, store: store, gate: gate, sub: d.Subscribe()}
}

func (d *desk) charge() journal.View {
	d.t.Helper()
	v, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
	if err != nil {
		d.t.Fatal(err)
	}
	synctest.Wait()
	return d.sale(v.ID)
}

func (d *desk) sale(id journal.SaleID) journal.View {
	d.t.Helper()
	if v, ok := d.Sale(id); ok {
		return v
	}
	s, err := d.store.Sale(d.t.Context(), id)
	if err != nil {
		d.t.Fatalf("sale %s: %v", id, err)
	}
	return journal.View{Sale: s}
}

func (d *desk) want(id journal.SaleID, status journal.Status) journal.View {
	d.t.Helper()
	v := d.sale(id)
	if v.Status() != status {
		d.t.Fatalf("sale %s is %s (step %s, state %s), want %s", id, v.Status(), v.Step, v.Session.State, status)
	}
	return v
}

// drain returns the notices so far.
func (d *desk) drain() []journal.Notice {
	var out []journal.Notice
	for {
		n, ok := d.sub.TryNext()
		if !ok {
			return out
		}
		out = append(out, n)
	}
}

// bubble runs f in virtual time with a fresh desk.
func bubble(t *testing.T, f func(d *desk)) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		defer d.Close()
		f(d)
	})
}

func TestQRPaymentIsPaidAndHasItsReceipt(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		if v.Status() != journal.StatusWaiting || v.Session.QRPayload != "qr:pay-1" || v.ID.Number() != 1 {
			t.Fatalf("after Charge: %s, QR %q, number %d", v.Status(), v.Session.QRPayload, v.ID.Number())
		}
		d.gate.set(v.OrderID, "PROCESSING", "")
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if got := d.sale(v.ID).Session.State; got != core.StateWaitingPayment {
			t.Fatalf("state %s, want waitingPayment", got)
		}
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		time.Sleep(4 * time.Second)
		synctest.Wait()
		paid := d.want(v.ID, journal.StatusPaid)
		rec, err := d.Receipt(t.Context(), paid.ReceiptSeq)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Seq != 1 || rec.TransactionID != "TX-1" || rec.Amount != amount || rec.SaleID != v.ID ||
			rec.Shop != "Al Noor Market" || rec.Route != core.RouteQR || !rec.Test() || rec.OrderID != v.OrderID {
			t.Errorf("receipt %+v", rec)
		}
		rows, err := d.store.Audit(t.Context(), 0, 10)
		if err != nil || len(rows) != 1 || rows[0].Action != journal.AuditSettled {
			t.Errorf("audit %+v, %v", rows, err)
		}
		sec, err := d.store.SaleSecrets(t.Context(), v.ID)
		if err != nil || !sec.Empty() {
			t.Errorf("the token outlived the payment: empty %v, %v", sec.Empty(), err)
		}
		if total, most := d.gate.initiated(); total != 1 || most != 1 {
			t.Errorf("initiate arrived %d times", total)
		}
		if err := d.Acknowledge(t.Context(), v.ID); err != nil {
			t.Error(err)
		}
		if n := len(d.InFlight()); n != 0 {
			t.Errorf("%d sales in flight after acknowledging", n)
		}
	})
}

// TestIntentsAreDurableBeforeTheirCalls looks at the store from inside each
// call.
func TestIntentsAreDurableBeforeTheirCalls(t *testing.T) {
	bubble(t, func(d *desk) {
		steps := map[core.Operation]journal.Step{core.OpInitiate: journal.StepIntent, core.OpGenerateQR: journal.StepQRIntent}
		seen := map[core.Operation]journal.Step{}
		d.gate.hooks(func(op core.Operation, order string) error {
			sales, err := d.store.OpenSales(context.Background())
			if err == nil && len(sales) == 1 && sales[0].OrderID == order {
				seen[op] = sales[0].Step
			}
			return nil
		})
		d.charge()
		for op, want := range steps {
			if seen[op] != want {
				t.Errorf("at %s the store had step %q, want %q", op, seen[op], want)
			}
		}
	})
}

// TestNothingIsShownBeforeItIsDurable compares each notice with what was on
// the disk when it came.
func TestNothingIsShownBeforeItIsDurable(t *testing.T) {
	bubble(t, func(d *desk) {
		var ahead []string
		check := func() {
			for _, n := range d.drain() {
				if n.Kind != journal.NoticeSale && n.Kind != journal.NoticeLive {
					continue
				}
				disk, err := d.store.At(d.store.Commits()).Sale(context.Background(), n.View.ID)
				if err != nil || disk.Version < n.View.Version {
					ahead = append(ahead, fmt.Sprintf("%s version %d", n.View.Status(), n.View.Version))
				}
			}
		}
		v := d.charge()
		check()
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		release := make(chan struct{})
		d.store.OnCommit(func(int, journal.Change) storetest.Outcome { <-release; return storetest.Stored })
		time.Sleep(5 * time.Second)
		synctest.Wait()
		for _, n := range d.drain() { // the commit hangs: nobody may say paid
			if n.View.Status() == journal.StatusPaid {
				ahead = append(ahead, "paid while its commit hung")
			}
		}
		close(release)
		synctest.Wait()
		if s := d.sale(v.ID).Status(); s != journal.StatusPaid {
			t.Errorf("afterwards %s", s)
		}
		for _, a := range ahead {
			t.Errorf("shown before it was durable: %s", a)
		}
	})
}

func TestRefusalsOfInitiate(t *testing.T) {
	api := func(status int, code string) error {
		return &core.PaymentAPIError{Operation: core.OpInitiate, HTTPStatus: status, Code: code}
	}
	for _, c := range []struct {
		name  string
		err   error
		after bool // the gateway opened a payment all the same
		step  journal.Step
		code  string
	}{
		{"nothing left the machine", fmt.Errorf("dial: %w", core.ErrNotSent), false, journal.StepNotSent, journal.RefusalNotSent},
		{"refused with 200", api(200, "LIMIT"), false, journal.StepRejected, "LIMIT"},
		{"refused with 400", api(400, "BAD_AMOUNT"), false, journal.StepRejected, "BAD_AMOUNT"},
		{"bad keys", api(401, "BAD_KEYS"), false, journal.StepRejected, journal.RefusalDenied},
		{"request timeout", api(408, ""), true, journal.StepCreateUnknown, "HTTP_408"},
		{"conflict", api(409, "DUPLICATE"), true, journal.StepCreateUnknown, "DUPLICATE"},
		{"too early", api(425, ""), false, journal.StepCreateUnknown, "HTTP_425"},
		{"too many", api(429, "SLOW_DOWN"), false, journal.StepCreateUnknown, "SLOW_DOWN"},
		{"server error", api(500, "OOPS"), true, journal.StepCreateUnknown, "OOPS"},
		{"reply lost", fmt.Errorf("read: %w", core.ErrOutcomeUnknown), true, journal.StepCreateUnknown, journal.RefusalNoAnswer},
		{"anything else", errors.New("surprise"), true, journal.StepCreateUnknown, journal.RefusalNoAnswer},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(d *desk) {
				hook := func(op core.Operation, _ string) error {
					if op == core.OpInitiate {
						return c.err
					}
					return nil
				}
				if c.after {
					d.gate.after = hook
				} else {
					d.gate.before = hook
				}
				v := d.charge()
				if v.Step != c.step || v.Refusal == nil || v.Refusal.Code != c.code {
					t.Fatalf("step %s, refusal %+v, want %s %s", v.Step, v.Refusal, c.step, c.code)
				}
				d.want(v.ID, journal.StatusNotOpened)
				time.Sleep(time.Hour)
				synctest.Wait()
				if n := d.gate.count(core.OpInitiate); n != 1 {
					t.Errorf("initiate was sent %d times", n)
				}
				if n := d.gate.count(core.OpGenerateQR); n != 0 {
					t.Errorf("a QR was asked for %d times", n)
				}
			})
		})
	}
}

func TestQRRefusedLeavesTheRoutesAndCanBeAskedAgain(t *testing.T) {
	bubble(t, func(d *desk) {
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpGenerateQR {
				return &core.PaymentAPIError{Operation: op, HTTPStatus: 422, Code: "QR_OFF"}
			}
			return nil
		})
		v := d.charge()
		d.want(v.ID, journal.StatusChoosing)
		if v.Refusal == nil || v.Refusal.Code != "QR_OFF" {
			t.Fatalf("refusal %+v", v.Refusal)
		}
		d.gate.hooks(nil)
		if err := d.OfferQR(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if v := d.want(v.ID, journal.StatusWaiting); v.Refusal != nil {
			t.Errorf("the old refusal is still told: %+v", v.Refusal)
		}
		if total, _ := d.gate.initiated(); total != 1 {
			t.Errorf("initiate arrived %d times", total)
		}
	})
}

func TestChargeRefusesBeforeAnythingIsSent(t *testing.T) {
	bubble(t, func(d *desk) {
		for name, draft := range map[string]journal.Draft{
			"nothing":          {Amount: money.Amount{Currency: "LYD"}, Route: core.RouteQR},
			"negative":         {Amount: money.Amount{Minor: -1, Currency: "LYD"}, Route: core.RouteQR},
			"unknown currency": {Amount: money.Amount{Minor: 1, Currency: "XQZ"}, Route: core.RouteQR},
			"unknown route":    {Amount: amount, Route: "cheque"},
		} {
			if _, err := d.Charge(t.Context(), draft); journal.CodeOf(err) == "" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n := d.store.Commits(); n != 0 {
			t.Errorf("%d commits", n)
		}
	})
}

// TestCopiesAtOnceAreNumberedOneByOne makes copies of a sale that is no longer
// in hand from many sides: each gets a number of its own.
func TestCopiesAtOnceAreNumberedOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		defer d.Close()
		v := d.charge()
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		time.Sleep(5 * time.Second)
		synctest.Wait()
		d.want(v.ID, journal.StatusPaid)
		if err := d.Acknowledge(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		const most = 20
		var numbers [most]int
		var errs [most]error
		var all sync.WaitGroup
		for i := range most {
			all.Go(func() { numbers[i], errs[i] = d.Copy(t.Context(), v.ID, "Samira") })
		}
		all.Wait()
		slices.Sort(numbers[:])
		for i, n := range numbers {
			if n != i+1 || errs[i] != nil {
				t.Fatalf("numbers %v, errors %v", numbers, errs)
			}
		}
	})
}
