package interleavings

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/core/till/internal/sched"
	"sanduq/core/till/tests/oracle"
)

// scene is a scenario.
type scene struct {
	name string
	// setup brings the till where the scenario begins; nothing is scheduled yet.
	setup func(w *world)
	// acts starts what happens at the same moment.
	acts  func(w *world)
	small bool // it has few orders
	// patience is how long the till may do nothing before it counts as done;
	// none is a second.
	patience time.Duration
	long     bool          // played with SOAK_N only
	random   bool          // what is picked is not all that decides; played by chance alone
	restart  bool          // the till is opened again before the last look
	calm     time.Duration // what passes before the last look, with nobody scheduled
	// ends looks at how it ended, beyond what must hold always.
	ends func(w *world)
}

// fault is how the world is broken on purpose, to see that it is noticed.
type fault struct {
	name string
	void []*lock // locks that exclude nobody
	disk diskFault
}

// world is one till with its disk and its gateway, for one play.
type world struct {
	*baton
	t      *testing.T
	disk   *disk
	bank   *bank
	till   *till.Till
	sub    *till.Subscription
	remove func()
	acting sync.WaitGroup

	standing []*request
	after    clock // what comes before those who come now
	broken   []string
	law      *oracle.Witness
	laws     laws // what else a play has shown

	mu      sync.Mutex      // guards the rest
	acts    map[string]bool // that have not ended
	waits   []*waiting
	streams []*core.Subscription
	events  map[journal.SaleID][]clock // what comes before each event of a sale's SDK
}

var amount = money.Amount{Minor: 12500, Currency: "LYD"}

func newWorld(t *testing.T, f fault) *world {
	w := &world{baton: newBaton(f.void...), t: t, acts: map[string]bool{}, events: map[journal.SaleID][]clock{}}
	w.law = oracle.NewWitness()
	w.laws.init()
	w.remove = sched.Install(w.baton)
	w.disk = newDisk(w, f.disk)
	w.bank = newBank(w)
	w.open()
	w.sub = w.till.Subscribe()
	return w
}

// open opens the till.
func (w *world) open() {
	var err error
	w.till, err = till.Open(w.t.Context(), till.Config{
		Store: w.disk, Environment: core.Sandbox, BaseURL: "test", Zone: time.UTC, NewSDK: w.newSDK,
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"},
		Routes:   []core.Route{core.RouteQR},
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// again opens the till again, as after a restart, and gives it time to ask.
func (w *world) again() {
	w.till.Close()
	w.open()
	time.Sleep(20 * time.Second)
	synctest.Wait()
}

func (w *world) newSDK() *core.WebSDK {
	sdk := core.NewWebSDK(w.bank, &core.InMemoryTokenStore{},
		core.WithSchedule(core.PollSchedule{Slow: w.bank.pollEvery, Cap: 24 * time.Hour}))
	w.mu.Lock()
	defer w.mu.Unlock()
	w.streams = append(w.streams, sdk.SessionStream())
	return sdk
}

// sent takes down after which steps the SDKs have sent their newest events.
func (w *world) sent() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, stream := range w.streams {
		for ev, ok := stream.TryNext(); ok; ev, ok = stream.TryNext() {
			id := w.disk.saleOf(ev.After.OrderID)
			w.events[id] = append(w.events[id], w.after)
		}
	}
}

// eventClock is what comes before the event of a sale's SDK that is written
// down next. Who writes it down need not have waited for it: it may have been
// there before.
func (w *world) eventClock(id journal.SaleID) clock {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := w.laws.events[id]; n < uint64(len(w.events[id])) {
		return w.events[id][n]
	}
	return nil
}

// letAll lets everybody go on.
func (w *world) letAll() {
	w.end(w.standing)
	w.standing = nil
}

// clear lets everybody go on and waits until all have gone.
func (w *world) clear() {
	w.letAll()
	w.mu.Lock()
	waits := w.waits
	w.waits = nil
	w.mu.Unlock()
	for _, one := range waits {
		close(one.done)
	}
	w.till.Close()
	w.acting.Wait()
	w.remove()
}

// breaks says that a law was broken.
func (w *world) breaks(format string, args ...any) {
	w.broken = append(w.broken, fmt.Sprintf(format, args...))
}

// act starts a goroutine of the scenario.
func (w *world) act(name string, f func()) {
	w.acting.Go(func() {
		w.adopt(name)
		w.Point("begins")
		f()
		w.leaves(name)
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.acts, name)
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	w.acts[name] = true
}

// charge opens a sale and waits, unscheduled, until its QR is on show.
func (w *world) charge(d journal.Draft) journal.SaleID {
	v, err := w.till.Charge(w.t.Context(), w.draft(d))
	if err != nil {
		w.t.Fatal(err)
	}
	synctest.Wait()
	return v.ID
}

func (w *world) draft(d journal.Draft) journal.Draft {
	d.Amount, d.Cashier = amount, "Samira"
	if d.Route == "" {
		d.Route = core.RouteQR
	}
	if d.Replaces != "" {
		d.Reason = journal.AsideCustomerLeft
	}
	return d
}

type waiting struct {
	id   journal.SaleID
	want func(journal.Sale) bool
	done chan struct{}
}

// until lets an act wait until a sale is seen in some condition; false when the
// play ends first.
func (w *world) until(id journal.SaleID, want func(journal.Sale) bool) bool {
	w.Point("waits for "+string(id), touch{lockName{runLock, string(id)}.guarded(saleField.is), looks})
	one := &waiting{id: id, want: want, done: make(chan struct{})}
	w.mu.Lock()
	w.waits = append(w.waits, one)
	w.mu.Unlock()
	<-one.done
	s, ok := w.laws.shown[id]
	return ok && want(s)
}

// wake lets those go on whose wish has come true, and reports whether there
// were any.
func (w *world) wake() (any bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	left := w.waits[:0]
	for _, one := range w.waits {
		if s, ok := w.laws.shown[one.id]; ok && one.want(s) {
			close(one.done)
			any = true
			continue
		}
		left = append(left, one)
	}
	w.waits = left
	return any
}

// unfinished returns the acts that have not ended, unless all of them wait for
// news.
func (w *world) unfinished() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.acts) == len(w.waits) {
		return nil
	}
	return slices.Sorted(maps.Keys(w.acts))
}
