package checkout_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/coretest"
)

// answered is what a call of Create returned.
type answered struct {
	page checkout.Page
	err  error
}

func creating(c *checkout.Checkout) <-chan answered {
	done := make(chan answered, 1)
	go func() {
		page, err := c.Create(context.Background(), anOrder())
		done <- answered{page, err}
	}()
	return done
}

// A process opens an order, and the Store takes none of its renewals. Another one says that the outcome is unknown
// for good, and the merchant makes a new order: the page of the old one must not be paid any more.
func TestWhatIsUnknownForGoodHasNoPage(t *testing.T) {
	api, store := &opener{new(coretest.API), make(chan struct{}), make(chan struct{})}, new(failing)
	one, two := creator(t, api, store), creator(t, api, store)
	first := creating(one)
	<-api.begun
	store.breakIt(true)
	time.Sleep(300 * time.Millisecond) // more than a lease
	if _, err := two.Create(t.Context(), anOrder()); err == nil || errors.Is(err, core.ErrOutcomeUnknown) {
		t.Errorf("said without a Store that takes it: %v", err)
	}
	store.breakIt(false)
	if _, err := two.Create(t.Context(), anOrder()); !errors.Is(err, core.ErrOutcomeUnknown) {
		t.Fatalf("after the lease: %v", err)
	}
	close(api.leave)
	if a := <-first; !errors.Is(a.err, core.ErrOutcomeUnknown) {
		t.Errorf("one was told that the outcome is unknown for good, and the other has %+v, %v", a.page, a.err)
	}
	for name, c := range map[string]*checkout.Checkout{"one": one, "two": two} {
		if page, err := c.Create(t.Context(), anOrder()); !errors.Is(err, core.ErrOutcomeUnknown) {
			t.Errorf("asked again, %s says %+v, %v", name, page, err)
		}
	}
}

// unheard is a Store that can be told to report no write as done, and to do it all the same.
type unheard struct {
	checkout.MemoryStore
	off, does atomic.Bool
}

func (u *unheard) Save(ctx context.Context, r checkout.Record) (uint64, error) {
	if !u.off.Load() {
		return u.MemoryStore.Save(ctx, r)
	}
	if u.does.Load() {
		_, _ = u.MemoryStore.Save(ctx, r)
	}
	return 0, errors.New("no answer")
}

// The Store reports no write of the payment as done for as long as the call tries, and does the last one. What is
// said for good is what is stored.
func TestUnknownForGoodIsWhatIsStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		api, store := &opener{new(coretest.API), make(chan struct{}), make(chan struct{})}, new(unheard)
		c := creator(t, api, store, aMinute)
		defer c.Close()
		first := creating(c)
		<-api.begun
		time.Sleep(250 * time.Millisecond)
		store.off.Store(true)
		close(api.leave)
		time.Sleep(59350 * time.Millisecond) // the last attempt is 250 ms before a minute is over
		store.does.Store(true)
		a := <-first
		store.off.Store(false)
		page, err := c.Create(t.Context(), anOrder())
		if a.err == nil || errors.Is(a.err, core.ErrOutcomeUnknown) || err != nil {
			t.Errorf("first %v, and then %+v, %v", a.err, page, err)
		}
	})
}

func aMinute(c *checkout.Config) { c.Lease = time.Minute }

// Nothing was sent by a first call, and the Store frees the order without saying so. A second call claims it: the
// first one, which tries again, must not free it once more.
func TestAnOrderIsFreedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused, opens := new(coretest.API), new(coretest.API)
		refused.Initiations.Fail(core.ErrNotSent)
		before, api := &opener{refused, make(chan struct{}), make(chan struct{})}, &opener{opens, make(chan struct{}, 2), make(chan struct{})}
		store := new(unheard)
		one, two := creator(t, before, store, aMinute), creator(t, api, store, aMinute)
		defer one.Close()
		defer two.Close()
		first := creating(one)
		<-before.begun
		store.does.Store(true)
		store.off.Store(true)
		close(before.leave)
		synctest.Wait()
		store.off.Store(false)
		second := creating(two)
		<-api.begun
		time.Sleep(time.Second) // the first call has tried again
		third := creating(two)
		synctest.Wait()
		close(api.leave)
		if a := <-first; !errors.Is(a.err, core.ErrNotSent) {
			t.Errorf("the first call: %v", a.err)
		}
		if a, b := <-second, <-third; a.err != nil || !errors.Is(b.err, checkout.ErrInProgress) {
			t.Errorf("the second call: %v, the third: %v", a.err, b.err)
		}
		if n := opens.Initiations.Calls(); n != 1 {
			t.Errorf("%d payments were opened", n)
		}
	})
}

// A Checkout and its folder are closed while the gateway opens a payment. The answer that comes at last must not be
// written into a folder that another process has open by then.
func TestAClosedFolderIsNotWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		store, err := checkout.OpenFileStore(dir)
		if err != nil {
			t.Fatal(err)
		}
		api := &opener{new(coretest.API), make(chan struct{}, 2), make(chan struct{})}
		c := creator(t, api, store, aMinute)
		first := creating(c)
		<-api.begun
		c.Close()
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		next := openFolder(t, dir) // another process
		before, err := os.ReadDir(dir)
		if err != nil || len(before) != 2 { // the order and the lock
			t.Fatalf("%d files, %v", len(before), err)
		}
		ref, _, _ := strings.Cut(before[0].Name(), ".")
		order, err := next.Load(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		close(api.leave)
		began := time.Now()
		if a := <-first; a.err == nil || errors.Is(a.err, core.ErrOutcomeUnknown) || time.Since(began) > time.Second {
			t.Errorf("after %v: %+v, %v", time.Since(began), a.page, a.err)
		}
		if now, err := next.Load(t.Context(), ref); err != nil || now.Version != order.Version {
			t.Errorf("version %d of another process's folder was replaced by %d, %v", order.Version, now.Version, err)
		}
		if _, err := c.Create(t.Context(), checkout.Order{OrderID: "SHOP-2", Amount: anOrder().Amount, ReturnURL: "/"}); err == nil || api.Initiations.Calls() != 1 {
			t.Errorf("once it is closed: %v, opened %d", err, api.Initiations.Calls())
		}
	})
}

// Close waits for a payment that is being opened: what the gateway answers is kept.
func TestCloseWaitsForAPaymentThatIsOpened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		api, store := &opener{new(coretest.API), make(chan struct{}), make(chan struct{})}, new(checkout.MemoryStore)
		c := creator(t, api, store, aMinute)
		first := creating(c)
		<-api.begun
		closed := make(chan time.Time, 1)
		go func() { c.Close(); closed <- time.Now() }()
		time.Sleep(5 * time.Second)
		answered := time.Now()
		close(api.leave)
		if a, at := <-first, <-closed; a.err != nil || at.Before(answered) {
			t.Errorf("%+v, %v; closed %v after the answer", a.page, a.err, at.Sub(answered))
		}
	})
}
