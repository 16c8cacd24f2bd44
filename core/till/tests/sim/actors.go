package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/till/tests/driver"
)

// live lets everybody act until the day is over.
func (w *world) live() {
	w.network.Store([]int32{calm, rough, rough}[w.driver.IntN(3)])
	most := 8 + w.driver.IntN(22)
	for w.step = range most {
		w.rest()
		if w.now.dead.Load() {
			w.restart("after a death")
		}
		if w.till == nil {
			return // it does not open, which is a problem already
		}
		w.act()
		w.around()
		w.export()
	}
}

// around lets the world around the till change, beside what people do with sales. It
// draws from sources of its own, one for each step.
func (w *world) around() {
	r := w.random("around", fmt.Sprint(w.step))
	if w.now.dead.Load() || w.till == nil || r.IntN(8) > 0 {
		return
	}
	if w.confirm(); w.now.dead.Load() {
		return
	}
	acts := []func(*rand.Rand){w.misdate, w.misdate, w.turnShift}
	acts[r.IntN(len(acts))](r)
}

// rest lets time pass: mostly seconds, now and then hours.
func (w *world) rest() {
	var d time.Duration
	switch n := w.driver.IntN(40); {
	case n < 12:
		d = rand1(w.driver, time.Second)
	case n < 32:
		d = rand1(w.driver, 12*time.Second)
	case n < 38:
		d = rand1(w.driver, 4*time.Minute)
	case n < 39:
		d = rand1(w.driver, 20*time.Minute)
	default:
		d = rand1(w.driver, 3*time.Hour)
	}
	select {
	case <-time.After(d):
	case <-w.now.died:
		time.Sleep(rand1(w.driver, 20*time.Second))
	}
}

func (w *world) restart(why string) {
	w.did("restart, "+why, nil)
	w.stop()
	if err := w.disk.Stop(w.store.Store); err != nil {
		w.see.problem("the store does not close: %v", err)
	}
	time.Sleep(rand1(w.driver, 10*time.Second))
	w.move()
	w.between()
	w.start()
}

// did writes an act of a person down.
func (w *world) did(what string, err error) {
	w.see.count("acts")
	w.see.mu.Lock()
	defer w.see.mu.Unlock()
	w.see.writeLocked("people", "%s: %s", what, journal.CodeOf(err))
}

// newest returns the records as the disk has them, by their names.
func (w *world) newest() []journal.Sale { return w.see.law.Newest() }

func (w *world) act() {
	sales := w.newest()
	n := w.driver.IntN(100)
	if len(sales) == 0 || n < 12 && len(sales) < 6 {
		w.charge(journal.Draft{})
		return
	}
	s := sales[w.driver.IntN(len(sales))]
	switch {
	case n < 66:
		w.next(s)
	case n < 84:
		w.whim(s)
	case n < 90:
		w.network.Store([]int32{calm, rough, rough, rough, down, barring}[w.driver.IntN(6)])
		w.did(fmt.Sprintf("network %d", w.network.Load()), nil)
	case n < 94:
		w.restart("by the cashier")
	case n < 97:
		w.now.die() // whatever is under way
		w.restart("after a power cut")
	case n < 98:
		w.till.WatchNow()
		w.did("watch now", nil)
	default:
		ahead := append([]time.Duration{0, 0, 0}, jumps...)[w.driver.IntN(3+len(jumps))]
		w.ahead.Store(int64(ahead))
		w.did(fmt.Sprintf("the clock is set to %v ahead", ahead), nil)
	}
}

const year = 365 * 24 * time.Hour

// jumps are what a clock is set by.
var jumps = []time.Duration{time.Minute, -time.Minute, 8 * time.Hour, -8 * time.Hour, 10 * year, -10 * year}

var routes = []core.Route{core.RouteQR, core.RouteQR, core.RouteAccount, core.RouteWallet}

func (w *world) charge(d journal.Draft) {
	// The last two digits choose what the practice bank does once the QR is
	// approved: declined, late, expired and then paid, settled twice.
	d.Amount = money.Amount{Minor: 1000*int64(1+w.driver.IntN(90)) + []int64{0, 0, 0, 0, 41, 44, 45, 46, 47}[w.driver.IntN(9)], Currency: "LYD"}
	d.Route = routes[w.driver.IntN(len(routes))]
	v, err := w.till.Charge(context.Background(), d)
	w.did(fmt.Sprintf("charge %d by %s instead of %q as %s", d.Amount.Minor, d.Route, d.Replaces, v.ID), err)
	if err == nil {
		w.see.shown(w.now, journal.Notice{Kind: journal.NoticeLive, View: v})
	}
}

// next is what a sensible person does with a sale.
func (w *world) next(s journal.Sale) {
	driver.Actions{
		Pick:  func(s journal.Sale) { w.pick(s, routes[w.driver.IntN(len(routes))]) },
		Enter: w.validate, Code: w.code,
		Wait: func(s journal.Sale) {
			if s.Session.OTPUnresolved && w.driver.IntN(3) == 0 {
				w.submit(s, w.codes[s.OrderID], true)
				return
			}
			w.customer(s)
		},
		Note: func(s journal.Sale) {
			w.decide("acknowledge "+string(s.ID), func(d *driver.Desk) error { return d.Acknowledge(context.Background(), s.ID) })
		},
	}.Next(s)
}

