package wire

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/sandbox"
	"sanduq/core/till"
)

// shop is a till behind the proxy, with the cashier and the customers.
type shop struct {
	proxy *Proxy
	gate  bank
	store till.Store
	till  *till.Till
	plant func(core.PaymentAPI) core.PaymentAPI // a bug, on purpose; nil is none

	mu       sync.Mutex
	orders   map[till.SaleID]string
	problems []string
	told     map[string]bool
}

// brisk is a schedule for a wire of microseconds.
var brisk = core.PollSchedule{Fast: 40 * time.Millisecond, FastFor: 400 * time.Millisecond, Slow: 150 * time.Millisecond, Cap: 2 * time.Second}

func (s *shop) problem(orderID, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := fmt.Sprintf(format, args...)
	if len(s.problems) < 20 && !s.told[text] {
		s.told[text] = true
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
	api := core.PaymentAPI(client)
	if s.plant != nil {
		api = s.plant(client)
	}
	s.till, err = till.Open(context.Background(), till.Config{
		Store: s.store, Environment: core.Sandbox, BaseURL: s.proxy.URL(), Zone: time.UTC,
		Defaults: till.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"},
		Routes:   []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
		NewSDK: func() *core.WebSDK {
			return core.NewWebSDK(api, &core.InMemoryTokenStore{}, core.WithSchedule(brisk), core.WithJitter(jitter))
		},
	})
	if err != nil {
		return err
	}
	screen := s.till.Subscribe()
	go func() {
		for {
			n, err := screen.Next(context.Background())
			if err != nil {
				return
			}
			if n.Kind == till.NoticeSale || n.Kind == till.NoticeLive {
				s.judge(n.View.Sale)
			}
		}
	}()
	return nil
}

// judge reports whether the till may say what it says of a sale.
func (s *shop) judge(sale till.Sale) {
	says := func(word string) bool { return s.proxy.Witness.Told(sale.OrderID, word) }
	switch status := sale.Status(); {
	case status == till.StatusPaid && !says(sandbox.StatusSuccess):
		s.problem(sale.OrderID, "FALSE PAID: %s", sale.ID)
	case status == till.StatusFailed && !says(sandbox.StatusFailed), status == till.StatusExpired && !says(sandbox.StatusExpired):
		s.problem(sale.OrderID, "FALSE %s: %s", status, sale.ID)
	case sale.Step == till.StepNotSent:
		if arrived, _, err := s.gate.InitiateCount(sale.OrderID); err != nil || arrived > 0 {
			s.problem(sale.OrderID, "%s says that nothing was sent; initiate arrived %d times, %v", sale.ID, arrived, err)
		}
	}
}

// patience is how long a cashier stays with one sale that does not end.
const patience = 3 * time.Second

// sell takes one payment to its end, or leaves it when it takes too long.
func (s *shop) sell(r *rand.Rand) {
	route := []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}[r.IntN(3)]
	ctx := context.Background()
	v, err := s.till.Charge(ctx, till.Draft{Amount: money.Amount{Minor: int64(1000 * (1 + r.IntN(99))), Currency: "LYD"}, Route: route})
	if err != nil {
		s.problem("", "charge: %v", err)
		return
	}
	s.mu.Lock()
	s.orders[v.ID] = v.OrderID
	s.mu.Unlock()
	var code core.Secret
	pressed := false
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		now, there := s.till.Sale(v.ID)
		if !there {
			return
		}
		switch now.Status() {
		case till.StatusChoosing:
			_ = s.till.PickRoute(ctx, v.ID, []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}[r.IntN(3)])
		case till.StatusEntry:
			_ = s.till.Validate(ctx, v.ID, entry(now.Route, r))
		case till.StatusCode:
			if sent := s.gate.Code(v.OrderID); sent != "" && r.IntN(8) > 0 {
				code = core.NewSecret(sent)
				_ = s.till.SubmitOTP(ctx, v.ID, code, false)
			} else {
				_ = s.till.SendCodeAgain(ctx, v.ID)
			}
		case till.StatusWaiting:
			if now.Session.State == core.StateQRGenerated && !pressed {
				pressed = s.customer(v.OrderID, r)
				if r.IntN(5) == 0 { // the customer would rather pay another way
					_ = s.till.Validate(ctx, v.ID, entry(core.RouteAccount, r))
				}
			}
		case till.StatusUnknown:
			if now.Session.OTPUnresolved && r.IntN(2) == 0 {
				_ = s.till.SubmitOTP(ctx, v.ID, code, true)
			}
			_ = s.till.Check(ctx, v.ID)
		default:
			if now.Status().Ended() {
				_ = s.till.Acknowledge(ctx, v.ID)
				return
			}
		}
	}
}

func (s *shop) customer(orderID string, r *rand.Rand) bool {
	act := s.gate.Approve
	if r.IntN(8) == 0 {
		act = s.gate.Decline
	}
	return s.gate.Press(orderID, act) == nil
}

// entry is an account that pays, or one that fails after its code was taken.
func entry(route core.Route, r *rand.Rand) till.AccountEntry {
	if route == core.RouteWallet {
		return till.AccountEntry{Route: route, InstitutionCode: "PWL", InstitutionName: "Practice Wallet",
			Account: core.NewSecret([]string{"0912345678", "0912345678", "0910000009", "0910000010"}[r.IntN(4)])}
	}
	return till.AccountEntry{Route: core.RouteAccount, InstitutionCode: "FPB", InstitutionName: "First Practice Bank",
		Account: core.NewSecret([]string{"1234567890", "1234567890", "1000000009", "1000000010"}[r.IntN(4)])}
}

// settle asks about everything once the wire is well, until the gateway has
// nothing more to tell.
func (s *shop) settle() {
	ctx := context.Background()
	s.mu.Lock()
	ids := make([]till.SaleID, 0, len(s.orders))
	for id := range s.orders {
		ids = append(ids, id)
	}
	s.mu.Unlock()
	slices.Sort(ids)
	for _, id := range ids {
		_ = s.till.Check(ctx, id)
	}
}

// compare holds every order against the gateway. It returns how many were paid.
func (s *shop) compare() (paid int) {
	ctx := context.Background()
	for id, orderID := range s.orders {
		arrived, opened, err := s.gate.InitiateCount(orderID)
		if err != nil || arrived > 1 || opened > 1 {
			s.problem(orderID, "%s: initiate arrived %d times, %d payments, %v", id, arrived, opened, err)
		}
		status, err := s.gate.Status(orderID)
		if err != nil {
			s.problem(orderID, "%s: %v", id, err)
		}
		sale, err := s.store.Sale(ctx, id)
		if err != nil {
			s.problem(orderID, "%s: %v", id, err)
			continue
		}
		s.judge(sale)
		money := status == sandbox.StatusSuccess
		if money != (sale.Status() == till.StatusPaid) {
			s.problem(orderID, "%s is %s (%s, %s), the gateway says %q", id, sale.Status(), sale.Step, sale.Session.State, status)
		}
		if money {
			paid++
		}
	}
	head, err := s.store.Head(ctx, s.till.Today())
	if err != nil || int(head.Receipt) != paid {
		s.problem("", "%d receipts for %d payments, %v", head.Receipt, paid, err)
	}
	for n := range head.Receipt {
		if r, err := s.store.Receipt(ctx, n+1); err != nil || r.Seq != n+1 {
			s.problem("", "receipt %d: %+v, %v", n+1, r, err)
		}
	}
	if err := s.gate.CheckLedger(); err != nil {
		s.problem("", "the gateway's books: %v", err)
	}
	return paid
}
