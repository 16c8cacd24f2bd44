package checkout

import (
	"context"
	"sync"
	"time"

	"sanduq/core"
)

// payment is a record in memory with the SDK that drives it. What people see is
// what is stored: record follows the SDK only once the Store has it.
//
// Any number of processes may have the same payment in memory. Each Save is bound to the version that it was made
// from, so one of two always fails; keep.go says what happens then. One process holds the lease, polls the gateway and
// tells the shop; the others show what is stored.
type payment struct {
	c   *Checkout
	ref string

	once   sync.Once
	broken error // why it could not be brought back

	visits visits // guarded by the Checkout's mu

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	steps  sync.WaitGroup // those that are under way

	saving sync.Mutex // held from reading what is to be stored until it is

	mu       sync.Mutex
	sdk      *core.WebSDK
	halt     context.CancelFunc // ends the following of sdk
	record   record
	form     form
	apart    bool           // record has news from elsewhere that sdk has not taken in
	resumed  bool           // it was asked about since it is in memory
	asking   bool           // a planned question is under way
	released bool           // the lease is given up
	ended    core.EventKind // by which polling ended, until it begins again
	unstored unstored
	telling  bool
	closed   bool
	changed  chan struct{} // closed at each change
}

// visits are those who look at the payment now.
type visits struct {
	users int
	left  time.Time // when the last one left
}

// form is the step that this process works on; blank without one.
type form struct {
	id        string
	finishing bool // its end is about to be stored
	calling   bool // it waits for the gateway
	coding    bool // with a one-time code
}

// unstored is what the Store lacks of a payment.
type unstored struct {
	any      bool
	retrying bool // which is being mended
	late     *late
}

// late is the end of a step that the Store did not take.
type late struct{ change func(*record) }

// retryAfter is the pause before the Store is tried again.
const retryAfter = 500 * time.Millisecond

func newPayment(c *Checkout, ref string) *payment {
	p := &payment{c: c, ref: ref, changed: make(chan struct{})}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// restore brings the payment back as it is stored. It asks nothing.
func (p *payment) restore() {
	r, err := p.c.load(p.ref)
	if err == nil {
		err = p.load(r)
	}
	p.broken = err
}

// load makes a stored record the payment's, with an SDK of its own that is
// followed from there on. What the SDK before knew is given up.
func (p *payment) load(r record) error {
	sdk := p.c.newSDK()
	if err := sdk.RestoreSession(r.Snapshot); err != nil {
		sdk.Close()
		return err
	}
	stream := sdk.SessionStream()
	ctx, halt := context.WithCancel(p.ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		halt()
		sdk.Close()
		return errClosed
	}
	if p.sdk != nil {
		p.halt()
		p.sdk.Close()
	}
	p.sdk, p.halt, p.record, p.apart, p.unstored.any, p.ended = sdk, halt, r, false, false, ""
	p.work.Go(func() { p.follow(ctx, sdk, stream) })
	p.announceLocked()
	return nil
}

// current is the SDK of now.
func (p *payment) current() *core.WebSDK {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sdk
}

// follow stores every event and lets the pages see it, in this order.
func (p *payment) follow(ctx context.Context, sdk *core.WebSDK, stream *core.Subscription) {
	defer stream.Close()
	for {
		event, err := stream.Next(ctx)
		if err != nil || p.current() != sdk {
			return
		}
		if event.Kind == core.EventPollingCapped || event.Kind == core.EventPollingDenied {
			p.announce(func() { p.ended = event.Kind })
		}
		_ = p.save(nil) // what fails is tried again by itself
	}
}

// resume has this process poll a payment whose outcome is open, and tell the shop
// of one that is settled, unless another process has the lease. Brought back to
// memory, an open payment is asked about once in any case: somebody looks at it.
func (p *payment) resume() {
	p.mu.Lock()
	sdk, r := p.sdk, p.record
	open := waits(r.session) && sdk.SupportsStatusPolling()
	if open && !p.resumed {
		p.resumed = true
		p.spawn(func() { _, _ = sdk.RefreshStatus(p.ctx, r.PaymentID) })
	}
	p.mu.Unlock()
	switch {
	case r.Lease.Holder != p.c.id && r.held(time.Now(), p.c.spans):
	case r.untold(&p.c.cfg):
		if r.Lease.Holder != p.c.id {
			_ = p.save(nil) // takes the lease
		}
		p.notifyShop()
	case open && !r.Capped && !r.Denied && !sdk.Health().Polling:
		sdk.StartStatusPolling(r.PaymentID, nil)
		_ = p.save(nil)
	}
}

// refresh takes in what other processes have stored.
func (p *payment) refresh() {
	stored, err := p.c.fetch(p.ref)
	if err != nil || stored.Version == p.snapshot().record.version {
		return // without an answer what is here is the newest
	}
	onOtherStack(func() {
		p.saving.Lock()
		defer p.saving.Unlock()
		if p.snapshot().record.version >= stored.Version {
			return
		}
		if r, err := p.c.unseal(stored); err == nil {
			_ = p.reconcile(r)
		}
	})
}

// spawn runs something beside, unless the payment was closed: false then. mu is held.
func (p *payment) spawn(work func()) bool {
	if !p.closed {
		p.work.Go(work)
	}
	return !p.closed
}

// pause waits; false when the payment was closed meanwhile.
func (p *payment) pause(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-p.ctx.Done():
		return false
	}
}

