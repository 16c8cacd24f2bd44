package checkout

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/checkout/internal/unknown"
	"sanduq/core/money"
)

// ErrInProgress says that another call of Create for the order is under way, here or in
// another process. Nothing was sent; call again in a moment.
var ErrInProgress = errors.New("checkout: the payment of this order is being opened")

// Order is what a payment is opened for.
type Order struct {
	// OrderID is the merchant's name of the order, and what makes Create
	// idempotent: one order has one payment.
	OrderID     string
	Amount      money.Amount
	Description string
	// ReturnURL is where the customer goes back to; see OpenRequest.
	ReturnURL string
}

// Page is where an order is paid.
type Page struct {
	PaymentID string
	Path      string // to be put behind the host's address
}

// orderRecord is an order as the Store keeps it, sealed, under a reference of its own.
type orderRecord struct {
	OrderID string       `json:"orderId"`
	Amount  money.Amount `json:"amount"`
	State   orderState   `json:"state"`
	Claim   string       `json:"claim,omitempty"` // of the call that opens it
	Until   time.Time    `json:"until,omitzero"`  // by when the process that opens it says so again
	// Payment is the whole of what the page begins with: one write keeps the order,
	// the token and the page.
	Payment *record         `json:"payment,omitempty"`
	Refusal *createdRefusal `json:"refusal,omitempty"`

	version uint64
	beyond  unknown.Fields
}

type orderState string

const (
	orderFree    orderState = ""        // nothing was sent
	orderOpening orderState = "opening" // when the time is up: nobody knows
	orderUnknown orderState = "unknown"
	orderRefused orderState = "refused"
	orderOpened  orderState = "opened"
)

// createdRefusal is the gateway's refusal to open a payment.
type createdRefusal struct {
	HTTPStatus int    `json:"httpStatus"`
	Code       string `json:"code,omitempty"`
	Message    string `json:"message,omitempty"`
	RequestID  string `json:"requestId,omitempty"`
}

// Create opens the payment of an order at the gateway, once whatever happens, and returns its page. Calling it again
// for the order returns the same page, or the same refusal, in any process that shares the Store. It does not end with
// ctx once it has begun: what the gateway answered is kept.
//
// Errors: core.ErrInvalidRequest, for what a page could not be opened with, before anything is sent; core.ErrConflict
// where the order is known with another amount, or the gateway named another order's payment; ErrInProgress; a
// *core.PaymentAPIError; core.ErrNotSent, after which the call may be made again; and core.ErrOutcomeUnknown, from then
// on for good, in every process: the gateway may have opened a payment, but its token reached nobody, no page and no QR
// was shown, and so nobody can have paid. A new order takes its place. Any other error is the Store's: call again,
// since the payment may be open.
func (c *Checkout) Create(ctx context.Context, o Order) (Page, error) {
	if err := c.checkOrder(o); err != nil {
		return Page{}, err
	}
	for range conflicts {
		ref, kept, err := c.orderOf(o.OrderID)
		if err != nil {
			return Page{}, err
		}
		if kept.version > 0 && kept.Amount != o.Amount && kept.State != orderFree {
			return Page{}, fmt.Errorf("%w: the order is known with another amount", core.ErrConflict)
		}
		switch kept.State {
		case orderFree:
			page, err := c.opening(ctx, ref, kept, o)
			if !errors.Is(err, ErrReplaced) {
				return page, err
			}
		case orderOpening:
			if c.spans.goesOn(kept.Until, time.Now()) {
				return Page{}, ErrInProgress
			}
			// What is said for good has to be what the one that opens it finds, too: it may be at work yet.
			kept.State, kept.Until = orderUnknown, time.Time{}
			if _, err := c.saveOrder(ref, kept); err != nil && !errors.Is(err, ErrReplaced) {
				return Page{}, err
			}
		case orderRefused:
			r := kept.Refusal
			return Page{}, &core.PaymentAPIError{Operation: core.OpInitiate, HTTPStatus: r.HTTPStatus, Code: r.Code, Message: r.Message, RequestID: r.RequestID}
		case orderOpened:
			return c.place(*kept.Payment)
		default:
			return Page{}, errOrderUnknown
		}
	}
	return Page{}, ErrInProgress
}

