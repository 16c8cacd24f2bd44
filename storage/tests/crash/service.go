package crash

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"sanduq/core/sandbox"
	"sanduq/core/till/tests/othergateway"
	"sanduq/core/till/tests/soak"
)

// service is a payment service with its customers, as far as the proof asks for
// it. It outlives every till.
type service interface {
	BaseURL() string
	Keys() (api, secret string)
	Names() bool // each status answer names payment, order, amount and currency
	Advance(time.Duration)
	Close(context.Context) error

	// Press does something with the payment of an order: one of the three below.
	Press(order string, act func(payment string) error) error
	Approve(payment string) error
	Decline(payment string) error
	Expire(payment string) error

	// Pending returns the payments that a customer can still approve.
	Pending() ([]sandbox.Payment, error)
	Payments(limit int) ([]sandbox.Payment, error)
	PaymentByOrder(order string) (sandbox.Payment, bool, error)
	CheckLedger() error
	// Twice describes the orders for which more than one payment was opened.
	Twice() ([]string, error)
}

// openService opens the practice bank, or with SOAK_GATEWAY=other a second
// gateway, by other hands. It settles within milliseconds, and its one-time
// codes are all the same.
func openService(ctx context.Context, dir string, seed uint64) (service, error) {
	if soak.Other() {
		return openOther(seed)
	}
	server, err := sandbox.Start(ctx, sandbox.Options{Dir: dir, Addr: "127.0.0.1:0", Seed: seed,
		SettleDelay: 5 * time.Millisecond, AutoDelay: 4 * time.Millisecond, LateDelay: 40 * time.Millisecond,
		OTPs: func() string { return rightCode }})
	return practice{server}, err
}

// practice is the practice bank.
type practice struct{ *sandbox.Server }

func (p practice) Keys() (api, secret string) {
	a, s := p.Credentials()
	return a.Reveal(), s.Reveal()
}

func (practice) Names() bool               { return true }
func (p practice) Advance(d time.Duration) { p.Clock().Advance(d) }

func (p practice) Twice() (out []string, err error) {
	all, err := p.Duplicates()
	for _, d := range all {
		out = append(out, fmt.Sprintf("%s: %v", d.OrderID, d.PaymentIDs))
	}
	return out, err
}

// other is the second gateway.
type other struct {
	*othergateway.Gateway
	ln    net.Listener
	stop  func()
	ahead *atomic.Int64
}

// openOther draws a gateway whose payments all end within minutes, by words
// that the SDK knows: the proof waits for the end of every sale.
func openOther(seed uint64) (service, error) {
	g := &other{ahead: new(atomic.Int64)}
	with := othergateway.Random(seed)
	with.Now = func() time.Time { return time.Now().Add(time.Duration(g.ahead.Load())) }
	with.Banks, with.Wallets, with.Codes = []string{"FPB"}, []string{"PWL"}, func() string { return rightCode }
	with.Speech.Words.Declined, with.Speech.TransactionAfter, with.Habits.DateOff = "", 0, 0
	law := &with.Law
	law.TokenLife, law.Keep, law.BothLegs, law.QRGrace, law.Ceiling = 0, 0, false, 0, 0
	law.SettleMin, law.SettleMax, law.SlowSpan = 0, 8*time.Millisecond, time.Minute
	if law.UnknownLeg == othergateway.LegNoWord { // that counts as no answer, which is a trouble here
		law.UnknownLeg = othergateway.LegPending
	}
	law.QRLife, law.SessionLife, law.CodeLife = 10*time.Minute, 12*time.Minute, 0
	g.Gateway = othergateway.New(with)
	for _, rail := range []string{"10000000", "09100000"} {
		g.Behave(rail+"01", othergateway.PlanNoCode)
		g.Behave(rail+"03", othergateway.PlanFunds)
		g.Behave(rail+"06", othergateway.PlanSlow)
		g.Behave(rail+"07", othergateway.PlanTurn)
		g.Behave(rail+"09", othergateway.PlanFail)
	}
	var err error
	if g.ln, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	g.stop = g.Serve(g.ln, g)
	return g, nil
}

func (g *other) BaseURL() string             { return "http://" + g.ln.Addr().String() }
func (g *other) Names() bool                 { return false }
func (g *other) Advance(d time.Duration)     { g.ahead.Add(int64(d)) }
func (g *other) Close(context.Context) error { g.stop(); return nil }

// Press implements service: the customer has scanned the newest QR.
func (g *other) Press(order string, act func(string) error) error {
	v, found := g.Payment(order)
	if !found || v.QR == "" {
		return errors.New("no QR was shown")
	}
	return act(v.ID)
}

// Approve implements service. A late one fails first and is paid after all.
func (g *other) Approve(id string) error {
	return g.scan(id, func(v othergateway.View) error {
		plan := map[int64]othergateway.Plan{41: othergateway.PlanFail, 44: othergateway.PlanSlow, 45: othergateway.PlanTurn}[v.Minor%100]
		return g.ScanAnd(v.QR, plan)
	})
}

func (g *other) Decline(id string) error {
	return g.scan(id, func(v othergateway.View) error { return g.Gateway.Decline(v.QR) })
}

func (g *other) Expire(id string) error {
	return g.scan(id, func(v othergateway.View) error { return g.LetExpire(v.QR) })
}

func (g *other) scan(id string, act func(othergateway.View) error) error {
	for _, v := range g.Gateway.Payments() {
		if v.ID == id && v.QR != "" && act(v) == nil {
			return nil
		}
	}
	return sandbox.ErrNotOpen
}

func (g *other) record(v othergateway.View) sandbox.Payment {
	p := sandbox.Payment{ID: v.ID, OrderID: v.OrderID, Status: v.Status, AmountMinor: v.Minor, Currency: v.Currency, QR: v.QR}
	switch v.Leg {
	case othergateway.Account:
		p.Route = sandbox.RouteBank
	case othergateway.Wallet:
		p.Route = sandbox.RouteWallet
	}
	if _, opened := g.Initiates(v.OrderID); opened > 1 {
		p.Duplicates = opened - 1
	}
	return p
}

func (g *other) PaymentByOrder(order string) (sandbox.Payment, bool, error) {
	v, found := g.Payment(order)
	return g.record(v), found, nil
}

func (g *other) Payments(int) (out []sandbox.Payment, err error) {
	for _, v := range g.Gateway.Payments() {
		out = append(out, g.record(v))
	}
	return out, nil
}

func (g *other) Pending() (out []sandbox.Payment, err error) {
	all, err := g.Payments(0)
	for _, p := range all {
		if p.Status == sandbox.StatusPending && p.QR != "" {
			out = append(out, p)
		}
	}
	return out, err
}

func (g *other) Twice() (out []string, err error) {
	for _, v := range g.Gateway.Payments() {
		if arrived, opened := g.Initiates(v.OrderID); opened > 1 {
			out = append(out, fmt.Sprintf("%s: %d initiates, %d payments", v.OrderID, arrived, opened))
		}
	}
	return out, nil
}

func (g *other) CheckLedger() error {
	seen := map[string]bool{}
	for _, d := range g.Ledger() {
		if seen[d.PaymentID] {
			return fmt.Errorf("%s was debited twice", d.OrderID)
		}
		seen[d.PaymentID] = true
	}
	if b := g.Breaches(); len(b) > 0 {
		return fmt.Errorf("against the contract: %q", b)
	}
	return nil
}
