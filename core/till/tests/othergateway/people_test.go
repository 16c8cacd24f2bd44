package othergateway_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/othergateway"
	"sanduq/core/wire"
)

// live lets everybody act until the day is over.
func (d *day) live() {
	d.network.now.Store([]int32{calm, calm, rough}[d.r.IntN(3)])
	for range 10 + d.r.IntN(40) {
		d.rest(d.pause())
		d.act()
	}
}

// pause is mostly seconds, now and then minutes, seldom a night.
func (d *day) pause() time.Duration {
	switch n := d.r.IntN(60); {
	case n < 44:
		return between(d.r, 0, 8*time.Second)
	case n < 55:
		return between(d.r, 0, 3*time.Minute)
	case n < 58:
		return between(d.r, 0, 40*time.Minute)
	case n < 59:
		return between(d.r, 0, 3*time.Hour)
	default:
		return between(d.r, 8*time.Hour, 14*time.Hour)
	}
}

// rest lets time pass. A process that died meanwhile is started again.
func (d *day) rest(pause time.Duration) {
	began := time.Now()
	time.Sleep(pause)
	if d.proc.dead.Load() {
		d.restart("after a death")
		return
	}
	if d.network.now.Load() == calm {
		d.live2h(began)
	}
}

func (d *day) did(what string, err error) {
	d.count("acts")
	d.write("people: %s: %s", what, journal.CodeOf(err))
}

func (d *day) act() {
	if w := d.network.now.Load(); (w == down || w == silent) && d.r.IntN(3) == 0 {
		d.network.now.Store(calm)
		d.write("network: calm")
	}
	if d.till.Recovery() != nil && d.r.IntN(4) == 0 {
		d.did("confirm that the journal was put back", d.till.ConfirmRecovery(context.Background(), "Huda"))
	}
	all, n := d.newest(), d.r.IntN(100)
	sales := slices.DeleteFunc(slices.Clone(all), func(s journal.Sale) bool { return !s.InFlight() && d.r.IntN(6) > 0 })
	if len(sales) == 0 || n < 10 && len(all) < 7 {
		d.charge(journal.Draft{})
		return
	}
	s := sales[len(sales)-1] // mostly it is the customer at the counter who acts
	if d.r.IntN(3) == 0 {
		s = sales[d.r.IntN(len(sales))]
	}
	switch {
	case n < 64:
		d.next(s)
	case n < 82:
		d.whim(s)
	case n < 90:
		d.network.now.Store([]int32{calm, calm, calm, rough, rough, down, silent}[d.r.IntN(7)])
		d.write("network: %s", networks[d.network.now.Load()])
	case n < 93:
		d.restart("by the cashier")
	case n < 94 && d.r.IntN(4) == 0 && !d.putBack && d.disk.Commits() > 20:
		d.restore()
	case n < 95:
		d.proc.die()
		d.write("people: the plug is pulled")
		d.restart("after a power cut")
	case n < 97:
		span := between(d.r, time.Second, 30*time.Second)
		d.gate.RefuseTokens(span)
		d.write("gateway: no token counts for %v", span)
	default:
		span := between(d.r, time.Second, 3*time.Minute)
		d.gate.Maintain(span)
		d.write("gateway: maintenance for %v", span)
	}
}

var ways = wire.Routes()

func (d *day) charge(draft journal.Draft) {
	draft.Amount = money.Amount{Minor: 250 * int64(1+d.r.IntN(360)), Currency: "LYD"}
	draft.Route = ways[d.r.IntN(len(ways))]
	v, err := d.till.Charge(context.Background(), draft)
	d.did(fmt.Sprintf("charge %d by %s instead of %q as %s", draft.Amount.Minor, draft.Route, draft.Replaces, v.ID), err)
}

// next is what a sensible person does with a sale.
func (d *day) next(s journal.Sale) {
	ctx := context.Background()
	driver.Actions{
		Pick:  func(s journal.Sale) { d.did("pick", d.till.PickRoute(ctx, s.ID, ways[d.r.IntN(len(ways))])) },
		Enter: d.enter, Code: d.code,
		Wait: func(s journal.Sale) {
			if s.Session.OTPUnresolved && d.r.IntN(3) == 0 {
				d.again(s)
				return
			}
			d.customer(s)
		},
		Note: func(s journal.Sale) { d.did("acknowledge "+string(s.ID), d.till.Acknowledge(ctx, s.ID)) },
	}.Next(s)
}

// again hands the same code in once more, now and then after a silence in which
// the poller gives up.
func (d *day) again(s journal.Sale) {
	if !s.Capped && d.r.IntN(3) > 0 {
		d.network.now.Store([]int32{down, silent}[d.r.IntN(2)])
		d.write("network: %s, until the poller gives up", networks[d.network.now.Load()])
		d.rest(5*time.Minute + 10*time.Second)
		d.network.now.Store([]int32{calm, rough}[d.r.IntN(2)])
	}
	err := d.till.SubmitOTP(context.Background(), s.ID, d.codes[s.OrderID], true)
	if err == nil {
		d.count("the same code again")
	}
	d.did("the same code again for "+string(s.ID), err)
}

