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

// slowNames is a store that looks one name up for as long as a test wants.
type slowNames struct {
	*storetest.Memory
	name    string
	once    sync.Once
	held    chan struct{} // closed when the look-up is held up
	release chan struct{}
}

func (s *slowNames) Bearers(ctx context.Context, kind journal.NameKind, name string, limit int) ([]journal.SaleID, error) {
	if name == s.name {
		s.once.Do(func() { close(s.held); <-s.release })
	}
	return s.Memory.Bearers(ctx, kind, name, limit)
}

// TestASaleGoesOnWhileAnothersNameIsLookedUp: the disk takes its time over one sale's
// payment. The next customer's QR does not wait for it.
func TestASaleGoesOnWhileAnothersNameIsLookedUp(t *testing.T) {
	store := &slowNames{Memory: storetest.NewMemory(), name: "pay-1", held: make(chan struct{}), release: make(chan struct{})}
	gate := newGateway()
	d, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
		NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) }})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	release := sync.OnceFunc(func() { close(store.release) })
	defer release()
	charge := func() journal.SaleID {
		t.Helper()
		v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
		if err != nil {
			t.Fatal(err)
		}
		return v.ID
	}
	shown := func(id journal.SaleID) bool {
		for range 300 {
			if v, _ := d.Sale(id); v.Session.State == core.StateQRGenerated {
				return true
			}
			time.Sleep(10 * time.Millisecond)
		}
		return false
	}
	first := charge()
	select {
	case <-store.held:
	case <-time.After(10 * time.Second):
		t.Fatal("the first sale's payment was never looked up")
	}
	if second := charge(); !shown(second) {
		v, _ := d.Sale(second)
		t.Errorf("the second sale waits for the first one's look-up: %s, step %s", v.Status(), v.Step)
	}
	release()
	if !shown(first) {
		t.Error("the first sale shows no QR")
	}
}
