package checkout_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/coretest"
	"sanduq/core/wire"
)

// stuck is a gateway that answers no question of a status, or no account, for a while.
type stuck struct {
	*gateway
	hold    atomic.Bool
	entered chan struct{} // if set: an account was named, and waits for leave
	leave   chan struct{}
	lists   atomic.Int32
	listed  func(n int32) error // if set: what the n-th list ends with
}

func (s *stuck) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	if s.hold.Load() {
		select {
		case <-s.leave:
		case <-ctx.Done():
			return wire.StatusResult{}, ctx.Err()
		}
	}
	return s.gateway.FetchStatus(ctx, c)
}

func (s *stuck) ValidateAccount(ctx context.Context, c wire.ValidateCall) (wire.ValidateResult, error) {
	if s.entered != nil {
		close(s.entered)
		<-s.leave
	}
	return s.gateway.ValidateAccount(ctx, c)
}

func (s *stuck) FetchInstitutions(ctx context.Context, token core.Secret) ([]core.Institution, error) {
	n := s.lists.Add(1)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.listed != nil {
		if err := s.listed(n); err != nil {
			return nil, err
		}
	}
	return s.gateway.FetchInstitutions(ctx, token)
}

// reading is a Store that counts what is read.
type reading struct {
	checkout.MemoryStore
	loads atomic.Int64
}

func (r *reading) Load(ctx context.Context, ref string) (checkout.Record, error) {
	r.loads.Add(1)
	return r.MemoryStore.Load(ctx, ref)
}

// TestWhatCannotBeUsedHoldsNothingUp: records that a newer program wrote keep no other payment from being
// looked at, are not asked for without a pause, and are left as they are.
func TestWhatCannotBeUsedHoldsNothingUp(t *testing.T) {
	api, store := new(gateway), new(reading)
	m := new(merchant)
	s := serve(t, api, store, func(c *checkout.Config) { c.Tell = m.onOutcome; hasten(c) })
	c := s.customer()
	c.post("qr")
	c.on("qr")
	s.page.Close()
	s.web.Close()
	for n := range 70 {
		if _, err := store.Save(t.Context(), s.page.Unusable(n+1)); err != nil {
			t.Fatal(err)
		}
	}
	api.set(func() { api.state = core.StateSuccess })
	var err error
	if s.page, err = checkout.New(s.cfg); err != nil {
		t.Fatal(err)
	}
	m.wants(t, 1)
	before := store.loads.Load()
	time.Sleep(300 * time.Millisecond)
	if n := store.loads.Load() - before; n > 200 {
		t.Errorf("%d reads in 0.3 s", n)
	}
	if r, err := store.MemoryStore.Load(t.Context(), fmt.Sprintf("%032x", 1)); err != nil || r.Version != 1 {
		t.Errorf("what cannot be used was written: version %d, %v", r.Version, err)
	}
}

// TestASilentGatewayLetsNoStepLapse: while every question of many payments waits for the gateway, the step of a
// customer stays this process's.
func TestASilentGatewayLetsNoStepLapse(t *testing.T) {
	api := &stuck{gateway: new(gateway), entered: make(chan struct{}), leave: make(chan struct{})}
	short := core.PollSchedule{Slow: 10 * time.Millisecond, Cap: 30 * time.Millisecond}
	s := serve(t, api.gateway, new(checkout.MemoryStore), hasten, func(c *checkout.Config) {
		c.API, c.SDK, c.Lease = api, []core.Option{core.WithSchedule(short)}, 2*time.Second
	})
	mine := s.path
	for i := range 40 {
		other := invoice()
		other.PaymentID, other.OrderID = fmt.Sprint("P-", 100+i), fmt.Sprint("SHOP-", 100+i)
		var err error
		if s.path, err = s.page.Open(t.Context(), other); err != nil {
			t.Fatal(err)
		}
		s.customer().post("qr")
	}
	s.path = mine
	c := s.customer()
	c.get("?way=account")
	second := s.replica(func(cfg *checkout.Config) { cfg.API = api.gateway })
	d := c.at2(second)
	api.hold.Store(true)
	time.Sleep(300 * time.Millisecond) // until the questions are under way
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.post("account", "rail", "bank", "bank", "FPB", "number", accountNumber)
	}()
	<-api.entered
	for range 10 {
		time.Sleep(200 * time.Millisecond) // 2 s, and a step is said to be under way for 1 s
		if d.get("?way=account"); d.kind() != "busy" {
			t.Errorf("another process shows %q while the step is under way", d.kind())
			break
		}
	}
	close(api.leave)
	<-done
}