// whim is what somebody may do at any time, sensible or not.
func (d *day) whim(s journal.Sale) {
	ctx, id := context.Background(), s.ID
	switch d.r.IntN(13) {
	case 0:
		d.did("pick for "+string(id), d.till.PickRoute(ctx, id, ways[d.r.IntN(len(ways))]))
	case 1, 2:
		d.enter(s)
	case 3:
		d.code(s)
	case 4:
		d.did("send again for "+string(id), d.till.SendCodeAgain(ctx, id))
	case 5:
		d.did("set aside "+string(id), d.till.SetAside(ctx, id, journal.AsideCustomerLeft))
	case 6, 7, 12:
		d.charge(journal.Draft{Replaces: id, Manager: []string{"", "Huda"}[d.r.IntN(2)], Reason: journal.AsideWrongAmount})
	case 8:
		d.did("to the manager "+string(id), d.till.ToManager(ctx, id, "no answer"))
	case 9:
		d.law.Resolves(s.OrderID)
		err := d.till.ResolveOutside(ctx, id, "paid at the bank", "Huda")
		if err == nil {
			d.resolved[s.OrderID] = true
		}
		d.did("resolved "+string(id), err)
	case 10:
		d.customer(s)
	default:
		d.check(id)
	}
}

// check asks beside everything else.
func (d *day) check(id journal.SaleID) {
	now := d.till
	now.Aside(func() { _ = now.Check(context.Background(), id) })
	d.did("check "+string(id), nil)
}

var plans = []othergateway.Plan{othergateway.PlanPay, othergateway.PlanPay, othergateway.PlanPay, othergateway.PlanPay, othergateway.PlanPay,
	othergateway.PlanSlow, othergateway.PlanFail, othergateway.PlanNever, othergateway.PlanTurn}

// enter names an account or a wallet of somebody's.
func (d *day) enter(s journal.Sale) {
	route := s.Route
	if route != core.RouteAccount && route != core.RouteWallet || d.r.IntN(4) == 0 {
		route = []core.Route{core.RouteAccount, core.RouteWallet}[d.r.IntN(2)]
	}
	e := journal.AccountEntry{Route: route, InstitutionCode: "SPB-01", InstitutionName: "Second Practice Bank"}
	if route == core.RouteWallet {
		e.InstitutionCode, e.InstitutionName = "w:purse", "Second Purse"
	}
	number := fmt.Sprintf("9%08d", d.r.IntN(100_000_000))
	plan := plans[d.r.IntN(len(plans))]
	switch d.r.IntN(10) {
	case 0:
		plan = othergateway.PlanNoCode
	case 1:
		plan = othergateway.PlanFunds
	}
	d.gate.Behave(number, plan)
	e.Account = core.NewSecret(number)
	now := d.till
	if d.r.IntN(4) == 0 && s.Session.PaymentID != "" {
		now.Aside(func() {
			if list, err := now.Institutions(context.Background(), s.ID, route); err == nil && len(list) == 0 {
				d.problem("NO INSTITUTIONS: the till offers none for %s", route)
			}
		})
	}
	err := now.Validate(context.Background(), s.ID, e)
	if err == nil {
		d.accounts[s.OrderID] = number
	}
	d.did(fmt.Sprintf("enter a number of plan %d by %s for %s", plan, route, s.ID), err)
}

// code lets the customer read the newest code off the phone, rightly or not.
func (d *day) code(s journal.Sale) {
	text, ok := d.gate.CodeFor(d.accounts[s.OrderID])
	what := "the right code"
	if !ok || d.r.IntN(4) == 0 {
		text, what = fmt.Sprintf("%06d", d.r.IntN(1_000_000)), "a wrong code"
	}
	code := core.NewSecret(text)
	err := d.till.SubmitOTP(context.Background(), s.ID, code, false)
	if err == nil {
		d.codes[s.OrderID] = code
	}
	d.did(what+" for "+string(s.ID), err)
}

// customer does something with a QR that a screen has shown.
func (d *day) customer(s journal.Sale) {
	qr := s.Session.QRPayload
	if qr == "" {
		d.check(s.ID)
		return
	}
	var err error
	what := "confirms"
	switch d.r.IntN(12) {
	case 0:
		what, err = "declines", d.gate.Decline(qr)
	case 1:
		what, err = "lets expire", d.gate.LetExpire(qr)
	case 2:
		return
	default:
		plan := plans[d.r.IntN(len(plans))]
		what, err = fmt.Sprintf("confirms with plan %d", plan), d.gate.ScanAnd(qr, plan)
	}
	d.count("acts")
	d.write("customer: %s %s, %v", what, s.ID, err)
}