// whim is what somebody may do at any time, sensible or not.
func (w *world) whim(s journal.Sale) {
	ctx, id := context.Background(), s.ID
	switch w.driver.IntN(14) {
	case 0:
		w.pick(s, routes[w.driver.IntN(len(routes))])
	case 1:
		w.validate(s)
	case 2:
		w.code(s)
	case 3:
		w.did("send again "+string(id), w.till.SendCodeAgain(ctx, id))
	case 4:
		w.decide("set aside "+string(id), func(d *driver.Desk) error { return d.SetAside(ctx, id, journal.AsideCustomerLeft) })
	case 5, 6, 7:
		w.charge(journal.Draft{Replaces: id, Manager: []string{"", "Huda"}[w.driver.IntN(2)], Reason: journal.AsideWrongAmount})
	case 8:
		w.decide("to the manager "+string(id), func(d *driver.Desk) error { return d.ToManager(ctx, id, "no answer") })
	case 9:
		if s.WithManager != nil {
			w.see.law.Resolves(s.OrderID) // even if the commit only seems to fail
		}
		w.decide("resolved "+string(id), func(d *driver.Desk) error { return d.ResolveOutside(ctx, id, "paid at the bank", "Huda") })
	case 10:
		w.decide("alert read "+string(id), func(d *driver.Desk) error { return d.ReadLateAlert(ctx, id) })
	case 11:
		w.decide("copy "+string(id), func(d *driver.Desk) error { _, err := d.Copy(ctx, id, "Samira"); return err })
	case 12:
		w.customer(s)
	default:
		w.check(id)
	}
}

// decide takes a decision, which waits a doubt of the disk out: for ever where its
// process is dead, for then nobody is there any more who would hear how it ended.
func (w *world) decide(what string, decide func(*driver.Desk) error) {
	d, p, said := w.till, w.now, make(chan error, 1)
	d.Aside(func() { said <- decide(d) })
	select {
	case err := <-said:
		w.did(what, err)
	case <-p.died:
		w.did(what+", and nobody heard how it ended", nil)
	}
}

func (w *world) check(id journal.SaleID) {
	d := w.till
	d.Aside(func() { _ = d.Check(context.Background(), id) })
	w.did("check "+string(id), nil)
}

func (w *world) pick(s journal.Sale, route core.Route) {
	w.did(fmt.Sprintf("pick %s for %s", route, s.ID), w.till.PickRoute(context.Background(), s.ID, route))
}

// accounts to pay from: ordinary ones, and what the practice bank does
// something particular for.
var accounts = map[core.Route][]string{
	core.RouteAccount: {"1234567890", "1234567890", "7777777777", "1000000001", "1000000003", "1000000005", "1000000006",
		"1000000008", "1000000009", "1000000010"},
	core.RouteWallet: {"0912345678", "0912345678", "0917777777", "0910000001", "0910000003", "0910000005", "0910000006",
		"0910000008", "0910000009", "0910000010", "0910000011"},
}

func (w *world) validate(s journal.Sale) {
	route := s.Route
	if route != core.RouteAccount && route != core.RouteWallet || w.driver.IntN(4) == 0 {
		route = []core.Route{core.RouteAccount, core.RouteWallet}[w.driver.IntN(2)]
	}
	number, d := accounts[route][w.driver.IntN(len(accounts[route]))], w.till
	if w.driver.IntN(6) == 0 {
		d.Aside(func() { _, _ = d.Institutions(context.Background(), s.ID, route) })
	}
	w.did(fmt.Sprintf("validate %s for %s", number, s.ID), d.Enter(context.Background(), s.ID, route, number))
}

// code lets the customer read the newest code off the phone, rightly or not.
func (w *world) code(s journal.Sale) {
	w.gateMu.Lock()
	text := w.gate.Code(s.OrderID)
	w.gateMu.Unlock()
	code := core.NewSecret(text)
	if code.Empty() || w.driver.IntN(5) == 0 {
		code = core.NewSecret(fmt.Sprintf("%06d", w.driver.IntN(100_000)))
	}
	w.submit(s, code, false)
}

func (w *world) submit(s journal.Sale, code core.Secret, again bool) {
	err := w.till.SubmitOTP(context.Background(), s.ID, code, again)
	if err == nil {
		w.codes[s.OrderID] = code
	}
	w.did(fmt.Sprintf("code for %s, again %v", s.ID, again), err)
}

// customer does something with a QR that a screen has shown.
func (w *world) customer(s journal.Sale) {
	if s.Session.QRPayload == "" {
		w.check(s.ID)
		return
	}
	act, name := w.gate.Approve, "approve"
	switch w.driver.IntN(10) {
	case 0:
		act, name = w.gate.Decline, "decline"
	case 1:
		act, name = w.gate.Expire, "let expire"
	case 2:
		return
	}
	w.gateMu.Lock()
	if w.driver.IntN(6) == 0 {
		w.gate.Inject(faults.Fault{Kind: []faults.Kind{faults.SlowSettlement, faults.DuplicateSettlement}[w.driver.IntN(2)],
			Count: 1, Delay: rand1(w.driver, 8*time.Minute)})
	}
	err := w.gate.Press(s.OrderID, act)
	w.gateMu.Unlock()
	w.did(fmt.Sprintf("the customer: %s %s, %v", name, s.ID, err), nil)
}
