package checkout_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/coretest"
	"sanduq/core/watchplan"
	"sanduq/core/wire"
)

// direct hands a browser's requests to a page without a network.
type direct struct{ http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	answer := w.Result()
	answer.Request = r
	return answer, nil
}

// setBack plays what follows when a process was killed whose clock was decades ahead: it wrote what is in kept, and the
// clock says 2000 for the process that play gets, and for a customer of its page.
func setBack(t *testing.T, s *site, kept *checkout.MemoryStore, play func(t *testing.T, page *checkout.Checkout, c *customer, told *atomic.Int32)) {
	t.Helper()
	cfg, path := s.cfg, s.path
	synctest.Test(t, func(t *testing.T) {
		told := new(atomic.Int32)
		cfg.Store, cfg.Watch, cfg.Lease = kept, watchplan.Usual(), 30*time.Second
		cfg.Tell = func(context.Context, checkout.Outcome) error { told.Add(1); return nil }
		page, err := checkout.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer page.Close()
		jar, _ := cookiejar.New(nil)
		here := &site{t: t, page: page, path: path, web: &httptest.Server{URL: "http://shop.example"}}
		play(t, page, &customer{Client: &http.Client{Jar: jar, Transport: direct{page}}, s: here}, told)
	})
}

// killed is a site whose Store keeps what a kill leaves, once cut was called.
func killed(t *testing.T, api *gateway, change ...func(*checkout.Config)) (s *site, kept *checkout.MemoryStore, cut func()) {
	store := new(failing)
	s = serve(t, api, store, append(change, func(c *checkout.Config) { c.Tell = func(context.Context, checkout.Outcome) error { return nil } })...)
	return s, &store.MemoryStore, func() { store.breakIt(true) }
}

// wantsTold waits for the shop to be told, as long as the plan may leave a payment alone.
func wantsTold(t *testing.T, api *gateway, told *atomic.Int32) {
	t.Helper()
	if time.Sleep(time.Hour + time.Minute); told.Load() != 1 {
		t.Errorf("the shop was told %d times of money that came; the gateway was asked %d times", told.Load(), api.statuses)
	}
}

// paidAfter sets the clock back and lets the customer pay a minute later.
func paidAfter(t *testing.T, s *site, kept *checkout.MemoryStore, api *gateway) {
	t.Helper()
	setBack(t, s, kept, func(t *testing.T, _ *checkout.Checkout, _ *customer, told *atomic.Int32) {
		time.Sleep(time.Minute)
		api.set(func() { api.state = core.StateSuccess })
		wantsTold(t, api, told)
	})
}
func TestAClockThatWasSetBackWhileAQRWasShown(t *testing.T) {
	api := new(gateway)
	s, kept, cut := killed(t, api)
	c := s.customer()
	c.post("qr")
	c.on("qr")
	cut()
	paidAfter(t, s, kept, api)
}

// Nobody polled any more, and the next question was planned.
func TestAClockThatWasSetBackBeforeAPlannedQuestion(t *testing.T) {
	api := new(gateway)
	s, kept, cut := killed(t, api)
	c := s.customer()
	c.post("qr")
	api.set(func() { api.state = core.StateFailed })
	c.until("failed")
	cut()
	paidAfter(t, s, kept, api)
}

// The process was killed during a step: its form is free once its lease is over.
func TestAClockThatWasSetBackDuringAStep(t *testing.T) {
	api := &gateway{entered: make(chan struct{}), leave: make(chan struct{})}
	defer close(api.leave)
	s, kept, cut := killed(t, api)
	c := s.customer()
	c.toCode()
	go func() {
		tab := *c
		form := strings.NewReader("code=" + code + "&form=" + tab.token())
		if answer, err := tab.Post(s.web.URL+s.path+"/code", "application/x-www-form-urlencoded", form); err == nil {
			_ = answer.Body.Close()
		}
	}()
	<-api.entered
	cut()
	api.set(func() { api.state, api.entered = core.StateFailed, nil })
	setBack(t, s, kept, func(t *testing.T, _ *checkout.Checkout, c *customer, _ *atomic.Int32) {
		time.Sleep(2 * time.Minute)
		if c.get(""); c.kind() != "failed" {
			t.Errorf("two minutes later the page is %q", c.kind())
		}
	})
}

