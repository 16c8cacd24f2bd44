package wire

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/tests/soak"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/injected"
	"sanduq/core/till/tests/oracle"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// TestProxy sells through the proxy, many at once, until the wire has failed
// that often.
func TestProxy(t *testing.T) {
	n := soak.N(t, 80)
	done := soak.Begin(t, "proxy", n)
	dir := memory(t)
	var paid, sales, all, wrong int
	each := map[Fault]int{}
	share := 2000
	if soak.Other() {
		share = 250 // each round draws another gateway
	}
	for seed := soak.First(t, 0); all < n && !t.Failed(); seed++ {
		round := min(n-all, share)
		more := sell(t, filepath.Join(dir, "room"), seed, round, nil)
		wrong += len(more.problems)
		for _, p := range more.problems {
			t.Errorf("seed %d: %s; again: %s", seed, p, soak.AgainFrom("proxy", seed, round))
		}
		paid, sales, all = paid+more.paid, sales+more.sales, all+more.faults
		for f, k := range more.each {
			each[f] += k
		}
	}
	for _, f := range usual {
		if each[f] == 0 && n >= 500 {
			t.Errorf("never happened: %s", f)
		}
	}
	if paid == 0 {
		t.Error("nothing was ever paid")
	}
	done("%d wrong (second payments, false paid, false failed, lost); %d faults of %d kinds in %d sales, %d paid", wrong, all, len(each), sales, paid)
	t.Log(each)
}

// TestProxyCatches puts two bugs between the till and the wire.
func TestProxyCatches(t *testing.T) {
	for law, inject := range map[oracle.Law]func(core.PaymentAPI) core.PaymentAPI{
		oracle.OnePayment:   injected.Eager,
		oracle.FalseNotPaid: injected.Hasty,
	} {
		t.Run(string(law), func(t *testing.T) {
			found := sell(t, filepath.Join(memory(t), "room"), 1, 40, inject).problems
			if !slices.ContainsFunc(found, func(p string) bool { return strings.Contains(p, string(law)) }) {
				t.Errorf("not seen: %q", found)
			}
		})
	}
}

// memory is a folder in memory where there is one.
func memory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "wire-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// openGateway opens the gateway of a round: the practice bank, or with
// SOAK_GATEWAY=other another one, as brisk as the wire.
func openGateway(t *testing.T, dir string, seed uint64) (gate driver.Gateway) {
	t.Helper()
	const most = 60 * time.Millisecond
	var err error
	if soak.Other() {
		with := driver.OtherOptions(seed)
		with.Law.SettleMin, with.Law.SettleMax = 0, most
		with.Habits.DateOff, with.Speech.TransactionAfter = 0, 0
		gate, err = driver.OtherAt(with)
	} else {
		gate, err = driver.Practice(context.Background(), sandbox.Options{Dir: filepath.Join(dir, "gate"), Addr: "127.0.0.1:0", Timing: payments.Timing{Settle: most}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return gate
}

type sold struct {
	paid, sales, faults int
	each                map[Fault]int
	problems            []string
}

// sell opens a shop and keeps selling until the wire has failed n times.
func sell(t *testing.T, dir string, seed uint64, n int, inject func(core.PaymentAPI) core.PaymentAPI) sold {
	t.Helper()
	defer func() { _ = os.RemoveAll(dir) }()
	ctx := context.Background()
	gate := openGateway(t, dir, seed)
	defer func() { _ = gate.Close(ctx) }()
	proxy, err := New(strings.TrimPrefix(gate.BaseURL(), "http://"), seed, 35)
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	folder := filepath.Join(dir, "till")
	store, err := storage.Open(ctx, storage.Options{Dir: folder, Keys: keys.NewFile(folder)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	s := &shop{proxy: proxy, gate: gate, store: store, inject: inject, orders: map[journal.SaleID]string{}, said: map[string]bool{}}
	if err := s.open(); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 24 {
		r := rand.New(rand.NewPCG(seed, uint64(i)+10))
		wg.Go(func() {
			for {
				if faults, _ := proxy.Faults(); faults >= n {
					return
				}
				s.sell(r)
			}
		})
	}
	wg.Wait()
	s.till.Close() // with whatever is under way
	proxy.Calm()
	if err := s.open(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	s.drain()
	time.Sleep(200 * time.Millisecond)
	s.drain()
	s.till.Close()
	out := sold{sales: len(s.orders)}
	out.paid = s.compare()
	out.faults, out.each = proxy.Faults()
	out.problems = s.problems
	return out
}
