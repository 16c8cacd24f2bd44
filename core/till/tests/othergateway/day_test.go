package othergateway_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/till/tests/othergateway"
)

// inject is a fault that is put in on purpose; the zero one is none.
type inject struct {
	gate  func(o *othergateway.Options)
	serve func(g *othergateway.Gateway) http.Handler // between the wire and the gateway
	api   func(core.PaymentAPI) core.PaymentAPI      // between the SDK and its client
	store func(journal.Store) journal.Store          // between the till and its disk
}

// day is one run: a gateway, a till before it, and everybody who acts.
type day struct {
	seed    uint64
	inject  inject
	r       *rand.Rand // the driver's
	began   time.Time
	gate    *othergateway.Gateway
	line    *othergateway.Line
	disk    *storetest.Memory
	network network
	proc    *process
	till    *driver.Desk
	law     *oracle.Witness

	accounts map[string]string      // that the cashier entered last, by order
	codes    map[string]core.Secret // that was handed in last, by order
	resolved map[string]bool        // orders that a manager's word was asked for
	missing  map[string]bool        // orders that a journal which was put back does not know
	putBack  bool

	mu       sync.Mutex
	keep     bool
	history  []string
	problems []string
	counts   map[string]int
	names    map[string]string // of orders, by what the till calls them: that ends in chance
}

// played is what came of a day.
type played struct {
	problems, history []string
	counts            map[string]int
}

// play lets one day pass.
func play(t *testing.T, seed uint64, p inject, keep bool) (out played) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		d := newDay(seed, p, keep)
		d.live()
		d.rest(0)
		d.quiet()
		d.audit()
		d.end()
		out = played{problems: d.problems, history: d.history, counts: d.counts}
	})
	return out
}

func newDay(seed uint64, p inject, keep bool) *day {
	d := &day{seed: seed, inject: p, keep: keep, began: time.Now(), law: oracle.NewWitness(), disk: storetest.NewMemory(), accounts: map[string]string{},
		codes: map[string]core.Secret{}, resolved: map[string]bool{}, missing: map[string]bool{}, counts: map[string]int{}, line: othergateway.NewLine(), names: map[string]string{"": "no order"}}
	d.r = d.random("driver")
	o := othergateway.Random(seed)
	if n := d.r.IntN(8); n < len(othergateway.Presets) {
		o = othergateway.Preset(othergateway.Presets[n])
		o.Seed = seed
	}
	if p.gate != nil {
		p.gate(&o)
	}
	d.gate = othergateway.New(o)
	d.law.Says = func(order, word string) bool {
		if word == "SUCCESS" { // there is no word but for money
			return len(d.gate.Taken(order)) > 0
		}
		return d.gate.Told(order, word)
	}
	d.write("gateway %+v", o)
	handler := http.Handler(d.gate)
	if p.serve != nil {
		handler = p.serve(d.gate)
	}
	d.network = network{d: d, next: handler, nth: map[string]int{}}
	d.network.stop = d.gate.Serve(d.line, &d.network)
	d.start()
	return d
}

// random is a source of its own for each name.
func (d *day) random(names ...string) *rand.Rand {
	return driver.Seed(d.seed).Random(names...)
}

// end closes everything, so that the bubble is empty.
func (d *day) end() {
	d.stop()
	d.network.stop()
	time.Sleep(2 * time.Minute) // until the last handler has noticed
}

func (d *day) write(format string, args ...any) {
	if !d.keep {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.history = append(d.history, fmt.Sprintf("%12v ", time.Since(d.began).Round(time.Millisecond))+fmt.Sprintf(format, args...))
}

func (d *day) problem(format string, args ...any) {
	text := fmt.Sprintf("%v: ", time.Since(d.began).Round(time.Millisecond)) + fmt.Sprintf(format, args...)
	d.write("PROBLEM %s", text)
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.problems) < 10 {
		d.problems = append(d.problems, text)
	}
}

// name is what a day calls an order: the same whenever its seed is played.
func (d *day) name(order string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.names[order] == "" {
		d.names[order] = fmt.Sprintf("order %d", len(d.names))
	}
	return d.names[order]
}

func (d *day) count(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.counts[what]++
}

// between draws a duration.
func between(r *rand.Rand, least, limit time.Duration) time.Duration {
	return least + time.Duration(r.Int64N(int64(limit-least)+1))
}

// newest returns the records that are on the disk, oldest first.
func (d *day) newest() []journal.Sale {
	page, err := d.disk.Sales(context.Background(), journal.SaleQuery{Limit: 1000})
	if err != nil {
		d.problem("the history cannot be read: %v", err)
	}
	for i, j := 0, len(page.Sales)-1; i < j; i, j = i+1, j-1 {
		page.Sales[i], page.Sales[j] = page.Sales[j], page.Sales[i]
	}
	return page.Sales
}
