package interleavings

import (
	"context"
	"fmt"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
)

// bank is the gateway and the customer's bank behind it: a core.PaymentAPI
// whose every call stands at a point before it has an effect and before its
// answer is heard.
type bank struct {
	w         *world
	pollEvery time.Duration

	mu        sync.Mutex
	payments  map[string]*payment // by order
	initiated map[string]int
	refuses   bool // initiate is refused
}

type payment struct{ id, word, transaction string }

// pollEvery is how often sales are polled: not within a play, unless it is about
// that.
const pollEvery = time.Hour

func newBank(w *world) *bank {
	return &bank{w: w, pollEvery: pollEvery, payments: map[string]*payment{}, initiated: map[string]int{}}
}

var words = map[string]core.State{"SUCCESS": core.StateSuccess, "FAILED": core.StateFailed,
	"EXPIRED": core.StateExpired, "PROCESSING": core.StateWaitingPayment, "PENDING": core.StatePending}

// says sets what the gateway answers for a sale from now on.
func (b *bank) says(id journal.SaleID, word string) {
	order := b.w.disk.order(id)
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.payments[order]
	if p == nil {
		panic("no payment for " + id)
	}
	p.word = word
}

// shares gives two sales one transaction.
func (b *bank) shares(one, other journal.SaleID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.payments[b.w.disk.order(one)].transaction = b.payments[b.w.disk.order(other)].transaction
}

// pays lets the customer pay and reports whether there is a payment to pay.
func (b *bank) pays(id journal.SaleID) bool {
	b.w.Point("the customer pays "+string(id), touch{"gateway " + string(id), changes})
	order := b.w.disk.order(id)
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.payments[order]
	if p != nil {
		p.word = "SUCCESS"
	}
	return p != nil
}

// asked is when a call reaches the gateway, heard when its answer is back.
func (b *bank) asked(op core.Operation, order string, kind touchKind) {
	id := b.w.disk.saleOf(order)
	b.w.Point(string(op)+" reaches the gateway for "+string(id), touch{"gateway " + string(id), kind})
}

func (b *bank) heard(op core.Operation, order string) {
	id := b.w.disk.saleOf(order)
	if b.w.Point(string(op)+" is answered for "+string(id), answers(string(id))...) {
		b.w.hears(string(id))
	}
}

// Initiate implements core.PaymentAPI.
func (b *bank) Initiate(_ context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	b.w.adds(touch{"money", looks}, touch{trouble, looks})
	b.w.initiates(b.w.disk.saleOf(c.OrderID))
	b.asked(core.OpInitiate, c.OrderID, changes)
	b.mu.Lock()
	refuses := b.refuses
	b.initiated[c.OrderID]++
	n := b.w.disk.saleOf(c.OrderID).Number()
	p := &payment{id: fmt.Sprintf("pay-%d", n), word: "PENDING", transaction: fmt.Sprintf("TX-%d", n)}
	if !refuses {
		b.payments[c.OrderID] = p
	}
	b.mu.Unlock()
	b.heard(core.OpInitiate, c.OrderID)
	if refuses {
		return wire.InitiateResult{}, &core.PaymentAPIError{Operation: core.OpInitiate, HTTPStatus: 422, Code: "LIMIT_EXCEEDED"}
	}
	return wire.InitiateResult{PaymentID: p.id, Token: core.NewSecret("token-" + p.id)}, nil
}

// GenerateQR implements core.PaymentAPI.
func (b *bank) GenerateQR(_ context.Context, c wire.QRCall) (wire.QRResult, error) {
	b.asked(core.OpGenerateQR, c.OrderID, changes)
	b.heard(core.OpGenerateQR, c.OrderID)
	return wire.QRResult{Payload: "qr:" + c.PaymentID}, nil
}

// FetchStatus implements core.PaymentAPI.
func (b *bank) FetchStatus(_ context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	b.asked(core.OpFetchStatus, c.OrderID, looks)
	b.mu.Lock()
	p := *b.payments[c.OrderID]
	b.mu.Unlock()
	b.heard(core.OpFetchStatus, c.OrderID)
	b.w.law.Said(c.OrderID, p.word)
	out := wire.StatusResult{State: words[p.word], RawStatus: p.word}
	if p.word == "SUCCESS" {
		out.TransactionID = p.transaction
		b.w.laws.promised[b.w.disk.saleOf(c.OrderID)] = p.transaction
	}
	return out, nil
}

// ValidateAccount implements core.PaymentAPI. No scenario pays from an account.
func (b *bank) ValidateAccount(context.Context, wire.ValidateCall) (wire.ValidateResult, error) {
	panic("an account is validated")
}

// SubmitOTP implements core.PaymentAPI.
func (b *bank) SubmitOTP(context.Context, wire.OTPCall) (wire.OTPResult, error) {
	panic("a code is submitted")
}

// FetchInstitutions implements core.PaymentAPI.
func (b *bank) FetchInstitutions(context.Context, core.Secret) ([]core.Institution, error) {
	return nil, nil
}

// StatusPath implements core.PaymentAPI.
func (b *bank) StatusPath() string { return "/web-payment/check-status" }
