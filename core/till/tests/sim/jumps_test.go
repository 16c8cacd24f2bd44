package sim

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/tests/soak"
)

// stand is a state that a sale can be in when the clock is set.
type stand struct {
	name string
	// reach brings a new sale there.
	reach func(w *world) journal.SaleID
	want  journal.Status
	// act is what people do after the clock was set; nobody else does anything.
	act func(w *world, id journal.SaleID)
	end journal.Status
}

func (w *world) sell(route core.Route, minor int64) journal.SaleID {
	v, err := w.till.Charge(context.Background(), journal.Draft{Amount: money.Amount{Minor: minor, Currency: "LYD"}, Route: route})
	if err != nil {
		w.see.problem("charge: %v", err)
		return ""
	}
	w.see.shown(w.now, journal.Notice{Kind: journal.NoticeLive, View: v})
	time.Sleep(time.Second)
	return v.ID
}

func (w *world) sale(id journal.SaleID) journal.Sale {
	s, _ := w.see.law.Sale(id)
	return s
}

// must waits for what a step of the cashier's leads to.
func (w *world) must(what string, err error) {
	if err != nil {
		w.see.problem("%s: %v", what, err)
	}
	time.Sleep(2 * time.Second)
}

func (w *world) approve(id journal.SaleID) {
	w.must("approve", w.gate.Press(w.sale(id).OrderID, w.gate.Approve))
}

func (w *world) name(id journal.SaleID, route core.Route, number string) {
	w.must("validate", w.till.Enter(context.Background(), id, route, number))
}

func (w *world) handIn(id journal.SaleID) {
	w.must("code", w.till.SubmitOTP(context.Background(), id, core.NewSecret(w.gate.Code(w.sale(id).OrderID)), false))
}

func nothing(*world, journal.SaleID) {}

const slowAccount, slowWallet = "1000000006", "0910000006" // settle after six minutes

var stands = []stand{
	{"choosing", func(w *world) journal.SaleID {
		id := w.sell(core.RouteAccount, 5000)
		w.restart("to lose the form")
		time.Sleep(time.Second)
		return id
	}, journal.StatusChoosing, func(w *world, id journal.SaleID) {
		w.must("pick", w.till.OfferQR(context.Background(), id))
		w.approve(id)
	}, journal.StatusPaid},
	{"entry", func(w *world) journal.SaleID { return w.sell(core.RouteWallet, 5000) }, journal.StatusEntry, func(w *world, id journal.SaleID) {
		w.name(id, core.RouteWallet, "0912345678")
		w.handIn(id)
	}, journal.StatusPaid},
	{"QR on show", func(w *world) journal.SaleID { return w.sell(core.RouteQR, 5000) }, journal.StatusWaiting, (*world).approve, journal.StatusPaid},
	{"QR confirmed", func(w *world) journal.SaleID {
		id := w.sell(core.RouteQR, 5044)
		w.approve(id)
		time.Sleep(4 * time.Second)
		return id
	}, journal.StatusWaiting, nothing, journal.StatusPaid},
	{"code asked for", func(w *world) journal.SaleID {
		id := w.sell(core.RouteAccount, 5000)
		w.name(id, core.RouteAccount, "1234567890")
		return id
	}, journal.StatusCode, (*world).handIn, journal.StatusPaid},
	{"code asked for, QR out", func(w *world) journal.SaleID {
		id := w.sell(core.RouteQR, 5000)
		w.name(id, core.RouteAccount, "1234567890")
		return id
	}, journal.StatusCode, (*world).approve, journal.StatusPaid},
	{"code taken by the bank", func(w *world) journal.SaleID {
		id := w.sell(core.RouteAccount, 5000)
		w.name(id, core.RouteAccount, slowAccount)
		w.handIn(id)
		return id
	}, journal.StatusWaiting, nothing, journal.StatusPaid},
	{"authorized", func(w *world) journal.SaleID {
		id := w.sell(core.RouteWallet, 5000)
		w.name(id, core.RouteWallet, slowWallet)
		w.handIn(id)
		time.Sleep(15 * time.Second)
		return id
	}, journal.StatusWaiting, nothing, journal.StatusPaid},
	{"code of unknown outcome", func(w *world) journal.SaleID {
		id := w.sell(core.RouteAccount, 5000)
		w.name(id, core.RouteAccount, slowAccount)
		w.gate.Inject(faults.Fault{Op: contract.OpSubmitBank, Kind: faults.CommitThenDrop, Count: 1})
		w.gate.Inject(faults.Fault{Op: contract.OpStatus, Kind: faults.Drop, Count: 1})
		w.handIn(id)
		return id
	}, journal.StatusWaiting, nothing, journal.StatusPaid},
	{"unknown", func(w *world) journal.SaleID {
		id := w.sell(core.RouteQR, 5000)
		time.Sleep(5*time.Minute + 10*time.Second)
		return id
	}, journal.StatusUnknown, (*world).approve, journal.StatusPaid},
	{"set aside", func(w *world) journal.SaleID {
		id := w.sell(core.RouteQR, 5000)
		w.must("set aside", w.till.SetAside(context.Background(), id, journal.AsidePaidCash))
		return id
	}, journal.StatusSetAside, (*world).approve, journal.StatusPaid},
	{"expired, and then paid", func(w *world) journal.SaleID {
		id := w.sell(core.RouteQR, 5045)
		w.approve(id)
		time.Sleep(4 * time.Second)
		return id
	}, journal.StatusExpired, nothing, journal.StatusPaid},
	{"failed", func(w *world) journal.SaleID {
		id := w.sell(core.RouteQR, 5000)
		w.must("decline", w.gate.Press(w.sale(id).OrderID, w.gate.Decline))
		time.Sleep(4 * time.Second)
		return id
	}, journal.StatusFailed, nothing, journal.StatusFailed},
	{"not opened", func(w *world) journal.SaleID {
		w.gate.Inject(faults.Fault{Op: contract.OpInitiate, Kind: faults.CommitThenDrop, Count: 1})
		return w.sell(core.RouteQR, 5000)
	}, journal.StatusNotOpened, nothing, journal.StatusNotOpened},
	{"token refused", func(w *world) journal.SaleID {
		id := w.sell(core.RouteQR, 5000)
		w.gate.Inject(faults.Fault{Op: contract.OpStatus, Kind: faults.Unauthorized, Count: 1})
		time.Sleep(4 * time.Second)
		return id
	}, journal.StatusUnknown, func(w *world, id journal.SaleID) {
		w.approve(id)
		w.must("check", w.till.Check(context.Background(), id))
	}, journal.StatusPaid},
	{"paid", func(w *world) journal.SaleID {
		id := w.sell(core.RouteQR, 5000)
		w.approve(id)
		time.Sleep(10 * time.Second)
		return id
	}, journal.StatusPaid, func(w *world, id journal.SaleID) {
		w.must("acknowledge", w.till.Acknowledge(context.Background(), id))
	}, journal.StatusPaid},
}

