package checkout

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The shop's code may panic and may never return. Neither ends or holds up
// anything here.

var (
	errTellPanicked = errors.New("checkout: Tell panicked")
	errTellSilent   = errors.New("checkout: Tell did not return in time")
	errTellBusy     = errors.New("checkout: too many calls of Tell have not returned")
)

// mostTells is how many calls of Tell may be under way at a time, those included
// that were given up and have not returned.
const mostTells = 32

// notifyShop tells the shop of a settled payment until it has heard, if the lease is
// this process's.
func (p *payment) notifyShop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.telling || p.released || !p.record.untold(&p.c.cfg) || p.record.Lease.Holder != p.c.id {
		return
	}
	p.telling = true
	if !p.spawn(p.tellUntilHeard) {
		p.telling = false
	}
}

func (p *payment) tellUntilHeard() {
	defer p.announce(func() { p.telling = false })
	for wait := p.c.tellAgain; ; wait = min(2*wait, time.Minute) {
		r := p.snapshot().record
		if !r.untold(&p.c.cfg) || r.Lease.Holder != p.c.id {
			return // another process has the lease by now
		}
		tell, o, heard := p.c.cfg.Tell, outcome(r), func(r *record) { r.Told = true }
		if !r.untoldFirst(&p.c.cfg) {
			tell, o.Key = p.c.cfg.TellTwice, "twice "+r.PaymentID
			second := *r.Second
			second.Told = true
			heard = func(r *record) { r.Second = &second }
		}
		err := p.c.callTell(p.ctx, tell, o)
		if err == nil {
			err = p.save(heard)
		}
		if err == nil {
			continue // with the second debit, if there is one
		}
		p.c.log.Warn("the shop could not be told", "payment", r.PaymentID, "err", err)
		if !p.pause(wait) {
			return
		}
	}
}

// callTell calls Tell or TellTwice and waits for it as long as Config.TellLimit says.
func (c *Checkout) callTell(ctx context.Context, tell func(context.Context, Outcome) error, o Outcome) error {
	select {
	case c.places.tells <- struct{}{}:
	default:
		return errTellBusy
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.TellLimit)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		defer func() { <-c.places.tells }()
		returned := false
		defer func() {
			if r := recover(); r != nil { // what it panicked with may hold what no log may
				done <- fmt.Errorf("%w with a %T", errTellPanicked, r)
			} else if !returned {
				done <- fmt.Errorf("%w: its goroutine ended", errTellPanicked)
			}
		}()
		err := tell(ctx, o)
		returned = true
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		select {
		case err := <-done:
			return err
		case <-time.After(tellGrace): // for one that heeds its context
			return errTellSilent
		}
	}
}

const tellGrace = 100 * time.Millisecond
