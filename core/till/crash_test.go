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
	"sanduq/core/till"
)

// takeQR takes one QR payment to its end on a fresh desk and returns the store
// and the gateway as they are then.
func takeQR(t *testing.T) (*storetest.Memory, *gateway, journal.SaleID, string) {
	d := open(t, storetest.NewMemory(), newGateway())
	defer d.Close()
	v := d.charge()
	d.gate.set(v.OrderID, "PROCESSING", "")
	time.Sleep(4 * time.Second)
	synctest.Wait()
	d.gate.set(v.OrderID, "SUCCESS", "TX-1")
	time.Sleep(4 * time.Second)
	synctest.Wait()
	d.want(v.ID, journal.StatusPaid)
	return d.store, d.gate, v.ID, v.OrderID
}

// TestPlugPulledAfterEachCommit restarts the till from every state that the
// disk went through during a payment, while the gateway has gone on to the
// end: everything that could have been sent was sent.
func TestPlugPulledAfterEachCommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate, id, _ := takeQR(t)
		commits := store.Commits()
		if commits < 5 {
			t.Fatalf("only %d commits in a whole payment", commits)
		}
		for n := range commits + 1 {
			d := open(t, store.At(n), gate)
			time.Sleep(10 * time.Minute)
			synctest.Wait()
			if n == 0 {
				if len(d.InFlight()) != 0 {
					t.Error("a sale out of nothing")
				}
				d.Close()
				continue
			}
			before, err := store.At(n).Sale(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			v := d.sale(id)
			t.Logf("commit %d: step %-10s state %-15q comes back as %s", n, before.Step, before.Session.State, v.Status())
			want := journal.StatusPaid
			switch before.Step {
			case journal.StepIntent:
				want = journal.StatusNotOpened
			case journal.StepCreated: // no route was picked yet, as far as is known: picked again by hand
				if v.Status() != journal.StatusChoosing {
					t.Errorf("an open payment without a route is %s", v.Status())
				}
				if err := d.OfferQR(t.Context(), id); err != nil {
					t.Fatal(err)
				}
				time.Sleep(10 * time.Second)
				synctest.Wait()
				v = d.sale(id)
			}
			if v.Status() != want {
				t.Errorf("after commit %d (step %s): %s, want %s", n, before.Step, v.Status(), want)
			}
			page, err := d.Sales(t.Context(), journal.SaleQuery{})
			if err != nil || len(page.Sales) != 1 {
				t.Errorf("after commit %d: %d sales, %v", n, len(page.Sales), err)
			}
			d.Close()
		}
		if total, most := gate.initiated(); total != 1 || most != 1 {
			t.Errorf("initiate arrived %d times in all", total)
		}
	})
}

// TestEachCommitFails lets every commit of a payment fail in turn, once lost
// and once kept on the disk in spite of the error. The till must end in the
// truth, with one payment at most and nothing sent that was not recorded.
func TestEachCommitFails(t *testing.T) {
	for _, outcome := range []storetest.Outcome{storetest.Lost, storetest.Kept} {
		for k := range 8 {
			t.Run(fmt.Sprintf("outcome %d, commit %d", outcome, k), func(t *testing.T) {
				bubble(t, func(d *desk) { failCommit(t, d, k, outcome) })
			})
		}
	}
}

