package till_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/wire"
)

// gateway is a payment service in memory, with one payment for each initiate.
// Hooks look at, hold up or break each call.
type gateway struct {
	mu        sync.Mutex
	initiates map[string]int // by order
	payments  map[string]*payment
	asked     []time.Time // of each status question
	calls     map[core.Operation]int
	accounts  []string // validated, in order
	taken     int      // codes that were taken
	// walletSays is the word in a wallet's reply to the code; blank for none.
	walletSays string

	offset time.Duration // of its clock

	// before runs before a call has any effect, after when it has all of it;
	// an error from either is the call's.
	before, after func(op core.Operation, orderID string) error
}

type payment struct {
	order, id, status, tx string
	qr                    bool
}

func newGateway() *gateway {
	return &gateway{initiates: map[string]int{}, payments: map[string]*payment{}, calls: map[core.Operation]int{}}
}

func (g *gateway) hook(op core.Operation, order string, late bool) error {
	g.mu.Lock()
	f := g.before
	if late {
		f = g.after
	} else {
		g.calls[op]++
	}
	g.mu.Unlock()
	if f == nil {
		return nil
	}
	return f(op, order)
}

// hooks replaces the hook that runs before a call has any effect.
func (g *gateway) hooks(before func(op core.Operation, orderID string) error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.before = before
}

// set gives all payments of an order a status.
func (g *gateway) set(order, status, tx string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range g.payments {
		if p.order == order {
			p.status, p.tx = status, tx
		}
	}
}

// ClockOffset is what a client knows of the gateway's clock.
// orders are those that payments were opened for.
func (g *gateway) orders() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Sorted(maps.Keys(g.initiates))
}

func (g *gateway) ClockOffset() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.offset
}

func (g *gateway) setClock(offset time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.offset = offset
}

func (g *gateway) count(op core.Operation) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.calls[op]
}

// questions returns the moments of all status questions so far.
func (g *gateway) questions() []time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.asked)
}

func (g *gateway) initiated() (total, most int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, n := range g.initiates {
		total += n
		most = max(most, n)
	}
	return total, most
}

func (g *gateway) Initiate(_ context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	if err := g.hook(core.OpInitiate, c.OrderID, false); err != nil {
		return wire.InitiateResult{}, err
	}
	g.mu.Lock()
	g.initiates[c.OrderID]++
	id := fmt.Sprintf("pay-%d", len(g.payments)+1)
	g.payments[id] = &payment{order: c.OrderID, id: id, status: "PENDING"}
	g.mu.Unlock()
	return wire.InitiateResult{PaymentID: id, Token: core.NewSecret("token-" + id)}, g.hook(core.OpInitiate, c.OrderID, true)
}

func (g *gateway) GenerateQR(_ context.Context, c wire.QRCall) (wire.QRResult, error) {
	if err := g.hook(core.OpGenerateQR, c.OrderID, false); err != nil {
		return wire.QRResult{}, err
	}
	g.mu.Lock()
	if p := g.payments[c.PaymentID]; p != nil {
		p.qr = true
	}
	g.mu.Unlock()
	return wire.QRResult{Payload: "qr:" + c.PaymentID}, g.hook(core.OpGenerateQR, c.OrderID, true)
}

func (g *gateway) FetchStatus(_ context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	g.mu.Lock()
	g.asked = append(g.asked, time.Now())
	g.mu.Unlock()
	if err := g.hook(core.OpFetchStatus, c.OrderID, false); err != nil {
		return wire.StatusResult{}, err
	}
	g.mu.Lock()
	p := g.payments[c.PaymentID]
	if p == nil {
		g.mu.Unlock()
		return wire.StatusResult{}, &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 404, Code: "UNKNOWN_PAYMENT"}
	}
	out := wire.StatusResult{State: statusWords[p.status], RawStatus: p.status, TransactionID: p.tx}
	g.mu.Unlock()
	return out, g.hook(core.OpFetchStatus, c.OrderID, true)
}

func (g *gateway) ValidateAccount(_ context.Context, c wire.ValidateCall) (wire.ValidateResult, error) {
	if err := g.hook(core.OpValidateAccount, c.OrderID, false); err != nil {
		return wire.ValidateResult{}, err
	}
	g.mu.Lock()
	g.accounts = append(g.accounts, c.Account.Reveal())
	g.mu.Unlock()
	return wire.ValidateResult{DPHReference: "dph-1", CustomerName: core.NewSecret("Amina Belhadj"), TriesLeft: 3},
		g.hook(core.OpValidateAccount, c.OrderID, true)
}

// SubmitOTP takes the code 246802 and refuses any other. A bank acknowledges;
// a wallet answers with the word in walletSays.
func (g *gateway) SubmitOTP(_ context.Context, c wire.OTPCall) (wire.OTPResult, error) {
	if err := g.hook(core.OpSubmitOTP, c.OrderID, false); err != nil {
		return wire.OTPResult{}, err
	}
	if c.OTP.Reveal() != goodCode {
		return wire.OTPResult{}, &core.PaymentAPIError{Operation: core.OpSubmitOTP, HTTPStatus: 422, Code: "WRONG_OTP", TriesLeft: 2}
	}
	g.mu.Lock()
	g.taken++
	for _, p := range g.payments {
		if p.order == c.OrderID && p.status == "PENDING" {
			p.status = "PROCESSING"
		}
	}
	out := wire.OTPResult{}
	if c.Rail == core.RailWallet && g.walletSays != "" {
		out = wire.OTPResult{State: statusWords[g.walletSays], RawStatus: g.walletSays, TransactionID: "TX-W"}
		for _, p := range g.payments {
			if p.order == c.OrderID {
				p.status, p.tx = g.walletSays, "TX-W"
			}
		}
	}
	g.mu.Unlock()
	return out, g.hook(core.OpSubmitOTP, c.OrderID, true)
}

func (g *gateway) FetchInstitutions(context.Context, core.Secret) ([]core.Institution, error) {
	if err := g.hook(core.OpInstitutions, "", false); err != nil {
		return nil, err
	}
	return []core.Institution{{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank},
		{Code: "PWL", Name: "Practice Wallet", Rail: core.RailWallet}}, nil
}

const goodCode = "246802"

var statusWords = map[string]core.State{"SUCCESS": core.StateSuccess, "FAILED": core.StateFailed,
	"EXPIRED": core.StateExpired, "PROCESSING": core.StateWaitingPayment, "PENDING": core.StatePending}

func (g *gateway) StatusPath() string { return "/web-payment/check-status" }