// announce changes something under the lock and wakes the open pages.
func (p *payment) announce(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
	p.announceLocked()
}

func (p *payment) announceLocked() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// look is what there is to see of a payment in one moment.
type look struct {
	record  record
	session core.PaymentSession
	health  core.Health
	busy    bool // a step is under way, here or elsewhere
	here    bool // and it is here
}

func (p *payment) snapshot() look {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := look{record: p.record, session: p.record.session, health: p.sdk.Health(), here: p.form.id != ""}
	now := time.Now()
	l.busy = l.here || l.record.Step != nil && p.c.spans.goesOn(l.record.Step.Until, now)
	if l.record.Polled.HeardAt.After(l.health.LastAnswer) {
		l.health.LastAnswer, l.health.LastStatus, l.health.Degraded = l.record.Polled.HeardAt, l.record.Polled.Heard, false
	}
	if r := l.record; !l.health.Polling && r.Lease.Holder != p.c.id && r.held(now, p.c.spans) && r.Polled.goesOn(now, p.c.spans) {
		l.health.Polling, l.health.PollingSince, l.health.PollingUntil = true, r.Polled.Since, r.Polled.Until
	}
	return l
}

// news is closed at the next change.
func (p *payment) news() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.changed
}

// quiet reports whether the payment can be put away: nothing is under way, nothing unsaid and nothing unstored.
func (p *payment) quiet() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sdk == nil {
		return true
	}
	untold := p.record.untold(&p.c.cfg) && p.record.Lease.Holder == p.c.id
	return p.form.id == "" && !p.unstored.any && !p.asking && !untold && !p.sdk.Health().Polling
}

// stepEnd is how long Close waits for what the gateway is to answer.
const stepEnd = 10 * time.Second

// atMost waits for work that may not end in time.
func atMost(limit time.Duration, work *sync.WaitGroup) {
	done := make(chan struct{})
	go func() { defer close(done); work.Wait() }()
	select {
	case <-done:
	case <-time.After(limit):
	}
}

// close puts the payment away and gives its lease up. A step that is under way is
// waited for: what it brings is stored.
func (p *payment) close() {
	p.once.Do(func() { p.broken = errClosed })
	if p.current() == nil {
		return
	}
	atMost(stepEnd, &p.steps)
	p.announce(func() { p.released = true })
	if r := p.snapshot().record; r.Lease.Holder == p.c.id {
		_ = p.save(nil)
	}
	p.announce(func() { p.closed = true })
	p.cancel()
	p.current().Close()
	p.work.Wait()
}
