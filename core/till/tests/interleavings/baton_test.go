package interleavings

import (
	"fmt"
	"slices"
	"sync"

	"sanduq/core/till/internal/sched"
)

// request is a goroutine that stands at a point until it may go on.
type request struct {
	who     *thread
	what    string
	lock    *sched.Mutex // nil at a point that is no lock
	owner   string       // of the lock
	try     bool
	hasty   bool // goes on at once; see doc.go
	event   bool // begins to write down an event of the owner's SDK
	since   int  // how many steps had been taken when it came to stand
	touches touches
	grant   chan bool // the answer of a try
}

func (r *request) String() string { return r.who.name + ": " + r.what }

// baton lets one goroutine go on at a time. It is the sched.Scheduler of one
// play of a scenario. While loose is true everybody goes on as with ordinary
// mutexes, which is how a scenario is set up and cleared away.
type baton struct {
	bell chan struct{}  // rung when someone came to stand at a point
	void map[*lock]bool // injected fault: these locks exclude nobody, and order nothing

	mu      sync.Mutex // guards the rest; never held while waiting
	loose   bool
	threads []*thread
	alike   map[string]int // threads by their first name
	running *thread
	fresh   []*request // came to stand since the last look
	names   map[*sched.Mutex]lockName
	held    map[*sched.Mutex]int
	queue   map[*sched.Mutex][]chan bool // while loose
	more    touches                      // what the step under way turned out to touch
}

func newBaton(void ...*lock) *baton {
	b := &baton{bell: make(chan struct{}, 1), loose: true, alike: map[string]int{}, names: map[*sched.Mutex]lockName{},
		held: map[*sched.Mutex]int{}, queue: map[*sched.Mutex][]chan bool{}, void: map[*lock]bool{}}
	for _, l := range void {
		b.void[l] = true
	}
	return b
}

// Named implements sched.Scheduler.
func (b *baton) Named(m *sched.Mutex, owner, name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.names[m] = lockName{lockCalled(owner, name), owner}
}

// Acquire implements sched.Scheduler.
func (b *baton) Acquire(m *sched.Mutex) {
	b.mu.Lock()
	if !b.loose {
		r := b.lockRequest(m, false)
		b.mu.Unlock()
		<-r.grant
		return
	}
	if b.acquire(m) {
		b.mu.Unlock()
		return
	}
	turn := make(chan bool, 1)
	b.queue[m] = append(b.queue[m], turn)
	b.mu.Unlock()
	<-turn
}

// Try implements sched.Scheduler.
func (b *baton) Try(m *sched.Mutex) bool {
	b.mu.Lock()
	if b.loose {
		defer b.mu.Unlock()
		return b.acquire(m)
	}
	r := b.lockRequest(m, true)
	b.mu.Unlock()
	return <-r.grant
}

// Release implements sched.Scheduler.
func (b *baton) Release(m *sched.Mutex) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held[m]--
	if n := b.nameOf(m); !n.memory && !b.void[n.lock] {
		b.more = append(b.more, touch{n.thing(), gives})
	}
	if q := b.queue[m]; len(q) > 0 && b.acquire(m) {
		b.queue[m] = q[1:]
		q[0] <- true
	}
}

// Point lets the goroutine stand until it may go on. It says what the step
// that follows does and touches. False means that nobody schedules.
func (b *baton) Point(what string, t ...touch) bool {
	b.mu.Lock()
	if b.loose {
		b.mu.Unlock()
		return false
	}
	u, root := callers(1)
	r := &request{who: b.thread(root, lockName{}), what: what, touches: t, grant: make(chan bool, 1)}
	r.inside(u)
	b.stand(r)
	b.mu.Unlock()
	<-r.grant
	return !b.isLoose()
}

