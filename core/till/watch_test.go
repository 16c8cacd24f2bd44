package till_test

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestWatchingAsksAtItsPlannedMoments follows an unpaid sale for three days.
func TestWatchingAsksAtItsPlannedMoments(t *testing.T) {
	bubble(t, func(d *desk) {
		start := time.Now()
		v := d.charge()
		time.Sleep(5*time.Minute + 10*time.Second)
		synctest.Wait()
		d.want(v.ID, journal.StatusUnknown)
		polls := len(d.gate.questions())
		if polls != 37 {
			t.Errorf("polling asked %d times, want 37", polls)
		}
		time.Sleep(80 * time.Hour)
		synctest.Wait()
		var got []time.Duration
		for _, at := range d.gate.questions()[polls:] {
			got = append(got, at.Sub(start).Round(time.Second))
		}
		want := []time.Duration{6, 8, 10, 15, 30, 60}
		for i := range want {
			want[i] *= time.Minute
		}
		for h := 2; h <= 72; h++ {
			want = append(want, time.Duration(h)*time.Hour)
		}
		if len(got) != len(want) {
			t.Fatalf("asked %d times, want %d: %v", len(got), len(want), got)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("question %d after %v, want %v", i+1, got[i], want[i])
			}
		}
		last := d.want(v.ID, journal.StatusUnknown)
		if !last.Watch.Next.IsZero() || last.Watch.Tries != len(want) {
			t.Errorf("watch %+v", last.Watch)
		}
	})
}

// TestNothingIsAskedThatCouldNotBeWrittenDown: a disk that fails for an hour costs
// the gateway a question each time that it was tried again, and no more.
func TestNothingIsAskedThatCouldNotBeWrittenDown(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.pass(5*time.Minute + 10*time.Second)
		d.want(v.ID, journal.StatusUnknown)
		asked, faults := len(d.gate.questions()), 0
		d.store.OnCommit(func(int, journal.Change) storetest.Outcome {
			faults++
			return storetest.Lost
		})
		d.pass(time.Hour)
		d.store.OnCommit(nil)
		if n := len(d.gate.questions()) - asked; n == 0 || n > faults {
			t.Errorf("asked %d times, and the disk was tried %d times", n, faults)
		}
		d.gate.set(v.OrderID, "SUCCESS", "TX-LATE")
		d.pass(time.Hour)
		d.want(v.ID, journal.StatusPaid)
	})
}

// TestWatchingSurvivesRestarts takes up the plan where it stood.
func TestWatchingSurvivesRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		time.Sleep(7 * time.Minute)
		synctest.Wait()
		d.Close()
		asked := len(d.gate.questions())
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if n := len(d.gate.questions()) - asked; n != 1 {
			t.Errorf("asked %d times at the start, want once", n)
		}
		d.gate.set(v.OrderID, "SUCCESS", "TX-LATE")
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		e.want(v.ID, journal.StatusPaid)
	})
}

// TestWatchingKeepsItsPace restarts with many sales to ask about.
func TestWatchingKeepsItsPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const sales = 60
		d := open(t, storetest.NewMemory(), newGateway())
		for range sales {
			d.charge()
		}
		time.Sleep(6*time.Minute - time.Second)
		synctest.Wait()
		d.Close()
		asked := len(d.gate.questions())
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		time.Sleep(sales*time.Second + 5*time.Second)
		synctest.Wait()
		questions := d.gate.questions()[asked:]
		if len(questions) < sales {
			t.Errorf("%d questions in %d seconds", len(questions), sales)
		}
		for i := 1; i < len(questions); i++ {
			if gap := questions[i].Sub(questions[i-1]); gap < time.Second {
				t.Fatalf("two questions %v apart", gap)
			}
		}
	})
}

