package days

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/wire"
)

// bank is a gateway in memory that outlives the till: payments are opened, and
// whether and when each is paid is the customers' affair.
type bank struct {
	mu       sync.Mutex
	payments map[string]*payment // by order
	byID     map[string]*payment
}

type payment struct {
	order, id, transaction string
	state                  core.State
}

const code = "246802"

func newBank() *bank { return &bank{payments: map[string]*payment{}, byID: map[string]*payment{}} }

// open are the orders whose payment has no end.
func (b *bank) open() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, order := range slices.Sorted(maps.Keys(b.payments)) {
		if !b.payments[order].state.Ended() {
			out = append(out, order)
		}
	}
	return out
}

// ends lets a payment end, by the customer's or the bank's will.
func (b *bank) ends(order string, state core.State) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.payments[order]; p != nil && !p.state.Ended() {
		p.state = state
		if state == core.StateSuccess {
			p.transaction = "TX-" + p.id
		}
	}
}

// moods lets each open payment go on with a chance.
func (b *bank) moods(r *rand.Rand, paid float64) {
	for _, order := range b.open() {
		switch x := r.Float64(); {
		case x < paid:
			b.ends(order, core.StateSuccess)
		case x < paid+0.1:
			b.ends(order, core.StateFailed)
		}
	}
}

func (b *bank) Initiate(_ context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.payments[c.OrderID]; p != nil {
		return wire.InitiateResult{PaymentID: p.id, Token: core.NewSecret("token-" + p.id)}, nil
	}
	p := &payment{order: c.OrderID, id: fmt.Sprintf("pay-%d", len(b.payments)+1), state: core.StatePending}
	b.payments[c.OrderID], b.byID[p.id] = p, p
	return wire.InitiateResult{PaymentID: p.id, Token: core.NewSecret("token-" + p.id)}, nil
}

func (b *bank) GenerateQR(_ context.Context, c wire.QRCall) (wire.QRResult, error) {
	return wire.QRResult{Payload: "qr:" + c.PaymentID}, nil
}

func (b *bank) FetchStatus(_ context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.byID[c.PaymentID]
	if p == nil {
		return wire.StatusResult{}, &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 404, Code: "UNKNOWN_PAYMENT"}
	}
	words := map[core.State]string{core.StateSuccess: "SUCCESS", core.StateFailed: "FAILED", core.StateExpired: "EXPIRED"}
	out := wire.StatusResult{State: p.state, RawStatus: words[p.state], TransactionID: p.transaction}
	if out.RawStatus == "" {
		out.RawStatus = "PENDING"
	}
	return out, nil
}

func (b *bank) ValidateAccount(context.Context, wire.ValidateCall) (wire.ValidateResult, error) {
	return wire.ValidateResult{DPHReference: "dph", CustomerName: core.NewSecret("Amina")}, nil
}

func (b *bank) SubmitOTP(_ context.Context, c wire.OTPCall) (wire.OTPResult, error) {
	if c.OTP.Reveal() != code {
		return wire.OTPResult{}, &core.PaymentAPIError{Operation: core.OpSubmitOTP, HTTPStatus: 422, Code: "WRONG_OTP"}
	}
	b.ends(c.OrderID, core.StateSuccess)
	return wire.OTPResult{}, nil
}

func (b *bank) FetchInstitutions(context.Context, core.Secret) ([]core.Institution, error) {
	return []core.Institution{{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank}, {Code: "PWL", Name: "Practice Wallet", Rail: core.RailWallet}}, nil
}

func (b *bank) StatusPath() string         { return "/web-payment/check-status" }
func (b *bank) ClockOffset() time.Duration { return 0 }
