//go:build linux

package histories

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/office"
	"sanduq/core/office/agent"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/till/tests/driver"
)

// bent is a part that does not keep the law, on purpose.
type bent struct {
	api   func(core.PaymentAPI) core.PaymentAPI
	store func(*world, *process, journal.Store) journal.Store
	rows  func(mail, *office.Batch) (office.Cursor, error)
	asked func(*world, int, journal.SaleID, record) record // what an owner reads
	debit func(w *world, order string, n int) int          // what a statement says
}

// world is one history with all who take part.
type world struct {
	hall    *hall
	number  int64 // of the till at the office
	client  *agent.Client
	seed    driver.Seed
	bent    bent
	history *recorder
	runs    int // processes that the till had
	memory  *storetest.Memory
	bank    driver.Gateway
	now     atomic.Pointer[process]
	later   sync.WaitGroup // messages that are still under way

	bankWay, officeWay way

	mu     sync.Mutex // guards the rest
	drawn  *rand.Rand
	orders []*placed
	counts map[string]int
	wrong  []string
}

// placed is an order of the history, with the payments that were opened for it.
type placed struct {
	number   int
	payments []opened
}

// opened is a payment of whose opening somebody heard.
type opened struct {
	id     journal.SaleID
	order  string // as the bank calls it
	ending int    // of its amount
}

// never is later than any history ends.
const never = 20 * 365 * 24 * time.Hour

// play plays the history of a seed.
func play(t *testing.T, h *hall, seed uint64, room string, b bent) *world {
	t.Helper()
	w := &world{hall: h, seed: driver.Seed(seed), bent: b, history: newRecorder(), memory: storetest.NewMemory(), counts: map[string]int{}}
	w.number, w.client = h.enrolled(t, seed)
	defer w.client.Close()
	w.drawn = w.random("people")
	bad := []int{0, 10, 25}[w.drawn.IntN(3)]
	w.bankWay.random, w.bankWay.bad = w.random("bank"), bad
	w.officeWay.random, w.officeWay.bad = w.random("office"), 2*bad
	synctest.Test(t, func(*testing.T) { w.live(room) })
	return w
}

func (w *world) live(room string) {
	time.Sleep(time.Until(today))
	codes := 100_000
	var err error
	w.bank, err = driver.Practice(context.Background(), sandbox.Options{Dir: room, Listener: &nowhere{gone: make(chan struct{})}, Seed: uint64(w.seed), Clock: clock.New(),
		TokenTTL: never, Timing: payments.Timing{Auto: never, Idle: never}, OTPs: func() string { codes++; return strconv.Itoa(codes) }})
	if err != nil {
		w.broken("the bank does not open: %v", err)
		return
	}
	if err := w.start(); err != nil {
		w.broken("the till does not open: %v", err)
	} else {
		w.act()
		w.rest()
		w.kill()
	}
	w.later.Wait()
	time.Sleep(time.Minute) // until the last idle connection is given up
	if err := w.bank.Close(context.Background()); err != nil {
		w.broken("the bank does not close: %v", err)
	}
	if err := os.RemoveAll(room); err != nil {
		w.broken("%v", err)
	}
}

// act lets everybody act at the same time.
func (w *world) act() {
	var people sync.WaitGroup
	for i := range 2 {
		people.Go(func() { w.cashier(cashier + i) })
		people.Go(func() { w.repeat(10, func() { w.look(screen + i) }) })
		people.Go(func() { w.repeat(8, func() { w.customer(customer + i) }) })
		people.Go(func() { w.repeat(8, func() { w.owner(owner + i) }) })
	}
	for range w.random("kills").IntN(3) {
		time.Sleep(w.short(20 * time.Second))
		w.restart()
		w.counted("kills", 1)
	}
	people.Wait()
}

func (w *world) repeat(times int, do func()) {
	for range times {
		time.Sleep(w.short(4 * time.Second))
		do()
	}
}

// rest lets everything come to its end, and looks at it once more.
func (w *world) rest() {
	w.bankWay.sound.Store(true)
	w.officeWay.sound.Store(true)
	time.Sleep(time.Minute)
	for _, o := range w.known() {
		settled := 0
		for i, p := range o.payments {
			w.statement(customer, o, i)
			w.view(screen, o, i)
			w.ask(owner, o, i)
			w.ask(owner+1, o, i)
			s, _ := w.onScreen(p.id)
			if s.Status() == journal.StatusPaid {
				settled++
			}
			w.counted("payments that ended "+string(s.Status()), 1)
		}
		if settled > 1 {
			w.counted("orders paid twice", 1)
		}
		w.history.returned(operator, w.history.call(), one(o.number, input{Verb: rests}, output{Owed: w.owes(o)}))
	}
}

// owes reports whether the till's ledger says that money of an order is, or was, to go back.
func (w *world) owes(o placed) bool {
	all, err := w.memory.Debts(context.Background(), journal.DebtQuery{Limit: 1000})
	if err != nil {
		w.broken("the ledger is not read: %v", err)
	}
	return slices.ContainsFunc(all, func(d journal.Debt) bool {
		return slices.ContainsFunc(o.payments, func(p opened) bool { return p.id == d.Sale })
	})
}

// random returns a source of its own for each name.
func (w *world) random(names ...string) *rand.Rand { return w.seed.Random(names...) }

// short is some time up to a limit.
func (w *world) short(limit time.Duration) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Duration(w.drawn.Int64N(int64(limit)))
}

// chance is true once in n times.
func (w *world) chance(n int) bool { return w.short(time.Duration(n)) == 0 }

func (w *world) counted(what string, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counts[what] += n
}

// broken is what must not happen and is no matter of the model.
func (w *world) broken(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wrong = append(w.wrong, fmt.Sprintf(format, args...))
}

// known are the orders that there are.
func (w *world) known() (all []placed) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, o := range w.orders {
		all = append(all, placed{o.number, slices.Clone(o.payments)})
	}
	return all
}

// orderOf is the order of a payment, and which of its payments that is.
func (w *world) orderOf(id journal.SaleID) (*placed, int) {
	for _, o := range w.known() {
		if i := slices.IndexFunc(o.payments, func(p opened) bool { return p.id == id }); i >= 0 {
			return &o, i
		}
	}
	return nil, 0
}
