package core

import (
	"context"
	"fmt"
	"sync"
)

// IdempotencyOutcome is what became of the call that used a key first.
type IdempotencyOutcome string

// The outcomes.
const (
	IdempotencyCreated IdempotencyOutcome = "created"
	IdempotencyRefused IdempotencyOutcome = "refused" // by the gateway, in words
	// IdempotencyUnknown also stands for a call that is still under way: if the
	// machine stops now, that is what it will have been.
	IdempotencyUnknown IdempotencyOutcome = "unknown"
)

// IdempotencyRecord binds an idempotency key to its order and to the first
// result. It holds no secret.
type IdempotencyRecord struct {
	Key         string             `json:"key"`
	OrderID     string             `json:"orderId"`
	Fingerprint string             `json:"fingerprint"` // of order and amount
	Outcome     IdempotencyOutcome `json:"outcome"`
	Session     *PaymentSession    `json:"session,omitempty"` // as created
	HTTPStatus  int                `json:"httpStatus,omitempty"`
	Code        string             `json:"code,omitempty"`
	Message     string             `json:"message,omitempty"`
	RequestID   string             `json:"requestId,omitempty"`
}

// IdempotencyStore remembers keys beyond one SDK: with it, CreateInvoice reaches
// the wire at most once for each key, and for each order that may have a
// payment, in all the SDKs and processes that share the store. Implementations
// are safe for concurrent use.
type IdempotencyStore interface {
	// Claim keeps a record whose outcome is unknown, durably before it returns,
	// if neither its key nor its order is taken: claimed is true then. Otherwise
	// it returns the record that stands in the way: the key's, or that of another
	// key whose call opened, or may have opened, a payment for the order. Of any
	// number of claims at once one succeeds.
	Claim(ctx context.Context, record IdempotencyRecord) (standing IdempotencyRecord, claimed bool, err error)
	// Settle keeps what became of a claimed key's call. If that cannot be kept,
	// the outcome stays unknown, which is safe.
	Settle(ctx context.Context, record IdempotencyRecord) error
	// Release forgets a claim of whose call nothing left the machine.
	Release(ctx context.Context, record IdempotencyRecord) error
}

// WithIdempotencyStore lets CreateInvoice ask a store that other SDKs share.
// Without one, keys are remembered by this SDK and its snapshots. The store keeps
// no token: an SDK that is given another one's session for a key goes on with
// AdoptSession, once its program has the token from where it keeps it.
func WithIdempotencyStore(store IdempotencyStore) Option {
	return func(e *engine) { e.keys.shared = store }
}

// MemoryIdempotencyStore is an IdempotencyStore for the SDKs of one process. Its
// zero value is ready for use.
type MemoryIdempotencyStore struct {
	mu     sync.Mutex
	keys   map[string]IdempotencyRecord
	orders map[string]string // the key that holds an order
}

// Claim implements IdempotencyStore.
func (m *MemoryIdempotencyStore) Claim(_ context.Context, r IdempotencyRecord) (IdempotencyRecord, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if standing, taken := m.keys[r.Key]; taken {
		return standing, false, nil
	}
	if holder, taken := m.orders[r.OrderID]; taken {
		return m.keys[holder], false, nil
	}
	if m.keys == nil {
		m.keys, m.orders = make(map[string]IdempotencyRecord), make(map[string]string)
	}
	m.keys[r.Key], m.orders[r.OrderID] = r, r.Key
	return r, true, nil
}

// Settle implements IdempotencyStore.
func (m *MemoryIdempotencyStore) Settle(_ context.Context, r IdempotencyRecord) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, claimed := m.keys[r.Key]; !claimed {
		return fmt.Errorf("%w: the key was not claimed", ErrInvalidRequest)
	}
	m.keys[r.Key] = r
	if r.Outcome == IdempotencyRefused && m.orders[r.OrderID] == r.Key {
		delete(m.orders, r.OrderID)
	}
	return nil
}

// Release implements IdempotencyStore.
func (m *MemoryIdempotencyStore) Release(_ context.Context, r IdempotencyRecord) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.keys, r.Key)
	if m.orders[r.OrderID] == r.Key {
		delete(m.orders, r.OrderID)
	}
	return nil
}

// claimShared claims a key, which this SDK has just begun to use, for all that
// share the store. first is false when another call had it: the record is then
// that call's.
func (e *engine) claimShared(ctx context.Context, record *keyRecord) (first bool, err error) {
	if e.keys.shared == nil {
		return true, nil
	}
	asked := *record
	got, err := e.keys.claimShared(ctx, e.hooks, asked)
	switch {
	case err != nil:
		return false, notSent(err)
	case got.claimed:
		return true, nil
	case got.standing.Key != asked.Key:
		return false, notSent(fmt.Errorf("%w: the order may have a payment already", ErrInvalidRequest))
	case got.standing.Fingerprint != "" && got.standing.Fingerprint != asked.Fingerprint:
		return false, notSent(fmt.Errorf("%w: the key belongs to another order", ErrInvalidRequest))
	}
	e.lock()
	defer e.unlock()
	if got.standing.Outcome.known() && (got.standing.Outcome != keyCreated || got.standing.Session != nil) {
		got.standing.Fingerprint, got.standing.OrderID = asked.Fingerprint, asked.OrderID
		*record = got.standing
	}
	return false, nil
}

// sharedClaim is what the store said to a claim.
type sharedClaim struct {
	standing IdempotencyRecord
	claimed  bool
}

// claimShared asks the store, as hooks run code of the program's.
func (k *idempotencyKeys) claimShared(ctx context.Context, hooks *callbacks, asked keyRecord) (got sharedClaim, err error) {
	type answer struct {
		sharedClaim
		err error
	}
	answers := make(chan answer, 1)
	if err := hooks.run(ctx, storeTimeout, func() {
		standing, claimed, err := k.shared.Claim(ctx, asked)
		answers <- answer{sharedClaim{standing, claimed}, err}
	}); err != nil {
		return got, err
	}
	a := <-answers
	if a.err != nil {
		return got, fmt.Errorf("claiming the idempotency key: %w", a.err)
	}
	return a.sharedClaim, nil
}

// settleShared tells the store what became of a call that it was claimed for. An
// error leaves the outcome unknown to others.
func (k *idempotencyKeys) settleShared(hooks *callbacks, record keyRecord, released bool) error {
	if k.shared == nil {
		return nil
	}
	result := make(chan error, 1)
	err := hooks.run(context.Background(), storeTimeout, func() {
		if released {
			result <- k.shared.Release(context.Background(), record)
			return
		}
		result <- k.shared.Settle(context.Background(), record)
	})
	if err == nil {
		err = <-result
	}
	return err
}
