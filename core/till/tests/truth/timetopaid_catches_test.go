//go:build !race

// The faults are the same with the race detector, which watches TestTimeToPaid.

package truth_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/wire"
)

// tardy answers four seconds late.
type tardy struct{ core.PaymentAPI }

func (s tardy) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	time.Sleep(4 * time.Second)
	return s.PaymentAPI.FetchStatus(ctx, c)
}

// offended takes a bare 401 for the token's end in words.
type offended struct{ core.PaymentAPI }

func (o offended) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	out, err := o.PaymentAPI.FetchStatus(ctx, c)
	if errors.Is(err, core.ErrUnauthorized) {
		err = &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 401, Code: "TOKEN_EXPIRED"}
	}
	return out, err
}

// deaf asks nobody for half a minute after the program has begun.
type deaf struct {
	core.PaymentAPI
	began time.Time
}

func (d deaf) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	if time.Since(d.began) < 40*time.Second {
		return wire.StatusResult{}, core.ErrBadReply
	}
	return d.PaymentAPI.FetchStatus(ctx, c)
}

// TestTimeToPaidCatches injects faults, each of which must break a limit.
func TestTimeToPaidCatches(t *testing.T) {
	for name, c := range map[string]struct {
		kind   int
		inject func(core.PaymentAPI) core.PaymentAPI
	}{
		"answers are four seconds late":         {0, func(a core.PaymentAPI) core.PaymentAPI { return tardy{a} }},
		"a bare 401 is the token's end":         {1, func(a core.PaymentAPI) core.PaymentAPI { return offended{a} }},
		"nothing is asked for after a restart":  {5, func(a core.PaymentAPI) core.PaymentAPI { return deaf{a, time.Now()} }},
		"a leg that refuses hides the other":    {4, func(a core.PaymentAPI) core.PaymentAPI { return hiding{a} }},
		"a machine that slept waits for a tick": {6, func(a core.PaymentAPI) core.PaymentAPI { return &drowsy{PaymentAPI: a} }},
	} {
		t.Run(name, func(t *testing.T) {
			if all := distribution(t, c.kind, 20, 1, c.inject); !paidKinds[c.kind].limits.broken(all) {
				t.Errorf("p50 %v, p99 %v are within the limits", quantile(all, 0.5), quantile(all, 0.99))
			}
		})
	}
}

// hiding takes the refusal of one leg for silence of both.
type hiding struct{ core.PaymentAPI }

func (h hiding) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	other := c
	other.ByAccountNumber = !c.ByAccountNumber
	if _, err := h.PaymentAPI.FetchStatus(ctx, other); err != nil {
		return wire.StatusResult{}, core.ErrBadReply
	}
	return h.PaymentAPI.FetchStatus(ctx, c)
}

// drowsy keeps the first good news for twenty seconds.
type drowsy struct {
	core.PaymentAPI
	mu     sync.Mutex
	asleep time.Time
}

func (d *drowsy) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	out, err := d.PaymentAPI.FetchStatus(ctx, c)
	d.mu.Lock()
	defer d.mu.Unlock()
	if out.State == core.StateSuccess && d.asleep.IsZero() {
		d.asleep = time.Now()
	}
	if !d.asleep.IsZero() && time.Since(d.asleep) < 20*time.Second {
		return wire.StatusResult{}, core.ErrBadReply
	}
	return out, err
}
