package checkout_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/coretest"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// opener is a gateway whose opening of a payment can be waited for.
type opener struct {
	*coretest.API
	begun, leave chan struct{}
}

func (o *opener) Initiate(ctx context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	result, err := o.API.Initiate(ctx, c)
	if o.begun != nil {
		o.begun <- struct{}{}
		<-o.leave
	}
	return result, err
}

func anOrder() checkout.Order {
	return checkout.Order{OrderID: "SHOP-1", Amount: money.Amount{Minor: 12500, Currency: "LYD"}, ReturnURL: "/order/1"}
}

// creator is a process that opens payments.
func creator(t *testing.T, api core.PaymentAPI, store checkout.Store, change ...func(*checkout.Config)) *checkout.Checkout {
	t.Helper()
	cfg := checkout.Config{API: api, Store: store, Key: []byte(strings.Repeat("k", checkout.KeySize)), Shop: "Al Noor Market", Path: "/pay"}
	hasten(&cfg)
	for _, c := range change {
		c(&cfg)
	}
	page, err := checkout.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(page.Close)
	return page
}

// copyOf is what a kill leaves behind.
func copyOf(t *testing.T, store *checkout.MemoryStore, refs ...string) *checkout.MemoryStore {
	t.Helper()
	left := new(checkout.MemoryStore)
	for _, ref := range refs {
		r, err := store.Load(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		r.Version = 0
		if _, err := left.Save(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	return left
}

// noting is a Store that notes the references that are saved, and whose n-th Save
// fails.
type noting struct {
	checkout.MemoryStore
	mu   sync.Mutex
	refs []string
	fail int
}

func (n *noting) Save(ctx context.Context, r checkout.Record) (uint64, error) {
	n.mu.Lock()
	n.refs = append(n.refs, r.Ref)
	n.fail--
	fail := n.fail == 0
	n.mu.Unlock()
	if fail {
		return 0, errors.New("the disk is full")
	}
	return n.MemoryStore.Save(ctx, r)
}

func TestCreateOpensOnePayment(t *testing.T) {
	api, store := new(coretest.API), new(checkout.MemoryStore)
	first := creator(t, api, store)
	page, err := first.Create(t.Context(), anOrder())
	if err != nil || page.PaymentID != "P-1" || !strings.HasPrefix(page.Path, "/pay/") {
		t.Fatalf("%+v, %v", page, err)
	}
	for name, c := range map[string]*checkout.Checkout{"again": first, "another process": creator(t, api, store)} {
		if same, err := c.Create(t.Context(), anOrder()); err != nil || same != page {
			t.Errorf("%s: %+v, %v", name, same, err)
		}
	}
	if path, err := first.Open(t.Context(), checkout.OpenRequest{PaymentID: "P-1", OrderID: "SHOP-1", Amount: anOrder().Amount, ReturnURL: "/"}); err != nil || path != page.Path {
		t.Errorf("opened: %s, %v", path, err)
	}
	other := anOrder()
	other.Amount.Minor++
	if _, err := first.Create(t.Context(), other); !errors.Is(err, core.ErrConflict) {
		t.Errorf("another amount: %v", err)
	}
	if n := api.Initiations.Calls(); n != 1 {
		t.Errorf("%d payments were opened", n)
	}
}

// Of two calls at once one opens the payment and the other is told so. It goes on
// although its caller has gone.
func TestCreateInProgress(t *testing.T) {
	api := &opener{new(coretest.API), make(chan struct{}), make(chan struct{})}
	store := new(checkout.MemoryStore)
	first, second := creator(t, api, store), creator(t, api, store)
	ctx, leaves := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { _, err := first.Create(ctx, anOrder()); done <- err }()
	<-api.begun
	leaves()
	time.Sleep(300 * time.Millisecond) // more than a lease
	for name, c := range map[string]*checkout.Checkout{"the same process": first, "another": second} {
		if _, err := c.Create(t.Context(), anOrder()); !errors.Is(err, checkout.ErrInProgress) {
			t.Errorf("%s: %v", name, err)
		}
	}
	close(api.leave)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if page, err := second.Create(t.Context(), anOrder()); err != nil || page.PaymentID != "P-1" {
		t.Errorf("%+v, %v", page, err)
	}
	if n := api.Initiations.Calls(); n != 1 {
		t.Errorf("%d payments were opened", n)
	}
}

// A process that is killed while the gateway opens the payment leaves an order for
// which nobody opens another.
func TestKilledWhileThePaymentIsOpened(t *testing.T) {
	api := &opener{new(coretest.API), make(chan struct{}), make(chan struct{})}
	store := new(noting)
	first := creator(t, api, store)
	done := make(chan struct{})
	go func() { defer close(done); _, _ = first.Create(t.Context(), anOrder()) }()
	<-api.begun
	left := copyOf(t, &store.MemoryStore, store.refs[0])
	next := creator(t, &opener{API: api.API}, left)
	if _, err := next.Create(t.Context(), anOrder()); !errors.Is(err, checkout.ErrInProgress) {
		t.Errorf("at once: %v", err)
	}
	time.Sleep(250 * time.Millisecond)
	if _, err := next.Create(t.Context(), anOrder()); !errors.Is(err, core.ErrOutcomeUnknown) {
		t.Errorf("after the lease: %v", err)
	}
	close(api.leave)
	<-done
	if n := api.API.Initiations.Calls(); n != 1 {
		t.Errorf("%d payments were opened", n)
	}
}

// A process that is killed once the gateway's answer is stored loses nothing: the
// next one has the page with its token.
func TestKilledBeforeThePageIsPlaced(t *testing.T) {
	api, store := new(coretest.API), new(noting)
	page, err := creator(t, api, store).Create(t.Context(), anOrder())
	if err != nil {
		t.Fatal(err)
	}
	next := creator(t, api, copyOf(t, &store.MemoryStore, store.refs[0])) // the order's record alone
	again, err := next.Create(t.Context(), anOrder())
	if err != nil || again != page {
		t.Fatalf("%+v, %v", again, err)
	}
	if out, err := next.Outcome(t.Context(), "P-1"); err != nil || out.Session.State != core.StatePending {
		t.Errorf("%+v, %v", out, err)
	}
	if api.Initiations.Calls() != 1 || api.Statuses.Calls() != 1 {
		t.Errorf("opened %d times, asked %d times", api.Initiations.Calls(), api.Statuses.Calls())
	}
}

// Whichever write fails, the order has one payment, and a later call its page.
func TestCreateOnAStoreThatFails(t *testing.T) {
	for n := 1; n <= 3; n++ {
		api, store := new(coretest.API), &noting{fail: n}
		c := creator(t, api, store, func(cfg *checkout.Config) { cfg.Lease = time.Minute })
		page, err := c.Create(t.Context(), anOrder())
		if err != nil {
			page, err = c.Create(t.Context(), anOrder())
		}
		if err != nil || page.PaymentID != "P-1" || api.Initiations.Calls() != 1 {
			t.Errorf("write %d fails: %+v, %v, opened %d times", n, page, err, api.Initiations.Calls())
		}
	}
}

func TestCreateRefused(t *testing.T) {
	api := new(coretest.API)
	api.Initiations.Fail(core.ErrNotSent).Fail(&core.PaymentAPIError{Operation: core.OpInitiate, HTTPStatus: 422, Code: "LIMIT_EXCEEDED"}).Say(wire.InitiateResult{PaymentID: "P-2", Token: core.NewSecret("t")})
	c := creator(t, api, new(checkout.MemoryStore))
	if _, err := c.Create(t.Context(), anOrder()); !errors.Is(err, core.ErrNotSent) {
		t.Errorf("nothing was sent: %v", err)
	}
	for range 2 {
		_, err := c.Create(t.Context(), anOrder())
		if refusal, ok := errors.AsType[*core.PaymentAPIError](err); !ok || refusal.Code != "LIMIT_EXCEEDED" {
			t.Errorf("refused: %v", err)
		}
	}
	if n := api.Initiations.Calls(); n != 2 {
		t.Errorf("%d calls", n)
	}
}

// What the page could not be opened with is refused before anything is sent.
func TestCreateRefusesBeforeItSends(t *testing.T) {
	api := new(coretest.API)
	c := creator(t, api, new(checkout.MemoryStore))
	for name, change := range map[string]func(*checkout.Order){
		"a long order id":   func(o *checkout.Order) { o.OrderID = strings.Repeat("x", 600) },
		"a control":         func(o *checkout.Order) { o.OrderID = "a\nb" },
		"no order id":       func(o *checkout.Order) { o.OrderID = " " },
		"no amount":         func(o *checkout.Order) { o.Amount.Minor = 0 },
		"a made-up money":   func(o *checkout.Order) { o.Amount.Currency = "XXQ" },
		"no return":         func(o *checkout.Order) { o.ReturnURL = "" },
		"another host":      func(o *checkout.Order) { o.ReturnURL = "//evil.example/" },
		"a disguised host":  func(o *checkout.Order) { o.ReturnURL = `/\evil.example/` },
		"a script":          func(o *checkout.Order) { o.ReturnURL = "javascript:alert(1)" },
		"a scheme alone":    func(o *checkout.Order) { o.ReturnURL = "https:evil.example" },
		"a relative return": func(o *checkout.Order) { o.ReturnURL = "order/1" },
	} {
		o := anOrder()
		change(&o)
		if _, err := c.Create(t.Context(), o); !errors.Is(err, core.ErrInvalidRequest) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := c.Open(t.Context(), checkout.OpenRequest{PaymentID: "P-1", OrderID: o.OrderID, Amount: o.Amount, ReturnURL: o.ReturnURL, Token: core.NewSecret("t")}); err == nil {
			t.Errorf("%s: Open takes it", name)
		}
	}
	if n := api.Initiations.Calls(); n != 0 {
		t.Errorf("%d payments were opened", n)
	}
}

// samePayment is a gateway that answers every initiate with one payment.
type samePayment struct{ *coretest.API }

func (samePayment) Initiate(context.Context, wire.InitiateCall) (wire.InitiateResult, error) {
	return wire.InitiateResult{PaymentID: "P-1", Token: core.NewSecret("token")}, nil
}

// The gateway names the payment of one order for another. The page of the first is not the second's: its customer would
// pay the other sum, and the merchant be told of the other order.
func TestAnotherOrdersPaymentIsNoPage(t *testing.T) {
	store, other := new(checkout.MemoryStore), anOrder()
	c := creator(t, samePayment{new(coretest.API)}, store)
	first, err := c.Create(t.Context(), anOrder())
	if err != nil {
		t.Fatal(err)
	}
	other.OrderID, other.Amount.Minor = "SHOP-2", 99_000
	for _, c := range []*checkout.Checkout{c, creator(t, samePayment{new(coretest.API)}, store)} {
		if page, err := c.Create(t.Context(), other); !errors.Is(err, core.ErrConflict) || page != (checkout.Page{}) {
			t.Errorf("SHOP-2 over 99.000 is paid at %v, %v; SHOP-1 over 12.500 at %v", page, err, first)
		}
		if page, err := c.Create(t.Context(), anOrder()); err != nil || page != first {
			t.Errorf("SHOP-1 is paid at %v, %v", page, err)
		}
	}
}
