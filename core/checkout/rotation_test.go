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
)

// meeting is a Store whose first Saves wait for each other: what both replicas had read
// is from before either wrote.
type meeting struct {
	checkout.MemoryStore
	mu    sync.Mutex
	saves int
	both  chan struct{}
}

func (m *meeting) Save(ctx context.Context, r checkout.Record) (uint64, error) {
	m.mu.Lock()
	if m.saves++; m.saves == 2 {
		close(m.both)
	}
	m.mu.Unlock()
	select {
	case <-m.both:
	case <-time.After(time.Second):
	}
	return m.MemoryStore.Save(ctx, r)
}

// TestOnePaymentWhileTheKeyIsChanged: of two replicas, one of which has the new key as its
// own and one the old, one opens the payment of an order, and it has one page.
func TestOnePaymentWhileTheKeyIsChanged(t *testing.T) {
	before, after := []byte(strings.Repeat("k", checkout.KeySize)), []byte(strings.Repeat("n", checkout.KeySize))
	pair := func(api core.PaymentAPI) (replicas [2]*checkout.Checkout) {
		store := &meeting{both: make(chan struct{})}
		for i, keys := range [][2][]byte{{before, after}, {after, before}} {
			replicas[i] = creator(t, api, store, func(c *checkout.Config) { c.Key, c.OldKeys = keys[0], [][]byte{keys[1]} })
		}
		return replicas
	}
	at := func(replicas [2]*checkout.Checkout, do func(*checkout.Checkout)) {
		var work sync.WaitGroup
		for _, c := range replicas {
			work.Go(func() { do(c) })
		}
		work.Wait()
	}

	api := new(coretest.API)
	replicas := pair(api)
	at(replicas, func(c *checkout.Checkout) {
		if _, err := c.Create(t.Context(), anOrder()); err != nil && !errors.Is(err, checkout.ErrInProgress) {
			t.Error(err)
		}
	})
	if n := api.Initiations.Calls(); n != 1 {
		t.Errorf("%d payments were opened for one order", n)
	}
	var pages []checkout.Page
	for _, c := range replicas {
		page, err := c.Create(t.Context(), anOrder())
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page)
	}
	if pages[0] != pages[1] {
		t.Errorf("one order has the pages %+v", pages)
	}

	var mu sync.Mutex
	paths := map[string]bool{}
	at(pair(api), func(c *checkout.Checkout) {
		path, err := c.Open(t.Context(), checkout.OpenRequest{PaymentID: "P-7", OrderID: "SHOP-7",
			Amount: anOrder().Amount, Token: core.NewSecret("token of P-7"), ReturnURL: "/"})
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		paths[path] = true
	})
	if len(paths) != 1 {
		t.Errorf("one payment has the pages %v", paths)
	}
}
