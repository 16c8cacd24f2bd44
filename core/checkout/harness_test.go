package checkout_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// gateway is a PaymentAPI that counts, and answers as a test wants it.
type gateway struct {
	mu        sync.Mutex
	state     core.State
	codes     int // one-time codes sent to the customer
	submitted int
	qrs       int
	statuses  int
	submitErr error
	validErr  error
	statusErr error
	settled   time.Time     // when it answered success first
	entered   chan struct{} // if set: submit says that it began and waits
	leave     chan struct{}
}

func (g *gateway) set(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change()
}

func (*gateway) Initiate(context.Context, wire.InitiateCall) (wire.InitiateResult, error) {
	return wire.InitiateResult{PaymentID: "P-1", Token: core.NewSecret("bearer-token-of-P-1")}, nil
}

func (g *gateway) GenerateQR(context.Context, wire.QRCall) (wire.QRResult, error) {
	g.set(func() { g.qrs++ })
	return wire.QRResult{Payload: "SANDUQ-payload"}, nil
}

func (g *gateway) ValidateAccount(context.Context, wire.ValidateCall) (wire.ValidateResult, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.validErr != nil {
		return wire.ValidateResult{}, g.validErr
	}
	g.codes++
	return wire.ValidateResult{DPHReference: "D-1", CustomerName: core.NewSecret("Amal Ben Ali")}, nil
}

func (g *gateway) SubmitOTP(ctx context.Context, _ wire.OTPCall) (wire.OTPResult, error) {
	g.mu.Lock()
	g.submitted++
	entered, leave, err := g.entered, g.leave, g.submitErr
	g.mu.Unlock()
	if entered != nil {
		close(entered)
		select {
		case <-leave:
		case <-ctx.Done():
			return wire.OTPResult{}, ctx.Err()
		}
	}
	return wire.OTPResult{}, err
}

func (g *gateway) FetchStatus(context.Context, wire.StatusCall) (wire.StatusResult, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.statuses++
	if g.statusErr != nil {
		return wire.StatusResult{}, g.statusErr
	}
	switch g.state {
	case core.StateSuccess:
		if g.settled.IsZero() {
			g.settled = time.Now()
		}
		return wire.StatusResult{State: g.state, RawStatus: "SUCCESS", TransactionID: "T-1"}, nil
	case "":
		return wire.StatusResult{State: core.StatePending, RawStatus: "PENDING"}, nil
	}
	return wire.StatusResult{State: g.state, RawStatus: strings.ToUpper(string(g.state))}, nil
}

func (*gateway) FetchInstitutions(context.Context, core.Secret) ([]core.Institution, error) {
	return []core.Institution{{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank}, {Code: "PWL", Name: "Practice Wallet", Rail: core.RailWallet}}, nil
}

func (*gateway) StatusPath() string { return "/check-status" }

const (
	accountNumber = "0020480000204417"
	code          = "481207"
)

var fast = core.PollSchedule{Slow: 10 * time.Millisecond, Cap: time.Minute}

// site is a page on loopback with one payment open on it.
type site struct {
	t     *testing.T
	api   *gateway
	store checkout.Store
	cfg   checkout.Config
	page  *checkout.Checkout
	web   *httptest.Server
	path  string
}

func serve(t *testing.T, api *gateway, store checkout.Store, change ...func(*checkout.Config)) *site {
	t.Helper()
	s := &site{t: t, api: api, store: store}
	s.cfg = checkout.Config{API: api, Store: store, Key: []byte(strings.Repeat("k", checkout.KeySize)), Shop: "Al Noor Market",
		Path: "/pay", Location: time.UTC, SDK: []core.Option{core.WithSchedule(fast)}}
	for _, c := range change {
		c(&s.cfg)
	}
	s.start()
	t.Cleanup(func() { s.page.Close(); s.web.Close() })
	return s
}

func (s *site) start() {
	s.t.Helper()
	var err error
	if s.page, err = checkout.New(s.cfg); err != nil {
		s.t.Fatal(err)
	}
	s.web = httptest.NewServer(s.page)
	s.path, err = s.page.Open(context.Background(), invoice())
	if err != nil {
		s.t.Fatal(err)
	}
}

func invoice() checkout.OpenRequest {
	return checkout.OpenRequest{PaymentID: "P-1", OrderID: "SHOP-1", Amount: money.Amount{Minor: 12500, Currency: "LYD"},
		Token: core.NewSecret("bearer-token-of-P-1"), ReturnURL: "https://shop.example/order/1"}
}

// restart is another process on the same store.
func (s *site) restart() {
	s.t.Helper()
	s.page.Close()
	s.web.Close()
	s.start()
}

// customer is a browser without scripts.
type customer struct {
	*http.Client
	s    *site
	html string
	at   string
	code int
}

func (s *site) customer() *customer {
	jar, _ := cookiejar.New(nil)
	c := &customer{Client: &http.Client{Jar: jar, Timeout: 20 * time.Second}, s: s}
	c.get("")
	return c
}

func (c *customer) receive(answer *http.Response, err error) {
	c.s.t.Helper()
	if err != nil {
		c.s.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		c.s.t.Fatal(err)
	}
	c.html, c.at, c.code = string(body), answer.Request.URL.String(), answer.StatusCode
}

func (c *customer) get(query string) {
	c.s.t.Helper()
	c.receive(c.Get(c.s.web.URL + c.s.path + query))
}

var (
	tokenIn = regexp.MustCompile(`name="form" value="([^"]+)"`)
	viewIn  = regexp.MustCompile(`data-view="([^" ]+)`)
)

func (c *customer) token() string {
	found := tokenIn.FindStringSubmatch(c.html)
	if found == nil {
		return ""
	}
	return found[1]
}

// post sends a form as the page has it.
func (c *customer) post(step string, fields ...string) {
	c.s.t.Helper()
	c.postAs(c.token(), step, fields...)
}

func (c *customer) postAs(token, step string, fields ...string) {
	c.s.t.Helper()
	form := url.Values{"form": {token}}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	c.receive(c.PostForm(c.s.web.URL+c.s.path+"/"+step, form))
}

func (c *customer) toCode() {
	c.s.t.Helper()
	c.get("?way=account")
	c.post("account", "rail", "bank", "bank", "FPB", "number", accountNumber)
	c.on("code")
}

func (c *customer) kind() string {
	if found := viewIn.FindStringSubmatch(c.html); found != nil {
		return found[1]
	}
	return ""
}

func (c *customer) on(kind string) {
	c.s.t.Helper()
	if c.kind() != kind {
		c.s.t.Fatalf("the page is %q at %s, want %q", c.kind(), c.at, kind)
	}
}

// until reloads until the page is of a kind.
func (c *customer) until(kind string) {
	c.s.t.Helper()
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if c.get(""); c.kind() == kind {
			return
		}
	}
	c.on(kind)
}

// failing is a Store that can be told to fail.
type failing struct {
	checkout.MemoryStore
	mu     sync.Mutex
	broken bool
}

func (f *failing) breakIt(yes bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.broken = yes
}

func (f *failing) Save(ctx context.Context, r checkout.Record) (uint64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken {
		return 0, errors.New("the disk is full")
	}
	return f.MemoryStore.Save(ctx, r)
}
