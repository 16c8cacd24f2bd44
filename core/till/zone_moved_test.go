package till_test

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// TestAZoneThatMovesBooksNothingBehindAZ: a till that is started again in a zone further
// west, where it is the day before, goes on with the day on which its newest Z stands.
func TestAZoneThatMovesBooksNothingBehindAZ(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		d := open(t, store, gate)
		d.shifts(0)
		d.pays()
		d.counts(0)
		d.closes("")
		stands := d.Today()
		d.Close()
		moved, err := till.Open(t.Context(), till.Config{
			Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.FixedZone("west", -11*60*60),
			Routes: []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) },
		})
		if err != nil {
			t.Fatal(err)
		}
		defer moved.Close()
		d = &desk{Till: moved, t: t, store: store, gate: gate, sub: moved.Subscribe()}
		d.do(d.Shifts.OpenShift(t.Context(), "Amal", 0, "the safe"))
		if v := d.charge(); v.BookingDay() < stands {
			t.Errorf("%s is booked on %s, the newest Z stands on %s", v.ID, v.BookingDay(), stands)
		}
	})
}
