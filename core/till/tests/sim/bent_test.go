package sim

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"sanduq/core"
	"sanduq/core/wire"
)

// bending is a PaymentAPI of one sale whose status answers are bent by a
// injected bug. Like the till that it stands for, it forgets with its process.
type bending struct {
	core.PaymentAPI
	bent bend
	mu   sync.Mutex // never held over a call
	past past
}

// bend is a bug: it asks, or does not, and makes something of the answer.
type bend func(ask func() (wire.StatusResult, error), p past, c wire.StatusCall) (wire.StatusResult, error)

// past is what a bug remembers of the answers so far.
type past struct {
	asked   int
	denied  error
	refused [2]error // by leg: QR and wallet, account
	clash   string
	newest  wire.StatusResult
}

func leg(byAccount bool) int {
	if byAccount {
		return 1
	}
	return 0
}

func (b *bending) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	b.mu.Lock()
	b.past.asked++
	p := b.past
	b.mu.Unlock()
	return b.bent(func() (wire.StatusResult, error) {
		out, err := b.PaymentAPI.FetchStatus(ctx, c)
		b.mu.Lock()
		defer b.mu.Unlock()
		var api *core.PaymentAPIError
		switch {
		case errors.Is(err, core.ErrTokenExpired):
			b.past.denied = err
		case errors.As(err, &api) && api.HTTPStatus < 500 && api.HTTPStatus != 429:
			b.past.refused[leg(c.ByAccountNumber)] = err
		}
		if out.Conflict != "" {
			b.past.clash = out.Conflict
		}
		if err == nil {
			b.past.newest = out
		}
		return out, err
	}, p, c)
}

func oblivious(ask func() (wire.StatusResult, error), _ past, c wire.StatusCall) (wire.StatusResult, error) {
	out, err := ask()
	if out.TransactionID != "" {
		out.TransactionID = fmt.Sprintf("%s of %s", out.TransactionID, c.OrderID)
	}
	return out, err
}

func gloomy(ask func() (wire.StatusResult, error), _ past, _ wire.StatusCall) (wire.StatusResult, error) {
	out, err := ask()
	if err == nil && out.Conflict == "" && out.State == "" {
		out.State = core.StateFailed
	}
	return out, err
}

func offended(ask func() (wire.StatusResult, error), p past, _ wire.StatusCall) (wire.StatusResult, error) {
	if p.denied != nil {
		return wire.StatusResult{}, p.denied
	}
	return ask()
}

func resigned(ask func() (wire.StatusResult, error), p past, c wire.StatusCall) (wire.StatusResult, error) {
	if err := p.refused[leg(c.ByAccountNumber)]; err != nil {
		return wire.StatusResult{}, err
	}
	return ask()
}

func oneEyed(ask func() (wire.StatusResult, error), p past, c wire.StatusCall) (wire.StatusResult, error) {
	if err := p.refused[leg(!c.ByAccountNumber)]; err != nil {
		return wire.StatusResult{}, err
	}
	return ask()
}

func obstinate(ask func() (wire.StatusResult, error), p past, _ wire.StatusCall) (wire.StatusResult, error) {
	if p.clash != "" {
		return wire.StatusResult{Conflict: p.clash}, nil
	}
	return ask()
}

func lazy(ask func() (wire.StatusResult, error), p past, _ wire.StatusCall) (wire.StatusResult, error) {
	if p.asked%3 != 1 {
		return p.newest, nil
	}
	return ask()
}
