package truth_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/tests/soak"
	"sanduq/core/wire"
)

// limits are how long PAID may take from the moment in which the bank has settled,
// the till runs and somebody answers.
type limits struct{ p50, p99 time.Duration }

var (
	withoutFault = limits{3 * time.Second, 6 * time.Second}
	afterFault   = limits{15 * time.Second, 15 * time.Second}
)

// paidKinds are the kinds of faults that a sale goes through. play returns the
// shop, which may be another after a restart, and from when on the time counts.
var paidKinds = []struct {
	name   string
	limits limits
	play   func(s *shop, v journal.View, r *rand.Rand, settle func()) (*shop, time.Time)
}{
	{"no fault", withoutFault, func(s *shop, _ journal.View, r *rand.Rand, settle func()) (*shop, time.Time) {
		s.pass(customerTakes(r))
		settle()
		return s, time.Now()
	}},
	{"a bare 401", afterFault, during(func(s *shop) script { return once(s.gate.honest, reply{status: 401}) })},
	{"a page with 502", afterFault, during(func(s *shop) script { return once(s.gate.honest, page(502)) })},
	{"a reply that is lost", afterFault, during(func(s *shop) script { return once(s.gate.honest, reply{lost: true}) })},
	{"a refused leg", afterFault, func(s *shop, v journal.View, r *rand.Rand, settle func()) (*shop, time.Time) {
		paid := v.Session.ByAccountNumber
		s.gate.script(core.OpFetchStatus, func(q request) reply {
			if q.byAccount != paid {
				return refused(404, "NOT_FOUND")
			}
			return s.gate.honest(q)
		})
		s.pass(customerTakes(r))
		settle()
		return s, time.Now()
	}},
	{"a restart", afterFault, func(s *shop, _ journal.View, r *rand.Rand, settle func()) (*shop, time.Time) {
		s.pass(customerTakes(r))
		before := r.IntN(2) == 0
		if before {
			settle()
		}
		s.close()
		time.Sleep(time.Duration(1+r.IntN(120)) * time.Second)
		s.memory = s.memory.Crash()
		s = s.open(s.t)
		began := time.Now()
		if !before {
			s.pass(customerTakes(r))
			settle()
			began = time.Now()
		}
		return s, began
	}},
	{"a wake-up", afterFault, func(s *shop, _ journal.View, r *rand.Rand, settle func()) (*shop, time.Time) {
		s.pass(customerTakes(r))
		settle()
		s.clock.(*sleeper).sleep(time.Duration(1+r.IntN(600)) * time.Minute)
		return s, time.Now()
	}},
}

// customerTakes is how long a customer takes: while the till asks every three seconds.
func customerTakes(r *rand.Rand) time.Duration {
	return time.Duration(500+r.IntN(26_000)) * time.Millisecond
}

// during settles at some moment and lets a fault begin shortly before or after.
func during(fault func(s *shop) script) func(*shop, journal.View, *rand.Rand, func()) (*shop, time.Time) {
	return func(s *shop, _ journal.View, r *rand.Rand, settle func()) (*shop, time.Time) {
		s.pass(customerTakes(r))
		s.gate.script(core.OpFetchStatus, fault(s))
		s.pass(time.Duration(r.IntN(6000)) * time.Millisecond)
		settle()
		return s, time.Now()
	}
}

// once answers one question wrongly, and every other honestly.
func once(honest script, wrong reply) script {
	var done atomic.Bool
	return func(q request) reply {
		if done.Swap(true) {
			return honest(q)
		}
		return wrong
	}
}

// sleeper is a machine's clock: asleep, the wall goes on and the monotonic one stands.
type sleeper struct {
	core.Clock
	slept atomic.Int64
}

func (c *sleeper) Now() time.Time        { return c.Clock.Now().Add(time.Duration(c.slept.Load())) }
func (c *sleeper) sleep(d time.Duration) { c.slept.Add(int64(d)) }

// timePaid returns how long PAID took in one sale of a kind. An hour is never.
func timePaid(t *testing.T, kind int, seed uint64, inject func(core.PaymentAPI) core.PaymentAPI) (took time.Duration) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, uint64(kind)))
	synctest.Test(t, func(t *testing.T) {
		p := practice()
		p.clock, p.inject = &sleeper{Clock: core.SystemClock()}, inject
		s := p.open(t)
		var v journal.View
		if k := paidKinds[kind]; k.name == "a refused leg" {
			v = s.toCode(s.charge().ID, core.RouteAccount)
			s.enter(v.ID, "246802")
			v = s.want(v.ID, journal.StatusWaiting)
		} else {
			v = s.waiting(wire.Routes()[r.IntN(3)])
		}
		settle := func() { s.gate.setLeg(v.OrderID, v.Session.ByAccountNumber, "SUCCESS", "TX-1") }
		now, began := paidKinds[kind].play(s, v, r, settle)
		for took = 0; now.sale(v.ID).Status() != journal.StatusPaid && took < time.Hour; took = time.Since(began) {
			now.pass(100 * time.Millisecond)
		}
	})
	return took
}

// distribution is how long the sales of a kind took, sorted.
func distribution(t *testing.T, kind, n int, first uint64, inject func(core.PaymentAPI) core.PaymentAPI) []time.Duration {
	t.Helper()
	all := make([]time.Duration, n)
	var next atomic.Int64
	t.Run(strings.ReplaceAll(paidKinds[kind].name, " ", "-"), func(t *testing.T) {
		for range 2 {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
					all[i] = timePaid(t, kind, first+uint64(i), inject)
				}
			})
		}
	})
	slices.Sort(all)
	return all
}

func quantile(all []time.Duration, of float64) time.Duration {
	return all[min(len(all)-1, int(of*float64(len(all))))].Round(100 * time.Millisecond)
}

func (l limits) broken(all []time.Duration) bool {
	return quantile(all, 0.5) > l.p50 || quantile(all, 0.99) > l.p99
}

// TestTimeToPaid prints how long it takes from the bank's settlement to PAID, by
// the kind of fault that comes in between, and holds it against the limits.
func TestTimeToPaid(t *testing.T) {
	n := soak.N(t, 30)
	done := soak.Begin(t, "time-to-paid", n)
	rows := []string{fmt.Sprintf("%-22s %6s %7s %7s %7s %7s   limits of p50 and p99", "fault", "sales", "p50", "p90", "p99", "most")}
	for kind, k := range paidKinds {
		all := distribution(t, kind, n, soak.First(t, 1), nil)
		rows = append(rows, fmt.Sprintf("%-22s %6d %7v %7v %7v %7v   %v %v", k.name, n, quantile(all, 0.5), quantile(all, 0.9), quantile(all, 0.99),
			quantile(all, 1), k.limits.p50, k.limits.p99))
		if k.limits.broken(all) {
			t.Errorf("%s: p50 %v, p99 %v; at most %v and %v", k.name, quantile(all, 0.5), quantile(all, 0.99), k.limits.p50, k.limits.p99)
		}
	}
	t.Log("\n" + strings.Join(rows, "\n"))
	if soak.Long() {
		fmt.Println(strings.Join(rows, "\n"))
	}
	done("%d kinds of faults", len(paidKinds))
}