// The ways in which a clock is set.
var ways = []string{"under way", "under way, and back after an hour", "while the till is off"}

// TestClockJumps sets the machine's wall clock in every state that a sale can
// be in, while its monotonic clock goes on. Nobody helps afterwards: the till
// alone must end in the truth. Every 288 cases are the whole table, each time at
// other moments.
func TestClockJumps(t *testing.T) {
	n := soak.N(t, 48)
	done := soak.Begin(t, "clock-jumps", n)
	dir := room(t)
	counts := map[string]int{}
	first := int(soak.First(t, 0))
	for k := first; k < first+n; k++ {
		st, jump := stands[k%len(stands)], jumps[k/len(stands)%len(jumps)]
		way := ways[(k/len(stands)/len(jumps)+k/len(stands)+k%len(stands))%len(ways)]
		out := jumpOnce(t, Options{Seed: uint64(k), Room: dir}, st, jump, way)
		for _, p := range out.Problems {
			t.Errorf("seed %d, %s, %v %s: %s; again: %s", k, st.name, jump, way, p, soak.Again("clock-jumps", uint64(k)))
		}
		for what, k := range out.Counts {
			counts[what] += k
		}
	}
	if counts["receipts"] == 0 || counts["receipts"] != counts["paid at the gateway"] {
		t.Errorf("%d receipts for %d payments", counts["receipts"], counts["paid at the gateway"])
	}
	done("%d states by %d jumps by %d ways, %d sales, %d paid at the gateway, %d receipts", len(stands), len(jumps), len(ways), counts["sales"],
		counts["paid at the gateway"], counts["receipts"])
}

func jumpOnce(t *testing.T, o Options, st stand, jump time.Duration, way string) (out Result) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		w := newWorld(o, plain)
		w.sound.Store(true)
		time.Sleep(24*time.Hour/2 + rand1(w.driver, time.Hour)) // noon: a jump may cross midnight
		w.sell(core.RouteAccount, 3000)
		id := st.reach(w)
		if got := w.sale(id).Status(); got != st.want {
			w.see.problem("not reached: it is %s", got)
		}
		time.Sleep(rand1(w.driver, 2*time.Second))
		if way == ways[2] {
			w.stop()
			w.ahead.Store(int64(jump))
			time.Sleep(rand1(w.driver, time.Minute))
			w.start()
		} else {
			w.ahead.Store(int64(jump))
		}
		time.Sleep(rand1(w.driver, 5*time.Second))
		w.sell(core.RouteAccount, 3000)
		st.act(w, id)
		if way == ways[1] {
			time.Sleep(time.Hour)
			w.ahead.Store(0)
			w.sell(core.RouteAccount, 3000)
		}
		last := w.sell(core.RouteQR, 3040)
		w.approve(last)
		time.Sleep(2*time.Hour + 10*time.Minute)
		if got := w.sale(id).Status(); got != st.end {
			w.see.problem("it ends as %s, not as %s", got, st.end)
		}
		if got := w.sale(last).Status(); got != journal.StatusPaid {
			w.see.problem("a new sale ends as %s", got)
		}
		out = w.finish()
	})
	return out
}
