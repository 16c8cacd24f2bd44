package checkout_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/watchplan"
	"sanduq/core/wire"
)

// merchant hears of settlements as a shop's server does.
type merchant struct {
	mu    sync.Mutex
	heard []checkout.Outcome
	fail  error
	tell  func(context.Context) error // if set, in its place
}

func (m *merchant) onOutcome(ctx context.Context, o checkout.Outcome) error {
	m.mu.Lock()
	tell, fail := m.tell, m.fail
	m.heard = append(m.heard, o)
	m.mu.Unlock()
	if tell != nil {
		return tell(ctx)
	}
	return fail
}

func (m *merchant) times() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.heard)
}

func (m *merchant) set(change func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change()
}

// wants waits until the merchant was told at least n times.
func (m *merchant) wants(t *testing.T, n int) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); m.times() < n; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the merchant was told %d times, want %d", m.times(), n)
		}
	}
}

// told is a site whose merchant is told, with nobody at its page.
func told(t *testing.T, api *gateway, change ...func(*checkout.Config)) (*site, *merchant) {
	m := new(merchant)
	s := serve(t, api, new(checkout.MemoryStore), append([]func(*checkout.Config){func(c *checkout.Config) {
		c.Tell = m.onOutcome
		hasten(c)
	}}, change...)...)
	return s, m
}

// again is a new process: nobody opens the page and nobody asks for the outcome.
func (s *site) again() {
	s.page.Close()
	s.web.Close()
	var err error
	if s.page, err = checkout.New(s.cfg); err != nil {
		s.t.Fatal(err)
	}
}

func TestMoneyAfterARestartWithTheQRShown(t *testing.T) {
	api := new(gateway)
	s, m := told(t, api)
	c := s.customer()
	c.post("qr")
	c.on("qr")
	s.again()
	api.set(func() { api.state = core.StateSuccess })
	m.wants(t, 1)
}

func TestTellHadFailedBeforeTheRestart(t *testing.T) {
	api := new(gateway)
	s, m := told(t, api)
	m.fail = errors.New("the shop's database is down")
	c := s.customer()
	c.toCode()
	c.post("code", "code", code)
	api.set(func() { api.state = core.StateSuccess })
	c.until("paid")
	m.wants(t, 1)
	s.again()
	m.set(func() { m.fail, m.heard = nil, nil })
	m.wants(t, 1)
}

func TestMoneyAfterThePollLimit(t *testing.T) {
	api := new(gateway)
	s, m := told(t, api, func(c *checkout.Config) {
		c.SDK = []core.Option{core.WithSchedule(core.PollSchedule{Slow: 10 * time.Millisecond, Cap: 50 * time.Millisecond})}
		c.Idle = 10 * time.Millisecond
	})
	c := s.customer()
	c.post("qr")
	c.until("unknown")
	for deadline := time.Now().Add(5 * time.Second); s.page.Live() > 0 && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	api.set(func() { api.state = core.StateSuccess })
	m.wants(t, 1)
}

func TestFailedAndThenPaid(t *testing.T) {
	api := new(gateway)
	s, m := told(t, api)
	c := s.customer()
	c.post("qr")
	api.set(func() { api.state = core.StateFailed })
	c.until("failed")
	api.set(func() { api.state = core.StateSuccess })
	m.wants(t, 1)
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.heard[0].Session.Late {
		t.Error("it was late")
	}
}

// A panic of the merchant's code ends with it, and the merchant is told again.
func TestTellPanics(t *testing.T) {
	api := &gateway{state: core.StateSuccess}
	s, m := told(t, api)
	m.tell = func(context.Context) error { panic("nil map") }
	c := s.customer()
	c.toCode()
	c.post("code", "code", code)
	c.until("paid")
	m.wants(t, 1)
	m.set(func() { m.tell = nil })
	m.wants(t, 2)
}

// Merchant's code that never returns holds nothing up.
func TestTellHangs(t *testing.T) {
	api := &gateway{state: core.StateSuccess}
	s, m := told(t, api)
	leave := make(chan struct{})
	defer close(leave)
	m.tell = func(context.Context) error { <-leave; return nil }
	c := s.customer()
	c.toCode()
	c.post("code", "code", code)
	c.until("paid")
	m.wants(t, 1)
	closed := make(chan struct{})
	go func() { defer close(closed); s.page.Close() }()
	select {
	case <-closed:
	case <-time.After(5 * time.Second):
		t.Error("Close waits for the merchant's code")
	}
}

// An answer names another amount, and a later one, which names nothing, says that the payment was settled. That is
// final, and the merchant is told so: Known is false only while something may still change.
func TestASettlementAfterAConflictIsKnown(t *testing.T) {
	l := &legs{of: map[bool]wire.StatusResult{false: {State: core.StatePending, RawStatus: "PENDING", Conflict: "amount is \"0\", not \"12.500\""}}}
	s, m := told(t, &l.gateway, func(c *checkout.Config) { c.API = l })
	c := s.customer()
	c.post("qr")
	c.until("unknown")
	l.says(false, paidBy("T-1"))
	c.until("paid")
	m.wants(t, 1)
	m.mu.Lock()
	heard := m.heard[0]
	m.mu.Unlock()
	if out, err := s.page.Outcome(t.Context(), "P-1"); err != nil || !out.Known || !heard.Known {
		t.Errorf("%s is known %t, %v; the merchant was told %s, known %t", out.Session.State, out.Known, err, heard.Session.State, heard.Known)
	}
}

// The Store takes nothing while polling ends. Once it does, the page says that the outcome is not known, and not that
// the gateway is still asked.
func TestTheEndOfPollingIsStoredLater(t *testing.T) {
	api, store := new(gateway), new(failing)
	s := serve(t, api, store, func(c *checkout.Config) {
		c.SDK = []core.Option{core.WithSchedule(core.PollSchedule{Slow: 10 * time.Millisecond, Cap: 200 * time.Millisecond})}
	})
	c := s.customer()
	c.post("qr")
	c.on("qr")
	store.breakIt(true)
	time.Sleep(300 * time.Millisecond)
	store.breakIt(false)
	time.Sleep(700 * time.Millisecond) // it is tried again every half a second
	c.get("")
	c.on("unknown")
}

// "Later", and an answer by one leg of two, say nothing of the payment: such questions count as unanswered, so that the
// plan goes on until the gateway speaks.
func TestThePlanOutlastsWhatIsNoAnswer(t *testing.T) {
	for name, err := range map[string]error{
		"conflict": &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 409, Code: "IN_PROGRESS"},
		"timeout":  &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 408, Code: "TIMEOUT"},
		"one leg":  errors.Join(core.ErrLegUnanswered, &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 403, Code: "FORBIDDEN"}),
	} {
		t.Run(name, func(t *testing.T) {
			api := new(gateway)
			s, m := told(t, api, func(c *checkout.Config) {
				c.SDK = []core.Option{core.WithSchedule(core.PollSchedule{Slow: 10 * time.Millisecond, Cap: 50 * time.Millisecond})}
				c.Watch = watchplan.Plan{Every: 20 * time.Millisecond, Answered: 3, Silent: 10_000}
			})
			c := s.customer()
			c.post("qr")
			api.set(func() { api.statusErr = err })
			time.Sleep(700 * time.Millisecond) // many moments of the plan
			api.set(func() { api.statusErr, api.state = nil, core.StateSuccess })
			m.wants(t, 1)
		})
	}
}
