package model

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
)

// The injected tills: real ones, whose gateway or store is bent so that they
// break the law. The comparison with the model must tell.
var bent = []struct {
	name  string
	scope string
	bend  func(*harness)
}{
	{"takes an unlisted refusal for a definite one", "one sale by QR or account", func(r *harness) {
		r.bent = func(api core.PaymentAPI) core.PaymentAPI { return trusting{api} }
	}},
	{"never asks the account's leg", "one sale by QR or account", func(r *harness) {
		r.bent = func(api core.PaymentAPI) core.PaymentAPI { return deafOnAccount{api} }
	}},
	{"takes a 401 for silence", "one sale by QR, people", func(r *harness) {
		r.bent = func(api core.PaymentAPI) core.PaymentAPI { return deafToDenial{api} }
	}},
	{"believes another payment's answer", "one sale by QR or wallet", func(r *harness) {
		r.bent = func(api core.PaymentAPI) core.PaymentAPI { return credulous{api} }
	}},
	{"forgets to watch", "one sale by QR, people", func(r *harness) {
		r.bend = func(s *journal.Sale) { s.Watch = journal.Watch{} }
	}},
	{"forgets which sale was opened instead", "two sales by QR, people", func(r *harness) {
		r.bend = func(s *journal.Sale) { s.Instead, s.ReplacedBy = nil, "" }
	}},
	{"forgets the cap", "one sale by QR, people", func(r *harness) {
		r.bend = func(s *journal.Sale) { s.Capped = false }
	}},
}

// catchBent replays the model on those and returns how many are told from it.
func catchBent(t *testing.T) (caught int) {
	for _, b := range bent {
		t.Run("a till that "+b.name, func(t *testing.T) {
			m := newModel(scopeOf(t, b.scope))
			g, _ := m.explore(4000, "")
			o := newTour(m, g)
			o.bend = b.bend
			for runs := 0; runs < 400 && o.left > 0 && len(o.ways) == 0; runs++ {
				o.run(t)
			}
			if len(o.ways) == 0 {
				t.Fatalf("not caught in %d steps", o.steps)
			}
			for problem, way := range o.ways {
				t.Logf("caught after %d steps\n%s", o.steps, o.story(way, problem))
			}
			caught++
		})
	}
	return caught
}

type trusting struct{ core.PaymentAPI }

func (a trusting) SubmitOTP(ctx context.Context, c wire.OTPCall) (wire.OTPResult, error) {
	result, err := a.PaymentAPI.SubmitOTP(ctx, c)
	if words, unlisted := errors.AsType[*core.UnlistedRefusal](err); unlisted {
		err = &core.PaymentAPIError{Operation: core.OpSubmitOTP, HTTPStatus: words.HTTPStatus, Code: words.Code}
	}
	return result, err
}

type deafOnAccount struct{ core.PaymentAPI }

func (a deafOnAccount) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	if c.ByAccountNumber {
		return wire.StatusResult{State: core.StatePending, RawStatus: "PENDING", Named: true}, nil
	}
	return a.PaymentAPI.FetchStatus(ctx, c)
}

type deafToDenial struct{ core.PaymentAPI }

func (a deafToDenial) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	result, err := a.PaymentAPI.FetchStatus(ctx, c)
	if errors.Is(err, core.ErrTokenExpired) {
		err = fmt.Errorf("lost: %w", errSilence)
	}
	return result, err
}

type credulous struct{ core.PaymentAPI }

func (a credulous) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	result, err := a.PaymentAPI.FetchStatus(ctx, c)
	result.Conflict = ""
	return result, err
}

// forgetful is a store that loses a part of every sale.
type forgetful struct {
	journal.Store
	bend func(*journal.Sale)
}

func (s forgetful) Commit(ctx context.Context, c journal.Change) error {
	if c.Sale != nil {
		bent := *c.Sale
		s.bend(&bent)
		c.Sale = &bent
	}
	return s.Store.Commit(ctx, c)
}
