package checkout

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/checkout/internal/seal"
)

const (
	// listed is how many due payments are looked at in a row.
	listed = 64
	// atOnce is how many payments are asked about, or renewed, at a time.
	atOnce = 16
	// storeLimit ends a call of the Store.
	storeLimit = 10 * time.Second
	// unreadable is when a record that cannot be opened is looked at again.
	unreadable = time.Hour
)

// hold renews the leases of this process, and has open pages show what other processes
// stored. It waits for the Store alone: a gateway that is silent lets no lease lapse.
func (c *Checkout) hold() {
	refresh := false
	c.each(func() {
		refresh = !refresh
		c.renew(refresh)
	})
}

// watch takes the payments over that are due, and those whose moment no clock that is right can have written.
func (c *Checkout) watch() {
	ahead, _ := c.cfg.Store.(Ahead)
	var looked time.Time
	c.each(func() {
		for c.takeOver(c.cfg.Store.List, time.Now()) {
		}
		if ahead == nil || time.Since(looked) < c.cfg.Lease {
			return
		}
		looked = time.Now()
		for c.takeOver(ahead.ListAhead, time.Now().Add(max(c.spans.lease, c.spans.watch))) {
		}
	})
}

// each does something at this Checkout's pace until it is closed.
func (c *Checkout) each(do func()) {
	tick := time.NewTicker(c.pace)
	defer tick.Stop()
	for {
		select {
		case <-c.stop:
			return
		case <-tick.C:
			do()
		}
	}
}

// renew says again what this process holds, and refreshes open pages.
func (c *Checkout) renew(refresh bool) {
	now := time.Now()
	for _, p := range c.inMemory() {
		switch viewed := c.viewed(p); {
		case p.renewal(now):
			c.beside(c.places.renewing, func() { _ = p.save(nil) })
		case refresh && viewed && p.current() != nil:
			c.beside(c.places.renewing, p.refresh)
		}
	}
}

// beside runs something with others, as many at a time as there are places.
func (c *Checkout) beside(places chan struct{}, work func()) {
	places <- struct{}{}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		<-places
		return
	}
	c.idle.Go(func() {
		defer func() { <-places }()
		work()
	})
}

func (c *Checkout) inMemory() []*payment {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := make([]*payment, 0, len(c.live))
	for _, p := range c.live {
		all = append(all, p)
	}
	return all
}

func (c *Checkout) viewed(p *payment) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return p.visits.users > 0
}

// takeOver looks at payments that a list has; true where there may be more.
func (c *Checkout) takeOver(list func(context.Context, time.Time, int) ([]Record, error), at time.Time) (more bool) {
	ctx, cancel := context.WithTimeout(context.Background(), storeLimit)
	defer cancel()
	due, err := list(ctx, at, listed+c.unusable.count(time.Now())) // what is left alone is due all the same
	if err != nil {
		c.log.Error("payments that are due could not be listed", "err", err)
	}
	begun := 0
	for _, r := range due {
		if c.attending(r.Ref) {
			continue
		}
		begun++
		c.beside(c.places.asking, func() {
			defer c.attended(r.Ref)
			c.attend(r.Ref)
		})
	}
	return begun >= listed // fewer are all, or wait for those that are looked at now
}

// attending notes that a payment is looked at; true if it is already, or left alone.
func (c *Checkout) attending(ref string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	already := c.attends[ref] || c.unusable.has(ref)
	if !already {
		c.attends[ref] = true
	}
	return already
}

func (c *Checkout) attended(ref string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.attends, ref)
}

// unusable are records that this program cannot use, or that are due for a reason that it does not know, and until
// when each is left alone. They are not written: another process, of a newer program or with the key that they were
// sealed with, may be at work on them.
type unusable struct {
	mu    sync.Mutex
	until map[string]time.Time
}

func (u *unusable) add(ref string, until time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.until[ref] = until
}