func (b *baton) lockRequest(m *sched.Mutex, try bool) *request {
	n := b.nameOf(m)
	u, root := callers(3)
	if u.function == nil {
		panic(u.name + " takes a lock of the till's, and its source is not known")
	}
	known := wayOf(n, u, try)
	r := &request{what: known.what, lock: m, owner: n.of, try: try,
		hasty: u.hasty, event: n.lock == runWrite && u.function == commitEvent.is, grant: make(chan bool, 1)}
	if r.hasty {
		r.who = &thread{name: short(root)} // it takes no step
	} else {
		r.who = b.thread(root, n)
		if !b.void[n.lock] {
			r.touches = known.touches
		}
		r.inside(u)
	}
	b.stand(r)
	return r
}

// way is what is known of a lock that is taken at one place of the source: how it is
// said, and what the step touches. It is the same in every play, and most of the
// work of a play when it is found again each time.
type way struct {
	what    string
	touches touches
}

type wayKey struct {
	lock lockName
	use  *use
	try  bool
}

var ways sync.Map // of *way by wayKey

func wayOf(n lockName, u *use, try bool) *way {
	key := wayKey{n, u, try}
	if found, ok := ways.Load(key); ok {
		return found.(*way)
	}
	w := &way{what: fmt.Sprintf("lock %s in %s", n, short(u.name)), touches: lockTouches(n, u, try)}
	switch {
	case try:
		w.what = "try to " + w.what
	case u.waited:
		w.what += " after a wait"
	}
	ways.Store(key, w)
	return w
}

// inside adds what a step touches that the SDK takes while it takes an answer
// in: it may change the sale's session.
func (r *request) inside(u *use) {
	if u.inSDK && r.who.sale != "" {
		r.touches = append(r.touches[:len(r.touches):len(r.touches)], answers(r.who.sale)...)
	}
}

func (b *baton) stand(r *request) {
	r.who.at = r
	b.fresh = append(b.fresh, r)
	select {
	case b.bell <- struct{}{}:
	default:
	}
}

// nameOf returns what a lock is called. It panics for one of which the scheduler
// was not told.
func (b *baton) nameOf(m *sched.Mutex) lockName {
	n, ok := b.names[m]
	if !ok {
		panic("a lock is used before it is made known by Mutex.Name")
	}
	return n
}

func (b *baton) free(m *sched.Mutex) bool { return b.held[m] == 0 || b.void[b.nameOf(m).lock] }

func (b *baton) acquire(m *sched.Mutex) bool {
	ok := b.free(m)
	if ok {
		b.held[m]++
	}
	return ok
}

// come returns those who came to stand since the last call, in an order that
// does not depend on the machine.
func (b *baton) come() []*request {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.fresh
	b.fresh = nil
	slices.SortStableFunc(out, func(x, y *request) int { return compare(x.who, y.who) })
	return out
}

// ready reports whether someone who stands can go on.
func (b *baton) ready(r *request) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return r.lock == nil || r.try || b.free(r.lock)
}

// let lets one go on who is ready.
func (b *baton) let(r *request) {
	b.mu.Lock()
	r.who.at = nil
	if !r.hasty {
		b.running, b.more = r.who, nil
	}
	answer := r.lock == nil || b.acquire(r.lock)
	if r.try && answer && !b.void[b.nameOf(r.lock).lock] {
		b.more = append(b.more, touch{b.nameOf(r.lock).thing(), takes})
	}
	b.mu.Unlock()
	r.grant <- answer
}

// adds says of the step under way that it touches more than was known when it
// began; added returns that.
func (b *baton) adds(t ...touch) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.more = append(b.more, t...)
}

func (b *baton) added() touches {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.more
}

// begin starts to schedule; nobody may be running. end lets everybody go.
func (b *baton) begin() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.loose = false
}

func (b *baton) end(standing []*request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.loose = true
	for _, r := range append(standing, b.fresh...) {
		answer := r.lock == nil || b.acquire(r.lock)
		if answer || r.try {
			r.grant <- answer
			continue
		}
		b.queue[r.lock] = append(b.queue[r.lock], r.grant)
	}
	b.fresh = nil
}

func (b *baton) isLoose() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.loose
}

// allHeld returns the locks that somebody holds.
func (b *baton) allHeld() (out []lockName) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for m, n := range b.held {
		if n > 0 {
			out = append(out, b.nameOf(m))
		}
	}
	return out
}