func failCommit(t *testing.T, d *desk, k int, outcome storetest.Outcome) {
	seen := 0
	d.store.OnCommit(func(int, journal.Change) storetest.Outcome {
		seen++
		if seen == k+1 {
			return outcome
		}
		return storetest.Stored
	})
	v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
	if k == 0 {
		if journal.CodeOf(err) != journal.CodeStore {
			t.Fatalf("Charge without a record: %v", err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := d.gate.count(core.OpInitiate); n != 0 {
			t.Fatalf("initiate was sent %d times without a durable intent", n)
		}
		for _, v := range d.InFlight() {
			if v.Step != journal.StepNotSent {
				t.Errorf("what the failed commit left behind stands at %s", v.Step)
			}
		}
		if d.StoreFault() != nil {
			t.Error("the store works again, the till still complains")
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Second)
	synctest.Wait()
	if d.sale(v.ID).Status() == journal.StatusChoosing { // the QR's intent failed: asked for again on a tap
		if err := d.OfferQR(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(20 * time.Second)
	synctest.Wait()
	d.gate.set(v.OrderID, "PROCESSING", "")
	time.Sleep(20 * time.Second)
	d.gate.set(v.OrderID, "SUCCESS", "TX-1")
	time.Sleep(30 * time.Second)
	synctest.Wait()
	paid := d.want(v.ID, journal.StatusPaid)
	if disk, err := d.store.Sale(t.Context(), v.ID); err != nil || disk.Version != paid.Version || disk.ReceiptSeq != 1 {
		t.Errorf("on the disk: version %d, receipt %d, %v; shown version %d", disk.Version, disk.ReceiptSeq, err, paid.Version)
	}
	if total, _ := d.gate.initiated(); total != 1 {
		t.Errorf("initiate arrived %d times", total)
	}
	if seen <= k {
		t.Logf("the payment needed only %d commits", seen)
	}
}

// TestOpenedInSpiteOfAnErrorIsStillToBeRouted lets the commit of an opened
// payment reach the disk and fail all the same: the account is entered as ever.
func TestOpenedInSpiteOfAnErrorIsStillToBeRouted(t *testing.T) {
	bubble(t, func(d *desk) {
		d.store.FailNext(storetest.Stored, storetest.Kept)
		v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteAccount})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Second)
		synctest.Wait()
		if v := d.sale(v.ID); v.Step != journal.StepCreated || v.Status() != journal.StatusEntry {
			t.Errorf("it stands at %s, %s", v.Step, v.Status())
		}
		if err := d.Validate(t.Context(), v.ID, journal.AccountEntry{Route: core.RouteAccount, Account: core.NewSecret("2000300040"), InstitutionCode: "FPB"}); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		d.want(v.ID, journal.StatusCode)
	})
}

// TestPaidIsNotShownWhileTheStoreIsBroken keeps the store broken over the
// settlement.
func TestPaidIsNotShownWhileTheStoreIsBroken(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.drain()
		var broken atomic.Bool
		broken.Store(true)
		d.store.OnCommit(func(int, journal.Change) storetest.Outcome {
			if broken.Load() {
				return storetest.Lost
			}
			return storetest.Stored
		})
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		time.Sleep(3 * time.Minute)
		synctest.Wait()
		for _, n := range d.drain() {
			if n.View.Status() == journal.StatusPaid {
				t.Fatal("paid was shown without a record")
			}
		}
		if _, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR}); err == nil {
			t.Error("a sale was opened that could not be recorded")
		}
		broken.Store(false)
		time.Sleep(time.Minute)
		synctest.Wait()
		d.want(v.ID, journal.StatusPaid)
	})
}

// TestSecretsLostAreSaid restores a sale whose sealed token cannot be read.
func TestSecretsLostAreSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		s := d.sale(v.ID).Sale
		d.Close()
		s.Version++
		if err := d.store.Commit(t.Context(), journal.Change{Sale: &s, Secrets: &journal.Secrets{}}); err != nil {
			t.Fatal(err)
		}
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		got := e.want(v.ID, journal.StatusUnknown)
		if last := got.History[len(got.History)-1]; last.Code != journal.HistoryUnrestorable {
			t.Errorf("last fact %q", last.Code)
		}
	})
}

