package checkout

import (
	"bytes"
	"context"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/money"
)

// record is a payment as the Store keeps it, sealed as a whole.
type record struct {
	PaymentID   string        `json:"paymentId"`
	OrderID     string        `json:"orderId"`
	Amount      money.Amount  `json:"amount"`
	ReturnURL   string        `json:"returnUrl"`
	Snapshot    core.Snapshot `json:"snapshot"`
	Turn        uint64        `json:"turn"` // grows with each form that is taken: a form works once
	Institution string        `json:"institution,omitempty"`
	OpenedAt    time.Time     `json:"openedAt"`
	ShownAt     time.Time     `json:"shownAt,omitzero"` // of the QR
	SentAt      time.Time     `json:"sentAt,omitzero"`  // of the newest one-time code to the customer
	TakenAt     time.Time     `json:"takenAt,omitzero"` // of the code that the customer entered
	Told        bool          `json:"told,omitempty"`   // the shop knows that it was settled
}

// payment is a record in memory with the SDK that drives it. What people see is
// what is stored: session follows the SDK only once the Store has it.
type payment struct {
	c   *Checkout
	ref string

	once   sync.Once
	broken error // why it could not be brought back

	users int       // guarded by the Checkout's mu, as is left
	left  time.Time // when the last user left

	sdk    *core.WebSDK
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	saving sync.Mutex // held from reading what is to be stored until it is

	mu         sync.Mutex
	record     record
	session    core.PaymentSession
	busy       bool // a step is under way
	submitting bool // and it is a one-time code
	capped     bool // polling ended without the gateway's last word
	denied     bool // the gateway refuses the token
	dirty      bool // the Store lacks something
	retrying   bool // which is being mended
	telling    bool
	closed     bool
	changed    chan struct{} // closed at each change
}

// retryAfter is the pause before the Store is tried again.
const retryAfter = 500 * time.Millisecond

func newPayment(c *Checkout, ref string) *payment {
	p := &payment{c: c, ref: ref, changed: make(chan struct{})}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// restore brings the payment back as it is stored. One whose outcome is open is
// asked for at once and polled again.
func (p *payment) restore() {
	sealed, err := p.c.cfg.Store.Load(p.ref)
	if err == nil {
		p.record, err = p.c.vault.open(p.ref, sealed)
	}
	if err == nil {
		p.sdk = p.c.newSDK()
		if err = p.sdk.RestoreSession(p.record.Snapshot); err != nil {
			p.sdk.Close()
		}
	}
	if err != nil {
		p.broken = err
		return
	}
	stream := p.sdk.SessionStream()
	p.session, _ = stream.Snapshot()
	p.work.Go(func() { p.follow(stream) })
	if waits(p.session) {
		p.sdk.StartStatusPolling(p.session.PaymentID, nil)
		p.work.Go(func() { _, _ = p.sdk.RefreshStatus(p.ctx, p.session.PaymentID) })
	}
	p.tell()
}

// waits reports whether only the gateway can say what becomes of a session.
func waits(s core.PaymentSession) bool {
	switch s.State {
	case core.StateQRGenerated, core.StateWaitingPayment, core.StateAuthorized:
		return true
	}
	return s.OTPUnresolved
}

// follow stores every event and lets the pages see it, in this order.
func (p *payment) follow(stream *core.Subscription) {
	defer stream.Close()
	for {
		event, err := stream.Next(p.ctx)
		if err != nil {
			return
		}
		p.announce(func() {
			switch event.Kind {
			case core.EventPollingCapped:
				p.capped = true
			case core.EventPollingDenied:
				p.denied = true
			}
		})
		_ = p.keep(nil) // what fails is tried again by itself
		p.tell()
	}
}

// spawn runs something beside, unless the payment was closed: false then. mu is
// held.
func (p *payment) spawn(work func()) bool {
	if !p.closed {
		p.work.Go(work)
	}
	return !p.closed
}

// retry stores what the Store did not take, once it does.
func (p *payment) retry() {
	for p.pause(retryAfter) && p.keep(nil) != nil {
	}
	p.announce(func() { p.retrying = false })
	p.tell()
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

// keep stores the payment as it is now, and change with it. While a one-time
// code is on its way, the snapshot that says so is not replaced by one that
// knows less.
func (p *payment) keep(change func(*record)) (err error) {
	onOtherStack(func() { err = p.keepNow(change) })
	return err
}

func (p *payment) keepNow(change func(*record)) error {
	p.saving.Lock()
	defer p.saving.Unlock()
	snapshot, err := p.sdk.Snapshot()
	if err != nil {
		return err
	}
	session, _, err := core.DecodeSnapshot(snapshot)
	if err != nil {
		return err
	}
	return p.keepAs(snapshot, session, change)
}

func (p *payment) keepAs(snapshot core.Snapshot, session core.PaymentSession, change func(*record)) error {
	p.mu.Lock()
	next := p.record
	if p.submitting && session.State == core.StateOTPRequired && !session.OTPUnresolved {
		snapshot, session = next.Snapshot, p.session
	}
	dirty := p.dirty
	p.mu.Unlock()
	same := !dirty && bytes.Equal(snapshot.Public, next.Snapshot.Public) && bytes.Equal(snapshot.Secret, next.Snapshot.Secret)
	if same && change == nil {
		return nil
	}
	next.Snapshot = snapshot
	if change != nil {
		change(&next)
	}
	err := p.c.save(p.ref, next)
	p.announce(func() {
		if p.dirty = err != nil; !p.dirty {
			p.record, p.session = next, session
		} else if !p.retrying {
			p.retrying = true
			p.spawn(p.retry)
		}
	})
	if err != nil {
		p.c.log.Error("a payment could not be stored", "payment", next.PaymentID, "err", err)
	}
	return err
}

// announce changes something under the lock and wakes the open pages.
func (p *payment) announce(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if change != nil {
		change()
	}
	close(p.changed)
	p.changed = make(chan struct{})
}

// tell tells the shop of a settled payment until it has heard.
func (p *payment) tell() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.c.cfg.Tell == nil || p.telling || p.record.Told || p.session.State != core.StateSuccess {
		return
	}
	p.telling = true
	session := p.session
	p.spawn(func() {
		for wait := time.Second; ; wait = min(2*wait, time.Minute) {
			err := p.c.cfg.Tell(p.ctx, outcome(session))
			if err == nil {
				err = p.keep(func(r *record) { r.Told = true })
			}
			if err == nil || !p.pause(wait) {
				return
			}
			p.c.log.Warn("the shop could not be told", "payment", session.PaymentID, "err", err)
		}
	})
}

// look is what there is to see of a payment in one moment.
type look struct {
	record               record
	session              core.PaymentSession
	health               core.Health
	busy, capped, denied bool
}

func (p *payment) look() look {
	p.mu.Lock()
	defer p.mu.Unlock()
	return look{p.record, p.session, p.sdk.Health(), p.busy, p.capped, p.denied}
}

// news is closed at the next change.
func (p *payment) news() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.changed
}

// quiet reports whether the payment can be put away: nothing is under way,
// nothing unsaid and nothing unstored.
func (p *payment) quiet() bool {
	if p.sdk == nil {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	untold := p.c.cfg.Tell != nil && p.session.State == core.StateSuccess && !p.record.Told
	return !p.busy && !p.dirty && !untold && !p.sdk.Health().Polling
}

func (p *payment) close() {
	p.once.Do(func() { p.broken = errClosed })
	if p.sdk == nil {
		return
	}
	p.announce(func() { p.closed = true })
	p.cancel()
	p.sdk.Close()
	p.work.Wait()
}
