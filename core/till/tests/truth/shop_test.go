package truth_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/core/wire"
)

var amount = money.Amount{Minor: 12500, Currency: "LYD"}

// setup is what a shop is opened with.
type setup struct {
	gate   *gateway
	memory *storetest.Memory
	store  journal.Store // nil is memory
	env    core.Environment
	base   string
	signer wire.Signer
	clock  core.Clock
	inject func(core.PaymentAPI) core.PaymentAPI // a fault on purpose; nil is none
	room   func() error
}

// usual is the live gateway with the default profile, and an empty journal.
func usual() setup {
	return setup{gate: newGateway(), memory: storetest.NewMemory(), env: core.Live, base: "https://pay.example", clock: core.SystemClock()}
}

// practice is usual without TLS, for tests that ask very often.
func practice() setup {
	s := usual()
	s.env, s.base = core.Sandbox, "http://pay.example"
	return s
}

// shop is a whole till on the core's own client and the default profile.
type shop struct {
	*till.Till
	setup
	t      *testing.T
	client *core.Client
}

// open opens a shop, which is closed at the end of the test or the bubble.
func (s setup) open(t *testing.T) *shop {
	t.Helper()
	client, err := core.NewClient(core.ClientConfig{Environment: s.env, BaseURL: s.base, Profile: wire.DefaultProfile(),
		APIKey: core.NewSecret("api-key"), SecretKey: core.NewSecret("secret-key"), Signer: s.signer, Clock: s.clock,
		Jitter: func(limit time.Duration) time.Duration { return limit / 2 },
		Dial:   s.gate.dial(s.env == core.Live), RootCAs: authorities()})
	if err != nil {
		t.Fatal(err)
	}
	store := s.store
	if store == nil {
		store = s.memory
	}
	tl, err := till.Open(t.Context(), till.Config{
		Store: store, Environment: s.env, BaseURL: s.base, Zone: time.UTC, Now: s.clock.Now, Room: s.room,
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"},
		Routes:   []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
		NewSDK: func() *core.WebSDK {
			api := core.PaymentAPI(client)
			if s.inject != nil {
				api = s.inject(api)
			}
			return core.NewWebSDK(api, &core.InMemoryTokenStore{}, core.WithClock(s.clock))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	out := &shop{Till: tl, setup: s, t: t, client: client}
	t.Cleanup(out.close)
	return out
}

// close ends the till and hangs up. A second time does nothing.
func (s *shop) close() {
	s.Till.Close()
	s.client.Close()
	s.gate.hangUp()
}

// restart closes the till and opens it again on what the disk holds.
func (s *shop) restart() *shop {
	s.t.Helper()
	s.close()
	s.memory = s.memory.Crash()
	return s.open(s.t)
}

// bubble runs f in virtual time, in a shop with the live gateway, beside other
// tests.
func bubble(t *testing.T, f func(t *testing.T, s *shop)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { f(t, usual().open(t)) })
}

// moment is long enough for a call to an honest gateway.
const moment = 50 * time.Millisecond

// pass lets virtual time go by.
func (s *shop) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// within returns after how long a condition came true, looking every 100 ms,
// and fails the test when it did not.
func (s *shop) within(limit time.Duration, what string, ok func() bool) time.Duration {
	s.t.Helper()
	began := time.Now()
	for !ok() {
		if time.Since(began) > limit {
			s.t.Fatalf("not within %v: %s", limit, what)
		}
		s.pass(100 * time.Millisecond)
	}
	return time.Since(began)
}

// charge opens a payment by QR.
func (s *shop) charge() journal.View {
	s.t.Helper()
	return s.draft(journal.Draft{Amount: amount, Route: core.RouteQR})
}

// draft opens a payment.
func (s *shop) draft(d journal.Draft) journal.View {
	s.t.Helper()
	v, err := s.Charge(s.t.Context(), d)
	if err != nil {
		s.t.Fatal(err)
	}
	s.pass(moment)
	return s.sale(v.ID)
}

// code opens a payment and brings it to the pad for the customer's code.
func (s *shop) code(route core.Route) journal.View {
	s.t.Helper()
	return s.toCode(s.draft(journal.Draft{Amount: amount, Route: route}).ID, route)
}

// toCode brings an open payment to the pad.
func (s *shop) toCode(id journal.SaleID, route core.Route) journal.View {
	s.t.Helper()
	s.do(s.Validate(s.t.Context(), id, journal.AccountEntry{Route: route, Account: core.NewSecret("1234567890"), InstitutionCode: "FPB"}))
	s.pass(time.Second)
	return s.want(id, journal.StatusCode)
}

// enter hands over a code and lets the reply come.
func (s *shop) enter(id journal.SaleID, otp string) {
	s.t.Helper()
	s.do(s.SubmitOTP(s.t.Context(), id, core.NewSecret(otp), false))
}

// do wants a step to be taken.
func (s *shop) do(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	s.pass(moment)
}

// sale returns a sale from the till's hand or from the disk.
func (s *shop) sale(id journal.SaleID) journal.View {
	s.t.Helper()
	if v, ok := s.Till.Sale(id); ok {
		return v
	}
	kept, err := s.memory.Sale(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return journal.View{Sale: kept}
}

func (s *shop) want(id journal.SaleID, status journal.Status) journal.View {
	s.t.Helper()
	v := s.sale(id)
	if v.Status() != status {
		s.t.Fatalf("%s is %s (step %s, state %s, facts %s), want %s", id, v.Status(), v.Step, v.Session.State, facts(v.Sale), status)
	}
	return v
}

// wantConflict wants a sale that is not paid, has no receipt, and says loudly
// that an answer was not about it.
func (s *shop) wantConflict(id journal.SaleID) {
	s.t.Helper()
	s.wantConflictAs(id, journal.StatusUnknown)
}

func (s *shop) wantConflictAs(id journal.SaleID, status journal.Status) {
	s.t.Helper()
	v := s.sale(id)
	if v.Status() == journal.StatusPaid || v.ReceiptSeq != 0 {
		s.t.Fatalf("FALSE PAID: %s has receipt %d", id, v.ReceiptSeq)
	}
	if v.Status() != status || !knows(v.Sale, journal.HistoryConflict) {
		s.t.Errorf("no conflict is said: %s is %s, facts %s", id, v.Status(), facts(v.Sale))
	}
	rows, err := s.memory.Audit(s.t.Context(), 0, 1000)
	if err != nil || !slices.ContainsFunc(rows, func(r journal.AuditRow) bool { return r.SaleID == id && r.Action == journal.AuditConflict }) {
		s.t.Errorf("the book does not know of the conflict: %v, %v", rows, err)
	}
}

// wantCode wants a refusal of the till's.
func (s *shop) wantCode(what string, err error, want journal.Code) {
	s.t.Helper()
	if journal.CodeOf(err) != want {
		s.t.Errorf("%s: error %v, want code %q", what, err, want)
	}
}

// receipts counts what was given out.
func (s *shop) receipts() int {
	s.t.Helper()
	n := 0
	for {
		if _, err := s.memory.Receipt(s.t.Context(), uint64(n+1)); err != nil {
			return n
		}
		n++
	}
}

// saleOf is the sale of an order.
func (s *shop) saleOf(order string) journal.SaleID {
	s.t.Helper()
	page, err := s.memory.Sales(s.t.Context(), journal.SaleQuery{Limit: 100})
	at := slices.IndexFunc(page.Sales, func(v journal.Sale) bool { return v.OrderID == order })
	if err != nil || at < 0 {
		s.t.Fatalf("no sale of %s: %v", order, err)
	}
	return page.Sales[at].ID
}

// debts counts the entries of what is owed back.
func (s *shop) debts() int {
	s.t.Helper()
	all, err := s.memory.Debts(s.t.Context(), journal.DebtQuery{})
	if err != nil {
		s.t.Fatal(err)
	}
	return len(all)
}

func knows(s journal.Sale, fact string) bool {
	return slices.ContainsFunc(s.History, func(f journal.HistoryEvent) bool { return f.Code == fact })
}

func facts(s journal.Sale) (codes []string) {
	for _, f := range s.History {
		codes = append(codes, f.Code)
	}
	return codes
}

// alone is the SDK without a till, on a live gateway.
func alone(t *testing.T, g *gateway) *core.WebSDK {
	t.Helper()
	client, err := core.NewClient(core.ClientConfig{Environment: core.Live, BaseURL: "https://pay.example", Profile: wire.DefaultProfile(),
		APIKey: core.NewSecret("api-key"), SecretKey: core.NewSecret("secret-key"), Dial: g.dial(true), RootCAs: authorities()})
	if err != nil {
		t.Fatal(err)
	}
	sdk := core.NewWebSDK(client, &core.InMemoryTokenStore{})
	t.Cleanup(func() { sdk.Close(); client.Close(); g.hangUp() })
	return sdk
}