func TestLateMoneyRaisesAnAlertUntilItIsRead(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.gate.set(v.OrderID, "FAILED", "")
		time.Sleep(4 * time.Second)
		synctest.Wait()
		d.want(v.ID, journal.StatusFailed)
		if err := d.Acknowledge(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		if n := len(d.InFlight()); n != 0 {
			t.Fatalf("%d in flight", n)
		}
		d.gate.set(v.OrderID, "SUCCESS", "TX-LATE")
		time.Sleep(7 * time.Minute)
		synctest.Wait()
		late := d.want(v.ID, journal.StatusPaid)
		if !late.LateMoney() || !late.Session.Late {
			t.Fatalf("late money %v, session late %v", late.LateMoney(), late.Session.Late)
		}
		if rec, err := d.Receipt(t.Context(), late.ReceiptSeq); err != nil || !rec.Late {
			t.Errorf("receipt %+v, %v", rec, err)
		}
		e := open(t, d.store.Crash(), d.gate) // the alert survives a restart
		if n := len(e.InFlight()); n != 1 {
			t.Errorf("%d alerts after a restart", n)
		}
		e.Close()
		if err := d.ReadLateAlert(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		if n := len(d.InFlight()); n != 0 {
			t.Errorf("%d in flight after the alert was read", n)
		}
	})
}

func TestSetAsideKeepsWatching(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		if err := d.SetAside(t.Context(), v.ID, journal.AsidePaidCash); err != nil {
			t.Fatal(err)
		}
		aside := d.want(v.ID, journal.StatusSetAside)
		if aside.SetAside.By != "Samira" || aside.SetAside.Reason != journal.AsidePaidCash {
			t.Errorf("mark %+v", aside.SetAside)
		}
		if err := d.SetAside(t.Context(), v.ID, journal.AsidePaidCash); journal.CodeOf(err) != journal.CodeStep {
			t.Errorf("set aside twice: %v", err)
		}
		d.gate.set(v.OrderID, "SUCCESS", "TX")
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if v := d.want(v.ID, journal.StatusPaid); !v.LateMoney() {
			t.Error("money for a sale that was set aside raises no alert")
		}
	})
}

func TestNobodyCanMarkASalePaid(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		if err := d.Acknowledge(t.Context(), v.ID); journal.CodeOf(err) != journal.CodeNotEnded {
			t.Errorf("acknowledged without an end: %v", err)
		}
		if err := d.ResolveOutside(t.Context(), v.ID, "paid at the bank", "Huda"); journal.CodeOf(err) != journal.CodeStep {
			t.Errorf("resolved without the manager having it: %v", err)
		}
		if err := d.ToManager(t.Context(), v.ID, "no answer"); err != nil {
			t.Fatal(err)
		}
		if err := d.ResolveOutside(t.Context(), v.ID, "paid at the bank", "Huda"); err != nil {
			t.Fatal(err)
		}
		got := d.want(v.ID, journal.StatusResolved)
		if got.ReceiptSeq != 0 {
			t.Error("a manager's word made a receipt")
		}
		asked := len(d.gate.questions())
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if n := len(d.gate.questions()) - asked; n != 0 {
			t.Errorf("asked %d times after it was closed", n)
		}
	})
}

func TestRefusedTokenIsSaidAndStopsAsking(t *testing.T) {
	bubble(t, func(d *desk) {
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpFetchStatus {
				return &core.PaymentAPIError{Operation: op, HTTPStatus: 401, Code: "TOKEN_EXPIRED"}
			}
			return nil
		})
		v := d.charge()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		got := d.want(v.ID, journal.StatusUnknown)
		if !got.Watch.Denied || got.Session.State != core.StateQRGenerated {
			t.Errorf("watch %+v, state %s", got.Watch, got.Session.State)
		}
		if n := len(d.gate.questions()); n != 1 {
			t.Errorf("asked %d times with a refused token", n)
		}
		if err := d.Check(t.Context(), v.ID); journal.CodeOf(err) != journal.CodeDenied {
			t.Errorf("Check: %v", err)
		}
	})
}

