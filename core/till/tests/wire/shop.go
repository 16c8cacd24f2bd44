package wire

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/wire"
)

// shop is a till behind the proxy, with the cashier and the customers.
type shop struct {
	proxy  *Proxy
	gate   driver.Gateway
	store  journal.Store
	till   *driver.Desk
	inject func(core.PaymentAPI) core.PaymentAPI // a bug, on purpose; nil is none

	mu       sync.Mutex
	orders   map[journal.SaleID]string
	problems []string
	said     map[string]bool
}

// brisk is a schedule for a wire of microseconds.
var brisk = core.PollSchedule{Fast: 40 * time.Millisecond, FastFor: 400 * time.Millisecond, Slow: 150 * time.Millisecond, Cap: 2 * time.Second}

func (s *shop) problem(orderID, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := fmt.Sprintf(format, args...)
	if len(s.problems) < 20 && !s.said[text] {
		s.said[text] = true
		s.problems = append(s.problems, fmt.Sprintf("%s\n\ton the wire: %q", text, s.proxy.Witness.Trail(orderID)))
	}
}

// open opens the till and looks at everything that it shows.
func (s *shop) open() error {
	key, secret := s.gate.Keys()
	jitter := func(limit time.Duration) time.Duration { return rand.N(min(limit, 3*time.Millisecond)) }
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: s.proxy.URL(), Jitter: jitter,
		APIKey: core.NewSecret(key), SecretKey: core.NewSecret(secret), Profile: s.gate.Profile()})
	if err != nil {
		return err
	}
	law := s.proxy.Witness.Law
	law.Restarted()
	s.till, err = driver.Open(context.Background(), driver.Setup{Store: driver.Watch(s.store, func(c journal.Change) {
		order := ""
		if c.Sale != nil {
			order = c.Sale.OrderID
		}
		s.refuseBreaches(order, law.Committed(c))
	}), BaseURL: s.proxy.URL(), Injection: s.inject,
		API: driver.Tap(client, func(op core.Operation, order string) {
			s.refuseBreaches(order, slices.Concat(law.Opens(op, order), law.Leaves(op, order)))
		}),
		SDK:   func() []core.Option { return []core.Option{core.WithSchedule(brisk), core.WithJitter(jitter)} },
		Shown: func(n journal.Notice) { s.refuseBreaches(n.View.OrderID, law.Noticed(n)) },
	})
	return err
}

// patience is how long a cashier stays with one sale that does not end.
const patience = 3 * time.Second

// sell takes one payment to its end, or leaves it when it takes too long.
func (s *shop) sell(r *rand.Rand) {
	route := wire.Routes()[r.IntN(3)]
	ctx := context.Background()
	v, err := s.till.Charge(ctx, journal.Draft{Amount: money.Amount{Minor: int64(1000 * (1 + r.IntN(99))), Currency: "LYD"}, Route: route})
	if err != nil {
		s.problem("", "charge: %v", err)
		return
	}
	s.mu.Lock()
	s.orders[v.ID] = v.OrderID
	s.mu.Unlock()
	c := s.cashier(r)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		now, there := s.till.Sale(v.ID)
		if !there {
			return
		}
		if now.Status().Ended() {
			_ = s.till.Acknowledge(ctx, v.ID)
			return
		}
		c.Next(now.Sale)
	}
}

// cashier is with one sale: what the till refuses is tried again.
func (s *shop) cashier(r *rand.Rand) driver.Actions {
	ctx := context.Background()
	var code core.Secret
	pressed := false
	return driver.Actions{
		Pick:  func(now journal.Sale) { _ = s.till.PickRoute(ctx, now.ID, wire.Routes()[r.IntN(3)]) },
		Enter: func(now journal.Sale) { s.enter(now, now.Route, r) },
		Code: func(now journal.Sale) {
			if sent := s.gate.Code(now.OrderID); sent != "" && r.IntN(8) > 0 {
				code = core.NewSecret(sent)
				_ = s.till.SubmitOTP(ctx, now.ID, code, false)
			} else {
				_ = s.till.SendCodeAgain(ctx, now.ID)
			}
		},
		Wait: func(now journal.Sale) {
			switch {
			case now.Status() == journal.StatusUnknown:
				if now.Session.OTPUnresolved && r.IntN(2) == 0 {
					_ = s.till.SubmitOTP(ctx, now.ID, code, true)
				}
				_ = s.till.Check(ctx, now.ID)
			case now.Session.State == core.StateQRGenerated && !pressed:
				pressed = s.customer(now.OrderID, r)
				if r.IntN(5) == 0 { // the customer would rather pay another way
					s.enter(now, core.RouteAccount, r)
				}
			}
		},
		Note: func(journal.Sale) {}, // it is opening
	}
}

func (s *shop) customer(orderID string, r *rand.Rand) bool {
	act := s.gate.Approve
	if r.IntN(8) == 0 {
		act = s.gate.Decline
	}
	return s.gate.Press(orderID, act) == nil
}

// enter names an account that pays, or one that fails after its code was taken.
func (s *shop) enter(sale journal.Sale, route core.Route, r *rand.Rand) {
	numbers := []string{"1234567890", "1234567890", "1000000009", "1000000010"}
	if route == core.RouteWallet {
		numbers = []string{"0912345678", "0912345678", "0910000009", "0910000010"}
	}
	_ = s.till.Enter(context.Background(), sale.ID, route, numbers[r.IntN(4)])
}

// drain asks about everything once the wire is well, until the gateway has
// nothing more to tell.
func (s *shop) drain() {
	ctx := context.Background()
	s.mu.Lock()
	ids := make([]journal.SaleID, 0, len(s.orders))
	for id := range s.orders {
		ids = append(ids, id)
	}
	s.mu.Unlock()
	slices.Sort(ids)
	for _, id := range ids {
		_ = s.till.Check(ctx, id)
	}
}

// compare holds everything against the gateway. It returns how many were paid.
func (s *shop) compare() (paid int) {
	books, err := oracle.Read(context.Background(), s.store)
	if err != nil {
		s.problem("", "the books cannot be read: %v", err)
	}
	var orders []string
	for _, sale := range books.Sales {
		orders = append(orders, sale.OrderID)
		s.refuseBreaches(sale.OrderID, oracle.Says(sale, s.reported(sale.OrderID)))
	}
	ledger, err := driver.Ledger(s.gate, orders...)
	if err != nil {
		s.problem("", "the gateway's books: %v", err)
	}
	s.refuseBreaches("", oracle.Validate(oracle.Evidence{Books: books, Ledger: ledger}))
	if len(books.Sales) != len(s.orders) {
		s.problem("", "%d sales are on the disk, %d were charged", len(books.Sales), len(s.orders))
	}
	return len(ledger.Debits)
}

// reported reports what the proxy has passed on of an order.
func (s *shop) reported(order string) func(word string) bool {
	return func(word string) bool { return s.proxy.Witness.Told(order, word) }
}

// refuseBreaches writes down which laws were broken by an order.
func (s *shop) refuseBreaches(order string, all []oracle.Breach) {
	for _, b := range all {
		s.problem(order, "%v", b)
	}
}
