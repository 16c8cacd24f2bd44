package adversary

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/tests/driver"
)

const manager = "Huda"

var routes = []core.Route{core.RouteQR, core.RouteQR, core.RouteAccount, core.RouteWallet}

// do lets somebody do one act.
func (w *world) do(a act) {
	r := rand.New(rand.NewPCG(a.seed, 1))
	ctx := context.Background()
	switch a.kind {
	case charge:
		if len(w.ids) < 4 {
			w.charge(r, journal.Draft{})
		}
	case rest:
	case restart:
		w.restart()
	case putBack:
		w.putBack(r)
	case confirm:
		w.did("the manager confirms", w.till.ConfirmRecovery(ctx, manager))
	case watchNow:
		w.till.WatchNow()
	case misbehave:
		w.trace("gateway", "from now on: %v", a.rule)
		w.gate.enforce(a.rule)
	case network:
		w.gate.network.Store(int32(r.IntN(3)))
		w.trace("network", "%d", w.gate.network.Load())
	default:
		if n := len(w.ids); n > 0 {
			if s, known := w.sale(w.ids[a.sale%n]); known {
				w.with(ctx, a, r, s)
			}
		}
	}
}

// sale is the record of a sale on the disk.
func (w *world) sale(id journal.SaleID) (journal.Sale, bool) {
	s, err := w.disk.Sale(context.Background(), id)
	return s, err == nil
}

// with does something with one sale.
func (w *world) with(ctx context.Context, a act, r *rand.Rand, s journal.Sale) {
	id := s.ID
	switch a.kind {
	case next:
		w.next(r, s)
	case flow:
		for range 2 + r.IntN(3) {
			w.next(r, s)
			time.Sleep(pick(r, []time.Duration{time.Second, 4 * time.Second}))
			s, _ = w.sale(id)
		}
	case pay, decline:
		w.pay(r, s, a.kind == decline, pick(r, delays))
	case replace:
		if len(w.ids) < 6 {
			w.charge(r, journal.Draft{Replaces: id, Manager: []string{"", manager}[r.IntN(2)], Reason: journal.AsideWrongAmount})
		}
	case both:
		w.both(r, s)
	case switchRoute:
		w.validate(r, s)
	case crossed:
		w.crossed(r, s)
	case wrongCode:
		w.submit(s, core.NewSecret("0000"+strconv.Itoa(10+r.IntN(90))))
	case repeatCode:
		w.repeat(s, r.IntN(4) > 0)
	case codeAgain:
		w.did("another code for "+string(id), w.till.SendCodeAgain(ctx, id))
	case setAside:
		w.did("set aside "+string(id), w.till.SetAside(ctx, id, journal.AsideCustomerLeft))
	case toManager:
		w.did("to the manager "+string(id), w.till.ToManager(ctx, id, "no answer"))
	case resolve:
		w.did("to the manager "+string(id), w.till.ToManager(ctx, id, "no answer"))
		w.see.law.Resolves(s.OrderID)
		w.did("resolved "+string(id), w.till.ResolveOutside(ctx, id, "seen at the bank", manager))
	case acknowledge:
		w.did("acknowledged "+string(id), w.till.Acknowledge(ctx, id))
		if s.LateMoney() || s.PaidTwice() {
			w.did("alert read "+string(id), w.till.ReadLateAlert(ctx, id))
		}
	case check:
		w.check(id)
	case purge:
		w.gate.purge(s.OrderID, pick(r, unknown[:len(unknown)-1]))
	}
}

func (w *world) did(what string, err error) {
	w.trace("people", "%s: %s", what, journal.CodeOf(err))
}

func (w *world) charge(r *rand.Rand, d journal.Draft) {
	d.Amount = money.Amount{Minor: 2000 + 250*int64(r.IntN(200)), Currency: "LYD"}
	if old, known := w.sale(d.Replaces); known && r.IntN(2) == 0 {
		d.Amount = old.Amount
	}
	if d.Route == "" {
		d.Route = pick(r, routes)
	}
	v, err := w.till.Charge(context.Background(), d)
	w.did(fmt.Sprintf("charge %s by %s instead of %q as %s, %s", d.Amount.Major(), d.Route, d.Replaces, v.ID, v.OrderID), err)
	if err == nil {
		w.ids = append(w.ids, v.ID)
	}
}

// next does what is sensible with a sale.
func (w *world) next(r *rand.Rand, s journal.Sale) {
	ctx := context.Background()
	driver.Actions{
		Pick: func(s journal.Sale) {
			route := pick(r, routes)
			w.did(fmt.Sprintf("pick %s for %s", route, s.ID), w.till.PickRoute(ctx, s.ID, route))
		},
		Enter: func(s journal.Sale) { w.validate(r, s) },
		Code:  func(s journal.Sale) { w.submit(s, w.gate.codeOf(s.OrderID)) },
		Wait: func(s journal.Sale) {
			if s.Session.QRPayload != "" && r.IntN(3) > 0 {
				w.pay(r, s, false, pick(r, delays))
			} else {
				w.check(s.ID)
			}
		},
		Note: func(s journal.Sale) { w.did("acknowledged "+string(s.ID), w.till.Acknowledge(ctx, s.ID)) },
	}.Next(s)
}

func (w *world) validate(r *rand.Rand, s journal.Sale) {
	d, route, number := w.till, core.RouteAccount, "555"+accountMark
	if s.Route == core.RouteWallet || s.Route != core.RouteAccount && r.IntN(2) == 0 {
		route, number = core.RouteWallet, "09"+accountMark
	}
	if r.IntN(8) == 0 {
		d.Aside(func() { _, _ = d.Institutions(context.Background(), s.ID, route) })
	}
	w.did(fmt.Sprintf("%s for %s", route, s.ID), d.Enter(context.Background(), s.ID, route, number))
}

func (w *world) submit(s journal.Sale, code core.Secret) {
	err := w.till.SubmitOTP(context.Background(), s.ID, code, false)
	if err == nil {
		w.submits[s.OrderID] = code
	}
	w.did(fmt.Sprintf("code %s for %s", code.Reveal(), s.ID), err)
}

// repeat is the manager's way on when nobody answers for a code.
func (w *world) repeat(s journal.Sale, same bool) {
	code := w.submits[s.OrderID]
	if !same || code.Empty() {
		code = w.gate.codeOf(s.OrderID)
	}
	w.see.repetition(s.OrderID)
	w.did(fmt.Sprintf("the manager repeats the code for %s", s.ID), w.till.RepeatOTP(context.Background(), s.ID, code, manager))
}

func (s *witness) repetition(orderID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order(orderID).repeated = true
	s.spec.Manager(orderID)
}

func (w *world) check(id journal.SaleID) {
	d := w.till
	d.Aside(func() { w.did("check "+string(id), d.Check(context.Background(), id)) })
}