var (
	errOrderUnknown = fmt.Errorf("%w: an earlier call for this order had no reply that was kept", core.ErrOutcomeUnknown)
	errAnothers     = fmt.Errorf("%w: the payment is known with another order or amount", core.ErrConflict)
)

// checkOrder refuses whatever the gateway, the SDK or Open would refuse.
func (c *Checkout) checkOrder(o Order) error {
	if err := checkReturn(o.ReturnURL); err != nil {
		return err
	}
	sdk := c.newSDK()
	defer sdk.Close()
	_, err := sdk.SnapshotBeforeCreate(o.request())
	if err == nil {
		_, err = sdk.AdoptSession(context.Background(), core.AdoptSessionRequest{PaymentID: "any", OrderID: o.OrderID, Amount: o.Amount, Token: core.NewSecret("any")})
	}
	return err
}

func (o Order) request() core.CreateInvoiceRequest {
	return core.CreateInvoiceRequest{OrderID: o.OrderID, Amount: o.Amount, Description: o.Description, IdempotencyKey: o.OrderID}
}

// orderOf reads what is stored of an order, and under which reference.
func (c *Checkout) orderOf(id string) (ref string, kept orderRecord, err error) {
	refs := c.vault.References("order\x00" + id)
	for _, ref := range refs {
		stored, err := c.fetch(ref)
		if errors.Is(err, ErrNotStored) {
			continue
		}
		if err == nil {
			err = c.vault.Open(ref, stored.Sealed, &kept)
		}
		kept.version = stored.Version
		return ref, kept, err
	}
	ref, err = c.agreed("order\x00" + id)
	return ref, orderRecord{}, err
}

func (c *Checkout) saveOrder(ref string, o orderRecord) (uint64, error) {
	sealed, err := c.vault.Seal(ref, o)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeLimit)
	defer cancel()
	return c.cfg.Store.Save(ctx, Record{Ref: ref, Version: o.version, Sealed: sealed})
}

// opening claims the order, opens its payment and keeps what came of it.
func (c *Checkout) opening(ctx context.Context, ref string, kept orderRecord, o Order) (Page, error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return Page{}, errClosed
	}
	c.opens.Add(1)
	c.mu.Unlock()
	defer c.opens.Done()
	claim := &claim{c: c, ref: ref, order: orderRecord{OrderID: o.OrderID, Amount: o.Amount, State: orderOpening, Claim: rand.Text(), version: kept.version, beyond: kept.beyond}}
	if err := claim.renew(); err != nil {
		claim.giveBack(ctx, err)
		return Page{}, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stepLimit)
	defer cancel()
	stop := claim.keepAlive()
	sdk := c.newSDK()
	defer sdk.Close()
	session, err := sdk.CreateInvoice(ctx, o.request())
	stop()
	var snapshot core.Snapshot
	if err == nil {
		snapshot, err = sdk.Snapshot()
	}
	next := claim.order
	refusal, refused := errors.AsType[*core.PaymentAPIError](err)
	switch {
	case err == nil:
		next.State, next.Until = orderOpened, time.Time{}
		next.Payment = &record{PaymentID: session.PaymentID, OrderID: o.OrderID, Amount: o.Amount, ReturnURL: o.ReturnURL,
			Snapshot: snapshot, times: times{OpenedAt: time.Now().UTC()}}
	case errors.Is(err, core.ErrNotSent):
		next.State = orderFree
	case refused && !errors.Is(err, core.ErrOutcomeUnknown):
		next.State = orderRefused
		next.Refusal = &createdRefusal{HTTPStatus: refusal.HTTPStatus, Code: refusal.Code, Message: refusal.Message, RequestID: refusal.RequestID}
	default:
		next.State = orderUnknown
	}
	lost := claim.settle(ctx, next)
	if err = cmp.Or(err, lost); err != nil {
		return Page{}, err
	}
	return c.place(*next.Payment)
}

