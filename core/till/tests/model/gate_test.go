package model

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"sanduq/core"
	"sanduq/core/wire"
)

// gate is the service as one transition of the model wants it. Questions have
// the answers that were laid out for them, and none otherwise; every other call
// waits until its reply is given.
type gate struct {
	mu     sync.Mutex
	orders map[string]int // the sale of each order, in the order of their coming
	laid   [2][legs][]said
	calls  [2]*underWay
	sent   [2]map[core.Operation]int
}

// underWay is a call that waits for its reply.
type underWay struct {
	op    core.Operation
	reply chan reply
}

type reply struct {
	value any
	err   error
}

var errSilence = errors.New("no answer")

func newGate() *gate {
	return &gate{orders: map[string]int{}, sent: [2]map[core.Operation]int{{}, {}}}
}

func (g *gate) sale(order string) int {
	if _, known := g.orders[order]; !known {
		g.orders[order] = len(g.orders)
	}
	return g.orders[order]
}

// wait registers a call and returns its reply.
func (g *gate) wait(ctx context.Context, op core.Operation, order string) reply {
	g.mu.Lock()
	i := g.sale(order)
	c := &underWay{op: op, reply: make(chan reply, 1)}
	g.calls[i] = c
	g.sent[i][op]++
	g.mu.Unlock()
	select {
	case r := <-c.reply:
		return r
	case <-ctx.Done():
		return reply{err: fmt.Errorf("%w: %w", core.ErrOutcomeUnknown, ctx.Err())}
	}
}

// give replies to the call under way; false when there is none.
func (g *gate) give(i int, r reply) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.calls[i]
	if c == nil {
		return false
	}
	g.calls[i] = nil
	c.reply <- r
	return true
}

// lay sets out answers for the questions that come next, and takes back all
// that were there before.
func (g *gate) lay(t *turn, times int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.laid = [2][legs][]said{}
	for i := range t.asked {
		for leg := range legs {
			for range times {
				if t.asked[i][leg] {
					g.laid[i][leg] = append(g.laid[i][leg], t.heard[i][leg])
				}
			}
		}
	}
}

// unasked returns which of the answers that were laid out nobody asked for.
func (g *gate) unasked(times int) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range g.laid {
		for leg := range legs {
			if len(g.laid[i][leg]) == times && times > 0 {
				return fmt.Sprintf("sale %d was not asked on leg %d", i+1, leg)
			}
		}
	}
	return ""
}

func (g *gate) FetchStatus(_ context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	i, leg := g.sale(c.OrderID), byQR
	if c.ByAccountNumber {
		leg = byAccount
	}
	if len(g.laid[i][leg]) == 0 {
		return wire.StatusResult{}, errSilence
	}
	s := g.laid[i][leg][0]
	g.laid[i][leg] = g.laid[i][leg][1:]
	own := func(state core.State, word string) (wire.StatusResult, error) {
		return wire.StatusResult{State: state, RawStatus: word, Named: true}, nil
	}
	refuse := func(status int, code string) (wire.StatusResult, error) {
		return wire.StatusResult{}, &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: status, Code: code}
	}
	switch s {
	case saidPending:
		return own(core.StatePending, "PENDING")
	case saidProcessing:
		return own(core.StateWaitingPayment, "PROCESSING")
	case saidSuccess:
		return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", Named: true, TransactionID: "TX-" + c.OrderID}, nil
	case saidFailed:
		return own(core.StateFailed, "FAILED")
	case saidExpired:
		return own(core.StateExpired, "EXPIRED")
	case saidOdd:
		return own("", "HELD")
	case saidRefused:
		return refuse(404, "ORDER_NOT_FOUND")
	case saidDenied:
		return refuse(401, "TOKEN")
	case saidForeign:
		return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: "TX-OTHER", Conflict: `orderId is "OTHER"`}, nil
	}
	return wire.StatusResult{}, errSilence
}

func (g *gate) Initiate(ctx context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	r := g.wait(ctx, core.OpInitiate, c.OrderID)
	return wire.InitiateResult{PaymentID: "PAY-" + c.OrderID, Token: core.NewSecret("token")}, r.err
}

func (g *gate) GenerateQR(ctx context.Context, c wire.QRCall) (wire.QRResult, error) {
	return wire.QRResult{Payload: "qr"}, g.wait(ctx, core.OpGenerateQR, c.OrderID).err
}

func (g *gate) ValidateAccount(ctx context.Context, c wire.ValidateCall) (wire.ValidateResult, error) {
	return wire.ValidateResult{DPHReference: "dph", CustomerName: core.NewSecret("Amina")}, g.wait(ctx, core.OpValidateAccount, c.OrderID).err
}

func (g *gate) SubmitOTP(ctx context.Context, c wire.OTPCall) (wire.OTPResult, error) {
	r := g.wait(ctx, core.OpSubmitOTP, c.OrderID)
	result, _ := r.value.(wire.OTPResult)
	return result, r.err
}

func (g *gate) FetchInstitutions(context.Context, core.Secret) ([]core.Institution, error) {
	return []core.Institution{{Code: "FPB", Name: "First Practice Bank"}}, nil
}

func (g *gate) StatusPath() string { return "/status" }
