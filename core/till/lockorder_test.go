package till_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// heldReads is a store whose reads of one sale can be held up.
type heldReads struct {
	*storetest.Memory
	mu      sync.Mutex
	skip    int            // reads of sale that pass first
	sale    journal.SaleID // blank for none
	held    chan struct{}  // closed when a read is held up
	release chan struct{}
	listed  chan struct{} // closed when the open sales are read after that
}

func (s *heldReads) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	s.mu.Lock()
	hold := s.sale == id
	if hold && s.skip > 0 {
		s.skip, hold = s.skip-1, false
	}
	if hold {
		s.sale = ""
		close(s.held)
	}
	s.mu.Unlock()
	if hold {
		<-s.release
	}
	return s.Memory.Sale(ctx, id)
}

func (s *heldReads) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	s.mu.Lock()
	if s.held != nil && s.sale == "" && s.listed != nil {
		close(s.listed)
		s.listed = nil
	}
	s.mu.Unlock()
	return s.Memory.OpenSales(ctx)
}

// TestCashInsteadNeverWaitsForAReadingBack: cash is taken instead of an open sale
// while the store is reopened after a commit that failed. Both lock the sale and the
// coming in hand of sales; taken in different orders the till stood still for ever.
func TestCashInsteadNeverWaitsForAReadingBack(t *testing.T) {
	store := &heldReads{Memory: storetest.NewMemory()}
	gate := newGateway()
	d, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
		NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) }})
	if err != nil {
		t.Fatal(err)
	}
	set := d.Settings()
	set.Cash = true
	if err := d.Staff.SaveSettings(t.Context(), set, "Amal"); err != nil {
		t.Fatal(err)
	}
	old, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
	if err != nil {
		t.Fatal(err)
	}
	for range 200 { // until the QR is there
		if v, _ := d.Sale(old.ID); v.Session.State == core.StateQRGenerated && v.Live.Busy == "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	listed := make(chan struct{})
	store.mu.Lock()
	store.sale, store.skip, store.held, store.release, store.listed = old.ID, 1, make(chan struct{}), make(chan struct{}), listed
	store.mu.Unlock()

	taken := make(chan error, 1)
	go func() {
		_, err := d.TakeCash(context.Background(), journal.Draft{Amount: amount, Replaces: old.ID}, 13_000)
		taken <- err
	}()
	select {
	case <-store.held: // it holds the sale's locks
	case err := <-taken:
		t.Fatalf("cash was not held up: %v", err)
	case <-time.After(10 * time.Second):
		t.Fatal("cash was not held up")
	}
	store.FailNext(storetest.Lost)
	saved := make(chan error, 1)
	go func() { saved <- d.Staff.SaveSettings(context.Background(), set, "Amal") }() // its commit fails, and the store is reopened
	select {
	case <-listed: // reading back has begun
		time.Sleep(100 * time.Millisecond)
	case <-time.After(2 * time.Second): // or waits for the cash
	}
	close(store.release)
	select {
	case err := <-taken:
		if err != nil && journal.CodeOf(err) != journal.CodeStore {
			t.Errorf("cash: %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the till stands still: cash waits for the reading back, which waits for the cash")
	}
	<-saved
	d.Close()
}