func TestLinkTellsWhetherTheBankAnswers(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if l := d.Link(); l.Down || l.LastAnswer.IsZero() {
			t.Fatalf("link %+v", l)
		}
		d.gate.hooks(func(core.Operation, string) error { return core.ErrNotSent })
		time.Sleep(15 * time.Second)
		synctest.Wait()
		if l := d.Link(); !l.Down {
			t.Fatalf("link %+v", l)
		}
		if p := d.sale(v.ID).Live; !p.Unanswered || p.LastAnswer.IsZero() {
			t.Errorf("pulse %+v", p)
		}
		d.want(v.ID, journal.StatusWaiting) // no answer is no end
		d.gate.hooks(nil)
		time.Sleep(15 * time.Second)
		synctest.Wait()
		if l := d.Link(); l.Down {
			t.Errorf("link %+v", l)
		}
	})
}

// TestTokenTakenAgainIsAskedOn: the gateway refuses the token while a QR is
// polled, and takes it again when the cashier checks. From there on the till
// must hear of everything by itself.
func TestTokenTakenAgainIsAskedOn(t *testing.T) {
	for name, c := range map[string]struct {
		first string // the gateway's word when the cashier checks
		want  journal.Status
	}{"still open": {"PENDING", journal.StatusWaiting}, "expired meanwhile": {"EXPIRED", journal.StatusExpired}} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(d *desk) {
				d.gate.hooks(func(op core.Operation, _ string) error {
					if op == core.OpFetchStatus {
						return &core.PaymentAPIError{Operation: op, HTTPStatus: 401, Code: "TOKEN_EXPIRED"}
					}
					return nil
				})
				v := d.charge()
				d.pass(10 * time.Second)
				d.want(v.ID, journal.StatusUnknown)
				d.gate.hooks(nil)
				d.gate.set(v.OrderID, c.first, "")
				if err := d.Check(t.Context(), v.ID); err != nil {
					t.Fatal(err)
				}
				d.pass(10 * time.Second)
				got := d.want(v.ID, c.want)
				if c.want == journal.StatusWaiting && got.Live.PollingSince.IsZero() {
					t.Error("a sale that waits is not polled")
				}
				d.pass(20 * time.Minute)
				d.gate.set(v.OrderID, "SUCCESS", "TX")
				d.pass(2 * time.Hour)
				d.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// TestRefusedTokenOfAnEndedSaleIsAskedOn: the sale has expired and the cashier
// took note of it, so nobody looks at it any more. Refusals must not end the
// watch for late money, nor may it go on for ever.
func TestRefusedTokenOfAnEndedSaleIsAskedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.gate.set(v.OrderID, "EXPIRED", "")
		d.pass(4 * time.Second)
		if err := d.Acknowledge(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		d.gate.hooks(func(core.Operation, string) error {
			return &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 401, Code: "TOKEN_EXPIRED"}
		})
		d.pass(61 * time.Minute)
		asked := len(d.gate.questions())
		d.pass(5 * time.Hour)
		if n := len(d.gate.questions()) - asked; n != 5 {
			t.Errorf("asked %d times in five hours with a refused token", n)
		}
		d.pass(4 * 24 * time.Hour)
		defer d.Close()
		if _, held := d.Sale(v.ID); held || len(d.gate.questions()) > 100 {
			t.Errorf("still held: %t, asked %d times", held, len(d.gate.questions()))
		}
	})
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.gate.set(v.OrderID, "EXPIRED", "")
		d.pass(4 * time.Second)
		if err := d.Acknowledge(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		d.gate.hooks(func(core.Operation, string) error {
			return &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 401, Code: "TOKEN_EXPIRED"}
		})
		d.pass(7 * time.Minute)
		d.Close()
		d.gate.hooks(nil)
		d.gate.set(v.OrderID, "SUCCESS", "TX-LATE")
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		e.pass(10 * time.Second)
		if got := e.want(v.ID, journal.StatusPaid); !got.LateMoney() {
			t.Error("late money raises no alert")
		}
	})
}
