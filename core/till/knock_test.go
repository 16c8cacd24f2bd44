package till_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// TestASilentGatewayIsKnockedAt: the answer that ends the silence comes within
// seconds, not with the next planned question, and nothing is opened or paid to
// find out.
func TestASilentGatewayIsKnockedAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := newGateway()
		var silent atomic.Bool
		var knocks atomic.Int32
		tl, err := till.Open(t.Context(), till.Config{
			Store: storetest.NewMemory(), Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) },
			Probe: func(context.Context) bool {
				knocks.Add(1)
				return !silent.Load()
			}})
		if err != nil {
			t.Fatal(err)
		}
		d := &desk{Till: tl, t: t, gate: gate, sub: tl.Subscribe()}
		defer d.Close()
		v := d.charge()
		d.pass(time.Minute)
		if knocks.Load() != 0 {
			t.Errorf("a gateway that answers was knocked at %d times", knocks.Load())
		}
		silent.Store(true)
		gate.hooks(func(core.Operation, string) error {
			if silent.Load() {
				return errors.New("nobody answers")
			}
			return nil
		})
		d.pass(20 * time.Minute) // polling is over: the next planned question is far
		if !d.Link().Down {
			t.Fatal("the silence was not noticed")
		}
		before := knocks.Load()
		d.pass(time.Minute)
		if n := knocks.Load() - before; n != 6 {
			t.Errorf("%d knocks in a minute, want 6", n)
		}
		gate.set(v.OrderID, "SUCCESS", "TX")
		opened, _ := gate.initiated()
		silent.Store(false)
		d.pass(15 * time.Second)
		if d.Link().Down {
			t.Error("the bank answers again, and the till does not know")
		}
		d.want(v.ID, journal.StatusPaid)
		if now, _ := gate.initiated(); now != opened {
			t.Errorf("%d payments were opened to find out", now-opened)
		}
	})
}