func (u *unusable) has(ref string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return !u.until[ref].IsZero()
}

// count is how many there are at a moment.
func (u *unusable) count(now time.Time) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	maps.DeleteFunc(u.until, func(_ string, until time.Time) bool { return now.After(until) })
	return len(u.until)
}

// attend does with a payment what it is due for.
func (c *Checkout) attend(ref string) {
	p, err := c.acquire(ref)
	if errors.Is(err, seal.ErrDamaged) || errors.Is(err, core.ErrSnapshot) {
		c.log.Error("a payment that is due cannot be opened", "err", err)
		c.unusable.add(ref, time.Now().Add(unreadable))
		return
	}
	if err != nil {
		return // closed, or the Store does not answer: it stays due
	}
	defer c.putAway(p)
	defer c.release(p)
	p.refresh()
	now := time.Now()
	switch r := p.snapshot().record; {
	case r.Lease.Holder != c.id && r.held(now, c.spans):
		return // another process was faster
	case r.untold(&c.cfg), waits(r.session) && r.Polled.goesOn(now, c.spans):
		p.resume()
	case r.watched() && !r.planned(now, c.spans):
		p.ask()
	}
	_ = p.save(nil) // says when it is due next
	if until, of := p.snapshot().record.anothers(time.Now(), c); of {
		c.unusable.add(ref, until)
	}
}

// ask asks the planned question about a payment that nobody polls.
func (p *payment) ask() {
	p.announce(func() { p.asking = true })
	defer p.announce(func() { p.asking = false })
	if p.save(nil) != nil || p.snapshot().record.Lease.Holder != p.c.id {
		return // without the lease it is another's to ask
	}
	ctx, cancel := context.WithTimeout(p.ctx, stepLimit)
	defer cancel()
	change, err := p.question(ctx)
	if p.ctx.Err() != nil {
		return
	}
	_ = p.save(func(r *record) {
		change(r)
		if answered(err) {
			r.Watch.Answered++
		} else {
			r.Watch.Silent++
		}
	})
}

// question asks the gateway once. Of a settled payment that can be debited twice, it asks whether it was, and returns
// what is to be stored with the answer.
func (p *payment) question(ctx context.Context) (change func(*record), err error) {
	sdk, now := p.current(), p.snapshot()
	if !now.record.Twice {
		_, err = sdk.RefreshStatus(ctx, now.session.PaymentID)
		return func(*record) {}, err
	}
	second, err := sdk.Ledger().SecondSettlement(ctx)
	return func(r *record) {
		if second.PaymentID == "" || r.Second != nil {
			return
		}
		r.Second = &secondDebit{TransactionID: second.TransactionID, Uncertain: second.Uncertain}
		p.c.log.Error("a settled payment was debited twice, or may have been", "payment", r.PaymentID, "transaction", second.TransactionID, "uncertain", second.Uncertain)
	}, err
}

// answered reports whether a question had an answer that says something of the payment, by each leg that was asked: a
// status, a refusal in words, or one about another payment. "Later", in whatever words, is none.
func answered(err error) bool {
	if err == nil || errors.Is(err, core.ErrConflict) || core.TokenRefused(err) {
		return true
	}
	refusal, refused := errors.AsType[*core.PaymentAPIError](err)
	return refused && !errors.Is(err, core.ErrUnauthorized) && !errors.Is(err, core.ErrLegUnanswered) && refusal.HTTPStatus < http.StatusInternalServerError &&
		!slices.Contains([]int{http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests}, refusal.HTTPStatus)
}

// putAway forgets a payment that nobody looks at and nothing is under way for.
func (c *Checkout) putAway(p *payment) {
	c.mu.Lock()
	gone := c.live[p.ref] == p && p.visits.users == 0 && p.quiet()
	if gone {
		delete(c.live, p.ref)
	}
	c.mu.Unlock()
	if gone {
		p.close()
	}
}
