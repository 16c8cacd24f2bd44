package checkout

import (
	"errors"
	"time"
)

// errClosed: the Checkout was closed.
var errClosed = errors.New("checkout: closed")

// acquire returns a payment that stays in memory until it is released, and
// brings it back from the Store if need be.
func (c *Checkout) acquire(ref string) (*payment, error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, errClosed
	}
	p := c.live[ref]
	if p == nil {
		p = newPayment(c, ref)
		c.live[ref] = p
	}
	p.visits.users++
	c.mu.Unlock()
	p.once.Do(func() { onOtherStack(p.restore) })
	if p.broken != nil {
		c.mu.Lock()
		if p.visits.users--; c.live[ref] == p {
			delete(c.live, ref) // the next one tries again
		}
		c.mu.Unlock()
		return nil, p.broken
	}
	return p, nil
}

// visit is acquire for anyone who looks at the payment: it is as it is stored now, and
// asked about if nobody else does.
func (c *Checkout) visit(ref string) (*payment, error) {
	p, err := c.acquire(ref)
	if err != nil {
		return nil, err
	}
	p.refresh()
	p.resume()
	return p, nil
}

// find visits a payment by its identifier. Its reference may be of an older key.
func (c *Checkout) find(paymentID string) (*payment, error) {
	for _, ref := range c.vault.References(paymentID) {
		if p, err := c.visit(ref); !errors.Is(err, ErrNotStored) {
			return p, err
		}
	}
	return nil, ErrNotStored
}

func (c *Checkout) release(p *payment) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.visits.users--
	p.visits.left = time.Now()
}

// sweep puts payments away that nobody looks at and nobody waits for. All that
// is known of them is stored.
func (c *Checkout) sweep() {
	tick := time.NewTicker(max(c.cfg.Idle/4, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-c.stop:
			return
		case now := <-tick.C:
			for _, p := range c.forgettable(now) {
				p.close()
			}
		}
	}
}

func (c *Checkout) forgettable(now time.Time) (quiet []*payment) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ref, p := range c.live {
		if p.visits.users == 0 && now.Sub(p.visits.left) >= c.cfg.Idle && p.quiet() {
			delete(c.live, ref)
			quiet = append(quiet, p)
		}
	}
	return quiet
}
