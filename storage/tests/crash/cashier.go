package crash

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

const (
	currency  = "LYD"
	rightCode = "246802" // the practice bank sends this one always
	wrongCode = "111111"
	busyDesk  = 7 // sales in flight with which no more are opened
	mostTries = 12
)

// The accounts and wallets of the customers: ordinary ones, and those for which
// the practice bank does something particular.
var customers = map[core.Route][]string{
	core.RouteAccount: {"2000300040", "2000300041", "2000300042", "2000300043", "1000000001", "1000000003",
		"1000000006", "1000000007", "1000000009", "1000000010"},
	core.RouteWallet: {"0912345678", "0912345679", "0912345680", "0910000001", "0910000006", "0910000009",
		"0910000010", "0910000011"},
}

// endings are the last two digits of amounts for which the practice bank acts
// by itself once the QR is out: it approves, declines, lets expire, settles
// late, settles after expiry, settles at once or twice.
var endings = []int64{40, 41, 42, 44, 45, 46, 47}

// cashier sells without pause and does with each sale one of the things that
// its status allows.
type cashier struct {
	*desk
	ctx context.Context

	mu    sync.Mutex
	rng   *rand.Rand
	acted map[journal.SaleID]moment
	tries map[journal.SaleID]int
}

// moment is what a cashier has reacted to already.
type moment struct {
	status  journal.Status
	step    journal.Step
	refused time.Time
}

func (d *desk) sell() {
	c := &cashier{desk: d, ctx: context.Background(), rng: rand.New(rand.NewPCG(d.Seed, 1)),
		acted: map[journal.SaleID]moment{}, tries: map[journal.SaleID]int{}}
	d.screen(c.see)
	for {
		if len(d.till.InFlight()) < busyDesk {
			c.charge(journal.Draft{})
		}
		time.Sleep(time.Duration(c.pick(6)) * time.Millisecond)
	}
}

// pick returns a random number below n.
func (c *cashier) pick(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rng.IntN(n)
}

// charge opens a sale, or one in place of another.
func (c *cashier) charge(d journal.Draft) {
	minor := int64(1000*(1+c.pick(40)) + 50 + c.pick(50))
	if c.pick(10) < 4 {
		minor += 100 - minor%100 + endings[c.pick(len(endings))]
	}
	d.Amount = money.Amount{Minor: minor, Currency: currency}
	d.Route = []core.Route{core.RouteQR, core.RouteQR, core.RouteAccount, core.RouteWallet}[c.pick(4)]
	d.Cashier = "A"
	_, err := c.till.Charge(c.ctx, d)
	if code := journal.CodeOf(err); code == journal.CodeStep || code == journal.CodeManager {
		return // the sale to be replaced was paid a moment ago
	}
	c.must(err)
}

// see reacts to a record, once.
func (c *cashier) see(v journal.View) {
	at := moment{status: v.Status(), step: v.Step}
	if v.Refusal != nil {
		at.refused = v.Refusal.At
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.acted[v.ID] == at || c.tries[v.ID] >= mostTries {
		return
	}
	c.acted[v.ID] = at
	c.tries[v.ID]++
	chance := c.rng.IntN(100)
	if do := c.choose(v, chance); do != nil {
		go do()
	}
}

// choose returns what is to be done about a sale; nil for nothing.
func (c *cashier) choose(v journal.View, chance int) func() {
	switch v.Status() {
	case journal.StatusChoosing:
		if chance < 60 {
			return func() { _ = unbusy(func() error { return c.till.OfferQR(c.ctx, v.ID) }) }
		}
		return c.name(v, chance)
	case journal.StatusEntry:
		return c.name(v, chance)
	case journal.StatusWaiting:
		switch {
		case v.Session.State != core.StateQRGenerated:
			return nil
		case chance < 20:
			return c.name(v, chance) // the customer would rather pay another way
		case chance < 27:
			return func() { _ = c.till.SetAside(c.ctx, v.ID, journal.AsideWrongAmount) }
		case chance < 34:
			return func() { c.charge(journal.Draft{Replaces: v.ID, Reason: journal.AsideNoCode, Manager: "M"}) }
		}
	case journal.StatusCode:
		code := core.NewSecret(rightCode)
		switch {
		case chance < 10:
			code = core.NewSecret(wrongCode)
		case chance < 18:
			return func() { _ = unbusy(func() error { return c.till.SendCodeAgain(c.ctx, v.ID) }) }
		case chance < 24:
			return func() { _ = c.till.SetAside(c.ctx, v.ID, journal.AsideNoCode) }
		}
		return func() { _ = unbusy(func() error { return c.till.SubmitOTP(c.ctx, v.ID, code, false) }) }
	case journal.StatusUnknown:
		return func() { _ = c.till.Check(c.ctx, v.ID) }
	case journal.StatusFailed, journal.StatusExpired, journal.StatusNotOpened:
		return func() {
			if chance < 30 {
				c.charge(journal.Draft{Replaces: v.ID})
			}
			c.acknowledge(c.ctx, v)
		}
	case journal.StatusPaid:
		if chance < 80 {
			return func() { c.acknowledge(c.ctx, v) }
		}
	}
	return nil
}

// name validates an account or a wallet. One that was refused is corrected to
// an ordinary one.
func (c *cashier) name(v journal.View, chance int) func() {
	route := core.RouteAccount
	if chance%2 == 1 || v.Route == core.RouteWallet {
		route = core.RouteWallet
	}
	list := customers[route]
	account := list[chance%len(list)]
	if v.Refusal != nil {
		account = list[0]
	}
	return func() {
		_ = unbusy(func() error { return c.till.Enter(c.ctx, v.ID, route, account) })
	}
}
