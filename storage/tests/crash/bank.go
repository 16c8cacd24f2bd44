package crash

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	customer "sanduq/core/practice/sandbox/bank"
	"sanduq/core/till/tests/driver"
)

// bank is a payment service and what its customers do.
type bank struct {
	driver.Gateway
	acting sync.WaitGroup

	mu   sync.Mutex
	rng  *rand.Rand
	seen map[string]bool // orders whose QR a customer has seen
}

// startBank starts a bank; see openGateway.
func startBank(ctx context.Context, dir string, seed uint64) (*bank, error) {
	server, err := openGateway(ctx, dir, seed)
	if err != nil {
		return nil, err
	}
	return &bank{Gateway: server, rng: rand.New(rand.NewPCG(seed, 3)), seen: map[string]bool{}}, nil
}

func (b *bank) orders(o orders) orders {
	o.BaseURL, o.Names = b.BaseURL(), b.Plain()
	o.APIKey, o.Secret = b.Keys()
	return o
}

// show lets a customer see the QR of an order, the first time that it is on a
// screen: most approve a moment later, some decline, some do nothing yet. By
// then the till may be dead.
func (b *bank) show(order string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.seen[order] {
		return
	}
	b.seen[order] = true
	act, wait := b.Approve, time.Duration(b.rng.IntN(30))*time.Millisecond
	switch chance := b.rng.IntN(100); {
	case chance < 18:
		return
	case chance < 28:
		act = b.Decline
	case chance < 34:
		act = b.Expire
	}
	b.acting.Go(func() {
		time.Sleep(wait)
		_ = b.Press(order, act) // it may have been paid another way
	})
}

// hurry lets every customer who has seen a QR and did nothing yet approve.
func (b *bank) hurry() error {
	b.acting.Wait()
	open, err := driver.Pending(b)
	for _, p := range open {
		b.mu.Lock()
		seen := b.seen[p.Order]
		b.mu.Unlock()
		if !seen {
			continue
		}
		if e := b.Approve(p.ID); e != nil && !errors.Is(e, customer.ErrNotOpen) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// every returns all payments by order. That there is one an order is checked
// elsewhere.
func (b *bank) every() (map[string]driver.Payment, error) {
	list, err := b.Payments()
	all := make(map[string]driver.Payment, len(list))
	for _, p := range list {
		all[p.Order] = p
	}
	return all, err
}

func (b *bank) close() error {
	b.acting.Wait()
	return b.Close(context.Background())
}