// TestAClaimOfWhichNobodyKnowsIsGivenBack: the database wrote the claim of an order and its answer was lost.
// Nothing was sent, and the order can be paid.
func TestAClaimOfWhichNobodyKnowsIsGivenBack(t *testing.T) {
	api, store := new(coretest.API), &halfSaved{fail: 1}
	c := creator(t, api, store)
	if _, err := c.Create(t.Context(), anOrder()); err == nil {
		t.Fatal("the store's error was swallowed")
	}
	time.Sleep(300 * time.Millisecond) // more than a lease
	page, err := c.Create(t.Context(), anOrder())
	if err != nil || page.PaymentID != "P-1" || api.Initiations.Calls() != 1 {
		t.Errorf("%+v, %v, opened %d times", page, err, api.Initiations.Calls())
	}
}

// halfSaved is a Store whose n-th Save is done, and says that it was not.
type halfSaved struct {
	checkout.MemoryStore
	mu   sync.Mutex
	fail int
}

func (h *halfSaved) Save(ctx context.Context, r checkout.Record) (uint64, error) {
	version, err := h.MemoryStore.Save(ctx, r)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fail--; h.fail == 0 {
		return 0, errors.New("the connection was lost")
	}
	return version, err
}

// TestOneAccountHoweverItIsWritten: capital letters and signs between the digits make no other account of it.
func TestOneAccountHoweverItIsWritten(t *testing.T) {
	api := new(gateway)
	s := serve(t, api, new(checkout.MemoryStore))
	for i := range 16 {
		other := invoice()
		other.PaymentID, other.OrderID = fmt.Sprint("P-", 100+i), fmt.Sprint("SHOP-", 100+i)
		var err error
		if s.path, err = s.page.Open(t.Context(), other); err != nil {
			t.Fatal(err)
		}
		written := []byte("lyabcd02048000020100120361")
		for bit := range 4 {
			if i&(1<<bit) != 0 {
				written[2+bit] -= 'a' - 'A'
			}
		}
		c := s.customer()
		c.get("?way=account")
		c.post("account", "rail", "bank", "bank", "FPB", "number", string(written[:6])+strings.Repeat("\u200b", i)+string(written[6:]))
	}
	api.mu.Lock()
	defer api.mu.Unlock()
	if api.codes > 4 {
		t.Errorf("one account, written in 16 ways, was sent %d codes", api.codes)
	}
}

// TestWhoAsksMayStopWaiting: a question of the shop's ends with its context, and what it brings is stored.
func TestWhoAsksMayStopWaiting(t *testing.T) {
	api := &stuck{gateway: new(gateway), leave: make(chan struct{})}
	s := serve(t, api.gateway, new(checkout.MemoryStore), func(c *checkout.Config) { c.API = api })
	c := s.customer()
	c.post("qr")
	api.set(func() { api.state = core.StateSuccess })
	api.hold.Store(true)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	time.AfterFunc(2*time.Second, func() { close(api.leave) })
	out, err := s.page.Outcome(ctx, "P-1")
	if took := time.Since(began); took > time.Second || !errors.Is(err, context.DeadlineExceeded) || out.Session.PaymentID != "P-1" {
		t.Errorf("after %v: %+v, %v", took.Round(time.Millisecond), out.Session, err)
	}
	c.until("paid")
}

