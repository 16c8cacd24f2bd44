package checkout

import (
	"context"
	"errors"
	"net/http"
	"time"

	"sanduq/core"
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

// watch looks after payments: it renews the leases of this process, takes those
// over that are due, and has open pages show what other processes stored.
func (c *Checkout) watch() {
	tick := time.NewTicker(c.pace)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-c.stop:
			return
		case <-tick.C:
		}
		c.renew(n%2 == 0)
		for c.takeOver() == listed {
		}
	}
}

// renew says again what this process holds, and refreshes open pages.
func (c *Checkout) renew(refresh bool) {
	now := time.Now()
	for _, p := range c.inMemory() {
		switch viewed := c.viewed(p); {
		case p.renewal(now):
			c.beside(func() { _ = p.save(nil) })
		case refresh && viewed && p.current() != nil:
			c.beside(p.refresh)
		}
	}
}

// beside runs something with others, a few at a time.
func (c *Checkout) beside(work func()) {
	c.places <- struct{}{}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		<-c.places
		return
	}
	c.idle.Go(func() {
		defer func() { <-c.places }()
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

// takeOver looks at payments that are due, and returns how many there were.
func (c *Checkout) takeOver() int {
	ctx, cancel := context.WithTimeout(context.Background(), storeLimit)
	defer cancel()
	due, err := c.cfg.Store.List(ctx, time.Now(), listed)
	if err != nil {
		c.log.Error("payments that are due could not be listed", "err", err)
	}
	begun := 0
	for _, r := range due {
		if c.attending(r.Ref) {
			continue
		}
		begun++
		c.beside(func() {
			defer c.attended(r.Ref)
			c.attend(r)
		})
	}
	if begun < len(due) {
		return 0 // the next tick is soon enough for the rest
	}
	return len(due)
}

// attending notes that a payment is looked at; true if it is already.
func (c *Checkout) attending(ref string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	already := c.attends[ref]
	c.attends[ref] = true
	return already
}

func (c *Checkout) attended(ref string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.attends, ref)
}

// attend does with a payment what it is due for.
func (c *Checkout) attend(due Record) {
	p, err := c.acquire(due.Ref)
	if errors.Is(err, errDamaged) {
		c.log.Error("a payment that is due cannot be opened", "err", err)
		due.Due = time.Now().Add(unreadable)
		ctx, cancel := context.WithTimeout(context.Background(), storeLimit)
		defer cancel()
		_, _ = c.cfg.Store.Save(ctx, due) // else it is found again
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
	case r.Lease.Holder != c.id && r.held(now):
		return // another process was faster
	case r.untold() && c.cfg.Tell != nil, waits(r.session) && now.Before(r.Polled.Until):
		p.resume()
	case r.open() && !r.Watch.Next.After(now):
		p.ask()
	}
	_ = p.save(nil) // says when it is due next
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
	sdk := p.current()
	_, err := sdk.RefreshStatus(ctx, p.snapshot().record.PaymentID)
	if p.ctx.Err() != nil {
		return
	}
	_ = p.save(func(r *record) {
		if answered(err) {
			r.Watch.Answered++
		} else {
			r.Watch.Silent++
		}
	})
}

// answered reports whether a question had an answer that says something of the
// payment: a status, a refusal in words, or one about another payment.
func answered(err error) bool {
	if err == nil || errors.Is(err, core.ErrConflict) || core.TokenRefused(err) {
		return true
	}
	refusal, refused := errors.AsType[*core.PaymentAPIError](err)
	return refused && !errors.Is(err, core.ErrUnauthorized) && refusal.HTTPStatus < http.StatusInternalServerError && refusal.HTTPStatus != http.StatusTooManyRequests
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
