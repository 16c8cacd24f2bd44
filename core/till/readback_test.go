package till_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
	"sanduq/core/wire"
)

// slowList is a store that takes its time over the list of open sales.
type slowList struct {
	*storetest.Memory
	takes time.Duration
}

func (s *slowList) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	all, err := s.Memory.OpenSales(ctx)
	time.Sleep(s.takes)
	return all, err
}

// TestWhatEndedWhileItWasReadBackStaysEnded: what a reopened store listed before
// somebody took note of an end does not bring the sale back.
func TestWhatEndedWhileItWasReadBackStaysEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := &slowList{Memory: storetest.NewMemory()}, newGateway()
		of, err := till.Open(t.Context(), till.Config{
			Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC, Routes: wire.Routes(),
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) },
		})
		if err != nil {
			t.Fatal(err)
		}
		defer of.Close()
		d := &desk{Till: of, t: t, store: store.Memory, gate: gate, sub: of.Subscribe()}
		v := d.pays()
		store.takes = time.Second
		d.store.FailNext(storetest.Lost)
		d.refused("what the disk lost", d.Acknowledge(t.Context(), v.ID), journal.CodeStore)
		d.do(d.Acknowledge(t.Context(), v.ID))
		d.pass(time.Minute)
		if held := d.InFlight(); len(held) != 0 {
			t.Errorf("%d in flight, of version %d", len(held), held[0].Version)
		}
	})
}