// place puts an opened payment where its page finds it, once.
func (c *Checkout) place(r record) (Page, error) {
	for range conflicts {
		for _, ref := range c.vault.References(r.PaymentID) {
			stored, err := c.fetch(ref)
			if is, bad := c.unseal(stored); err == nil && bad == nil && (is.OrderID != r.OrderID || is.Amount != r.Amount) {
				return Page{}, errAnothers
			}
			if !errors.Is(err, ErrNotStored) {
				return Page{r.PaymentID, c.path(ref)}, err
			}
		}
		ref, err := c.agreed(r.PaymentID)
		if err != nil {
			return Page{}, err
		}
		if r.session, _, err = core.DecodeSnapshot(r.Snapshot); err == nil {
			_, err = c.save(ref, r)
		}
		if !errors.Is(err, ErrReplaced) { // else another process has placed it
			return Page{r.PaymentID, c.path(ref)}, err
		}
	}
	return Page{}, ErrInProgress
}

// claim is an order that this process opens.
type claim struct {
	c     *Checkout
	ref   string
	mu    sync.Mutex
	order orderRecord
}

// renew says for a while that the order is being opened.
func (k *claim) renew() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	next := k.order
	next.Until = time.Now().UTC().Add(k.c.cfg.Lease)
	version, err := k.c.saveOrder(k.ref, next)
	if err == nil {
		k.order, k.order.version = next, version
	}
	return err
}

// giveBack frees an order of which the Store did not say whether it is claimed: nothing
// was sent. Where that fails too, the order stays unknown.
func (k *claim) giveBack(ctx context.Context, err error) {
	if errors.Is(err, ErrReplaced) {
		return // it is another's
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeLimit)
	defer cancel()
	for ctx.Err() == nil {
		stored, err := k.c.fetch(k.ref)
		var kept orderRecord
		if err == nil {
			err = k.c.vault.Open(k.ref, stored.Sealed, &kept)
		}
		switch {
		case errors.Is(err, ErrNotStored), err == nil && (kept.State != orderOpening || kept.Claim != k.order.Claim):
			return
		case err == nil:
			kept.State, kept.Until, kept.version = orderFree, time.Time{}, stored.Version
			if _, err = k.c.saveOrder(k.ref, kept); err == nil || errors.Is(err, ErrReplaced) {
				return
			}
		}
		select {
		case <-time.After(retryAfter):
		case <-ctx.Done():
		}
	}
}

// keepAlive renews the claim until the returned function is called.
func (k *claim) keepAlive() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() {
		tick := time.NewTicker(k.c.cfg.Lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = k.renew() // what fails is tried again before the time is up
			case <-ctx.Done():
				return
			}
		}
	})
	return func() { cancel(); work.Wait() }
}

// settle keeps what became of it; it does not give up before ctx ends or the Checkout is closed. A write of
// which nobody knows whether it was done is looked at before it is made again.
// ErrReplaced where another call has the order by now, or has said that it is unknown.
func (k *claim) settle(ctx context.Context, next orderRecord) error {
	for {
		next.version = k.order.version
		_, err := k.c.saveOrder(k.ref, next)
		if errors.Is(err, ErrReplaced) {
			stored, loaded := k.c.fetch(k.ref)
			var kept orderRecord
			if loaded == nil {
				loaded = k.c.vault.Open(k.ref, stored.Sealed, &kept)
			}
			switch {
			case loaded != nil:
			case kept.Claim == k.order.Claim && kept.State == next.State:
				return nil
			case kept.Claim == k.order.Claim && kept.State == orderOpening:
				k.order.version = stored.Version // a renewal that was taken for failed
			default:
				return err
			}
		}
		if err == nil {
			return nil
		}
		select {
		case <-time.After(retryAfter):
		case <-ctx.Done():
			return err
		case <-k.c.stop:
			return err
		}
	}
}
