package till_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
)

// unknown takes a sale to where nobody knows whether it is paid.
func (d *desk) unknown() journal.View {
	d.t.Helper()
	v := d.charge()
	d.gate.set(v.OrderID, "PROCESSING", "")
	d.pass(time.Hour)
	return d.want(v.ID, journal.StatusUnknown)
}

// TestASlipForTheCustomerOfAnUnknownPayment: it says whose it is, the history
// says that it was handed out, and the sale's own slip knows nothing of it.
func TestASlipForTheCustomerOfAnUnknownPayment(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		v := d.unknown()
		for range 2 { // as many as are wanted: they are no receipts
			if said, err := d.Slips.PrintUnknown(d.t.Context(), v.ID, "Samira"); err != nil || !said {
				t.Fatal(said, err)
			}
		}
		if len(r.unknown) != 2 || r.unknown[0].Sale.ID != v.ID || r.unknown[0].Shop.Shop == "" || r.unknown[0].At.IsZero() {
			t.Errorf("slips %+v", r.unknown)
		}
		told := func(e journal.HistoryEvent) bool { return e.Code == journal.HistoryUnknownSlip && e.Word == "Samira" }
		if disk, err := d.store.Sale(d.t.Context(), v.ID); err != nil || !slices.ContainsFunc(disk.History, told) {
			t.Errorf("the history does not say it: %v, %+v", err, disk.History)
		}
		r.set(func(r *roll) { r.says = false })
		if said, err := d.Slips.PrintUnknown(d.t.Context(), v.ID, "Samira"); err != nil || said {
			t.Errorf("a queue took it: said %v, %v", said, err)
		}
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		d.do(d.Check(d.t.Context(), v.ID))
		d.pass(time.Minute)
		d.want(v.ID, journal.StatusPaid)
		if r.unmarked() != 1 {
			t.Errorf("afterwards %d receipts came out", r.unmarked())
		}
	})
}

// TestNoSlipSaysUnknownOfWhatIsKnown: the answer may come while another slip is
// printed.
func TestNoSlipSaysUnknownOfWhatIsKnown(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		open := d.charge()
		_, err := d.Slips.PrintUnknown(d.t.Context(), open.ID, "Samira")
		wantCode(t, "a QR on show", err, journal.CodeStep)
		v := d.unknown()
		other := d.unknown()
		r.set(func(r *roll) { r.onPrint = func(context.Context, journal.Slip) { time.Sleep(time.Minute) } })
		d.gate.set(other.OrderID, "SUCCESS", "TX-2")
		d.do(d.Check(d.t.Context(), other.ID))
		d.pass(time.Second) // its receipt is being printed
		refused := make(chan error, 1)
		go func() {
			_, err := d.Slips.PrintUnknown(d.t.Context(), v.ID, "Samira")
			refused <- err
		}()
		synctest.Wait()
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		d.do(d.Check(d.t.Context(), v.ID))
		d.want(v.ID, journal.StatusPaid)
		wantCode(t, "a sale that was paid meanwhile", <-refused, journal.CodeStep)
		if len(r.unknown) != 0 {
			t.Errorf("%d slips say that nobody knows", len(r.unknown))
		}
	})
}

func TestASlipForTheCustomerWithoutPaper(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		v := d.unknown()
		r.set(func(r *roll) { r.wrong = noPaper })
		_, err := d.Slips.PrintUnknown(d.t.Context(), v.ID, "Samira")
		wantCode(t, "no paper", err, journal.CodePaper)
		if e, ok := errors.AsType[*journal.PaperError](err); !ok || e.Code != noPaper.Code {
			t.Errorf("the cashier is not told why: %v", err)
		}
	})
}