// TestSaleOfAnotherGatewayIsNeverAsked restores a sale that was opened
// elsewhere.
func TestSaleOfAnotherGatewayIsNeverAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.Close()
		asked := len(d.gate.questions())
		e, err := till.Open(t.Context(), till.Config{
			Store: d.store.Crash(), Environment: core.Sandbox, BaseURL: "elsewhere", Defaults: defaults,
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(d.gate, &core.InMemoryTokenStore{}) },
		})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if n := len(d.gate.questions()); n != asked {
			t.Errorf("%d questions went to another gateway", n-asked)
		}
		if got, _ := e.Sale(v.ID); got.Status() != journal.StatusUnknown {
			t.Errorf("it is %s", got.Status())
		}
		if err := e.Check(t.Context(), v.ID); journal.CodeOf(err) != journal.CodeStep {
			t.Errorf("Check: %v", err)
		}
	})
}

// TestNothingIsSentForASaleThatCannotBeAsked restores a sale at its code
// elsewhere: every step that would send is refused, and nothing falls over.
func TestNothingIsSentForASaleThatCannotBeAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.code(core.RouteAccount)
		d.Close()
		e, err := till.Open(t.Context(), till.Config{
			Store: d.store.Crash(), Environment: core.Sandbox, BaseURL: "elsewhere", Defaults: defaults,
			Routes: []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(d.gate, &core.InMemoryTokenStore{}) },
		})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		for name, err := range map[string]error{
			"SendCodeAgain": e.SendCodeAgain(t.Context(), v.ID),
			"SubmitOTP":     e.SubmitOTP(t.Context(), v.ID, core.NewSecret("123456"), false),
			"Validate":      e.Validate(t.Context(), v.ID, entry(core.RouteAccount)),
		} {
			if journal.CodeOf(err) != journal.CodeStep {
				t.Errorf("%s: %v", name, err)
			}
		}
		synctest.Wait()
		if got, _ := e.Sale(v.ID); got.Version != v.Version || got.Step != v.Step {
			t.Errorf("the record went on: %s, version %d after %d", got.Step, got.Version, v.Version)
		}
	})
}

// TestStoreFailsAgainWhileItIsReadBack: the announcement reached the disk though
// its commit seemed to fail, and taking it back fails as well. Nobody may hold
// the desk up while waiting for the store: in the bubble that would hang.
func TestStoreFailsAgainWhileItIsReadBack(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.store.FailNext(storetest.Kept, storetest.Lost)
		if err := d.OfferQR(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		if got := d.sale(v.ID); got.Step != journal.StepSession || d.StoreFault() != nil {
			t.Errorf("step %s, trouble %v", got.Step, d.StoreFault())
		}
		if n := d.gate.count(core.OpGenerateQR); n != 1 {
			t.Errorf("the QR was asked for %d times", n)
		}
		d.store.FailNext(storetest.Kept, storetest.Lost)
		if _, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR}); journal.CodeOf(err) != journal.CodeStore {
			t.Fatalf("Charge without a record: %v", err)
		}
		time.Sleep(10 * time.Second)
		for _, left := range d.InFlight() {
			if left.ID != v.ID && left.Step != journal.StepNotSent {
				t.Errorf("what was never sent stands at %s", left.Step)
			}
		}
	})
}

// TestARecordBehindItsSecretsIsWatched restores a sale whose record says that
// nothing was shown yet while its sealed session has a QR.
func TestARecordBehindItsSecretsIsWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		s := d.charge().Sale
		d.Close()
		s.Version, s.Step, s.Session.State, s.Session.QRPayload = s.Version+1, journal.StepCreated, core.StatePending, ""
		if err := d.store.Commit(t.Context(), journal.Change{Sale: &s}); err != nil {
			t.Fatal(err)
		}
		e := open(t, d.store, d.gate)
		defer e.Close()
		e.pass(time.Second)
		e.want(s.ID, journal.StatusWaiting)
		d.gate.set(s.OrderID, "SUCCESS", "TX")
		e.pass(10 * time.Second)
		e.want(s.ID, journal.StatusPaid)
	})
}