// TestTheListOfBanksIsAskedForOnce, however many pages need it at once, and comes to a page that is open.
func TestTheListOfBanksIsAskedForOnce(t *testing.T) {
	api := &stuck{gateway: new(gateway)}
	api.listed = func(int32) error { time.Sleep(100 * time.Millisecond); return nil }
	s := serve(t, api.gateway, new(checkout.MemoryStore), func(c *checkout.Config) { c.API = api })
	var pages sync.WaitGroup
	for range 20 {
		pages.Go(func() { c := s.customer(); c.get("?way=account"); c.on("account") })
	}
	pages.Wait()
	if n := api.lists.Load(); n != 1 {
		t.Errorf("20 pages asked %d times", n)
	}

	silent := &stuck{gateway: new(gateway), listed: func(n int32) error { return core.ErrNotSent }}
	s = serve(t, silent.gateway, new(checkout.MemoryStore), func(c *checkout.Config) { c.API = silent })
	c := s.customer()
	for range 20 {
		c.get("?way=account")
	}
	if n := silent.lists.Load(); n > 2 {
		t.Errorf("20 pages in a row asked a silent gateway %d times", n)
	}
	if !strings.Contains(c.html, "The list of banks did not come.") {
		t.Error("the page does not say that the list is missing")
	}
}

// TestTheListOfBanksComesToAnOpenPage: a stream outlives the request that it began with.
func TestTheListOfBanksComesToAnOpenPage(t *testing.T) {
	api := &stuck{gateway: new(gateway)}
	api.listed = func(n int32) error {
		if n == 1 {
			return core.ErrNotSent
		}
		return nil
	}
	s := serve(t, api.gateway, new(checkout.MemoryStore), func(c *checkout.Config) { c.API = api })
	c := s.customer()
	c.get("?way=account")
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
	defer cancel()
	if text := c.streamUntil(ctx, "?way=account", "First Practice Bank"); !strings.Contains(text, "First Practice Bank") {
		t.Errorf("the open page never has the list; asked %d times", api.lists.Load())
	}
}

// TestAnAnswerThatIsNotStoredYetIsNoSilentBank: the page does not say that the bank gave no answer, and try again,
// where it is the store that lacks it.
func TestAnAnswerThatIsNotStoredYetIsNoSilentBank(t *testing.T) {
	api, store := &gateway{entered: make(chan struct{}), leave: make(chan struct{})}, new(failing)
	c := serve(t, api, store).customer()
	c.toCode()
	done := make(chan struct{})
	go func() { defer close(done); c.post("code", "code", code) }()
	<-api.entered
	store.breakIt(true)
	close(api.leave)
	<-done
	if strings.Contains(c.at, "note=") {
		t.Errorf("the customer is led to %s", c.at)
	}
	store.breakIt(false)
	c.until("processing")
	wantCounts(t, api, 1, 1)
}

// streamUntil reads the page's events until a text comes, or ctx ends.
func (c *customer) streamUntil(ctx context.Context, query, want string) string {
	c.s.t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.s.web.URL+c.s.path+"/events"+query, nil)
	if err != nil {
		c.s.t.Fatal(err)
	}
	answer, err := c.Do(request)
	if err != nil {
		c.s.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var text []byte
	for piece := make([]byte, 4096); !strings.Contains(string(text), want); {
		n, err := answer.Body.Read(piece)
		if text = append(text, piece[:n]...); err != nil {
			break
		}
	}
	return string(text)
}

// TestTheFrenchPageWritesTheDecimalComma: read with a point, 12.500 is twelve thousand and a half.
func TestTheFrenchPageWritesTheDecimalComma(t *testing.T) {
	api := &gateway{state: core.StateSuccess}
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	for lang, want := range map[string]string{"en": "12.500", "ar": "12.500", "fr": "12,500"} {
		c.get("?lang=" + lang)
		if plain := strings.NewReplacer("<small>", "", "</small>", "").Replace(c.html); !strings.Contains(plain, want) {
			t.Errorf("%s: the amount is not %s", lang, want)
		}
	}
	c.toCode()
	c.post("code", "code", code)
	c.until("paid")
	if c.get("?lang=fr"); strings.Contains(c.html, "12.500") || strings.Count(c.html, "12,500") < 2 {
		t.Error("the receipt has a point")
	}
}