// A customer may have another code sent, although the first one was sent in a future.
func TestAClockThatWasSetBackAfterACode(t *testing.T) {
	api := new(gateway)
	s, kept, cut := killed(t, api)
	s.customer().toCode()
	cut()
	setBack(t, s, kept, func(t *testing.T, _ *checkout.Checkout, c *customer, _ *atomic.Int32) {
		time.Sleep(2 * time.Minute)
		c.get("")
		c.on("code")
		c.post("again")
		if c.on("code"); strings.Contains(c.at, "note=") {
			t.Errorf("the form leads to %s", c.at)
		}
		wantCounts(t, api, 2, 0)
	})
}

// The process was killed while it opened an order: nobody waits for it.
func TestAClockThatWasSetBackWhileAnOrderWasOpened(t *testing.T) {
	api, store := &opener{new(coretest.API), make(chan struct{}), make(chan struct{})}, new(noting)
	one := creator(t, api, store)
	done := creating(one)
	<-api.begun
	left := copyOf(t, &store.MemoryStore, store.refs[0])
	synctest.Test(t, func(t *testing.T) {
		two := creator(t, new(coretest.API), left)
		defer two.Close()
		if _, err := two.Create(t.Context(), anOrder()); !errors.Is(err, core.ErrOutcomeUnknown) {
			t.Error(err)
		}
	})
	close(api.leave)
	<-done
}

// naming is a gateway that a customer's account number does not come back from.
type naming struct {
	gateway
	entered, leave chan struct{}
}

func (n *naming) ValidateAccount(_ context.Context, _ wire.ValidateCall) (wire.ValidateResult, error) {
	n.entered <- struct{}{}
	<-n.leave
	return wire.ValidateResult{}, errors.New("too late")
}

// counting is a Store that counts what is read of it.
type counting struct {
	*checkout.MemoryStore
	loads atomic.Int32
}

func (c *counting) Load(ctx context.Context, ref string) (checkout.Record, error) {
	c.loads.Add(1)
	return c.MemoryStore.Load(ctx, ref)
}

// A process that is killed while a customer's account is looked up leaves a lease. Once it is over, nothing is to be
// done for the payment, and nobody looks at it again and again.
func TestALeaseThatIsOverIsLookedAtOnce(t *testing.T) {
	api := &naming{entered: make(chan struct{}, 1), leave: make(chan struct{})}
	defer close(api.leave)
	s, kept, cut := killed(t, &api.gateway, func(c *checkout.Config) { c.API, c.Lease = api, 200*time.Millisecond })
	c := s.customer()
	c.get("?way=account")
	go func() {
		form := url.Values{"form": {c.token()}, "rail": {"bank"}, "bank": {"FPB"}, "number": {accountNumber}}
		if answer, err := c.PostForm(s.web.URL+s.path+"/account", form); err == nil {
			_ = answer.Body.Close()
		}
	}()
	<-api.entered
	time.Sleep(300 * time.Millisecond) // it has said again that it works on the step
	cut()
	store := &counting{MemoryStore: kept}
	s.replica(func(c *checkout.Config) { c.Store, c.API = store, new(gateway) })
	time.Sleep(500 * time.Millisecond) // the lease is over
	before := store.loads.Load()
	time.Sleep(time.Second)
	if n := store.loads.Load() - before; n != 0 {
		t.Errorf("the payment was looked at %d times in a second", n)
	}
}

// A clock that was set back begins the plan anew, with a span of no length: the ring of a replica that is behind by a
// moment stands, and the page is made.
func TestTheRingOfASpanOfNoLength(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for until, want := range map[time.Time]int{at: 0, at.Add(-time.Second): 0, at.Add(time.Minute): 50} {
		if got := checkout.Share(at, until, at.Add(30*time.Second)); got != want {
			t.Errorf("until %v: %d, want %d", until, got, want)
		}
	}
}
