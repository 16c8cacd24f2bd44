//go:build linux

package histories

import (
	"context"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/tests/driver"
)

var (
	routes  = []core.Route{core.RouteQR, core.RouteQR, core.RouteAccount, core.RouteWallet}
	endings = []int{0, 0, 0, 0, 0, refusedByBank, endsByBank, paysAfterEnd}
	numbers = map[core.Route]string{core.RouteAccount: "1234567890", core.RouteWallet: "0912345678"}
)

// cashier opens two orders, one after the other, and does what each calls for.
func (w *world) cashier(client int) {
	for range 2 {
		number := w.charge(client, 0, nil)
		for range 7 {
			time.Sleep(500*time.Millisecond + w.short(2500*time.Millisecond))
			for _, o := range w.known() {
				if o.number == number {
					w.serve(client, o)
				}
			}
		}
	}
}

// charge opens a payment of an order: a new one, or one instead of its first.
func (w *world) charge(client, number int, instead *opened) int {
	w.mu.Lock()
	o := opened{ending: endings[w.drawn.IntN(len(endings))]}
	d := journal.Draft{Route: routes[w.drawn.IntN(len(routes))], Amount: money.Amount{Minor: 1000*int64(1+w.drawn.IntN(90)) + int64(o.ending), Currency: "LYD"}}
	w.mu.Unlock()
	in := input{Verb: charges}
	if instead != nil {
		in.Payment, d.Replaces, d.Manager, d.Reason = 1, instead.id, "Huda", journal.AsideWrongAmount
	}
	called, p := w.history.call(), w.now.Load()
	v, err := p.till.Charge(context.Background(), d)
	out := output{Record: recordOf(v.Sale), Refused: refused(err)}
	out.Lost = err != nil && !out.Refused || err == nil && p.dead.Load()
	w.mu.Lock()
	o.id, o.order = v.ID, v.OrderID
	switch {
	case instead == nil && (out.Lost || err != nil): // nobody knows its name
		w.mu.Unlock()
		return 0
	case instead == nil:
		number = len(w.orders) + 1
		w.orders = append(w.orders, &placed{number: number, payments: []opened{o}})
	case err == nil && !out.Lost:
		w.orders[number-1].payments = append(w.orders[number-1].payments, o)
	}
	w.mu.Unlock()
	w.history.returned(client, called, one(number, in, out))
	return number
}

// refused reports whether an act was certainly not done.
func refused(err error) bool {
	switch journal.CodeOf(err) {
	case "", journal.CodeStore, journal.CodeUnavailable, journal.CodeNoAnswer:
		return false
	}
	return true
}

// serve does what a payment of an order calls for.
func (w *world) serve(client int, o placed) {
	at := len(o.payments) - 1
	s, ok := w.view(client, o, at)
	if !ok {
		return
	}
	ctx, p := context.Background(), w.now.Load()
	switch s.Status() {
	case journal.StatusChoosing:
		_ = p.till.PickRoute(ctx, s.ID, routes[w.short(4)])
	case journal.StatusEntry:
		_ = p.till.Validate(ctx, s.ID, driver.Entry(s.Route, numbers[s.Route]))
	case journal.StatusCode:
		w.done(client, o, input{Verb: submits, Payment: at}, func() error {
			return p.till.SubmitOTP(ctx, s.ID, core.NewSecret(w.bank.Code(s.OrderID)), false)
		})
	case journal.StatusWaiting, journal.StatusUnknown, journal.StatusSetAside:
		switch n := w.short(10); {
		case n < 2 && s.SetAside == nil:
			w.done(client, o, input{Verb: setAside, Payment: at}, func() error { return p.till.SetAside(ctx, s.ID, journal.AsideCustomerLeft) })
		case n < 4 && at == 0:
			w.charge(client, o.number, &o.payments[0])
		}
	default:
		if w.chance(2) {
			_ = p.till.Acknowledge(ctx, s.ID)
		}
	}
}

// done does something at the till, and writes down what was heard of it.
func (w *world) done(client int, o placed, in input, do func() error) {
	called, p := w.history.call(), w.now.Load()
	err := do()
	out := output{Refused: refused(err)}
	out.Lost = err != nil && !out.Refused || p.dead.Load()
	w.history.returned(client, called, one(o.number, in, out))
}

// some is a payment of any order; false while there is none.
func (w *world) some() (o placed, payment int, ok bool) {
	all := w.known()
	if len(all) == 0 {
		return o, 0, false
	}
	o = all[w.short(time.Duration(len(all)))]
	return o, int(w.short(time.Duration(len(o.payments)))), true
}

// look is somebody who passes a screen.
func (w *world) look(client int) {
	if o, at, ok := w.some(); ok {
		w.view(client, o, at)
	}
}

// view looks at a payment on the till's screen, and returns what is there.
func (w *world) view(client int, o placed, at int) (journal.Sale, bool) {
	called := w.history.call()
	s, ok := w.onScreen(o.payments[at].id)
	if ok {
		w.history.returned(client, called, one(o.number, input{Verb: views, Payment: at}, output{Record: recordOf(s)}))
	}
	return s, ok && s.Version > 0
}

// customer pays, or does not, or looks at the bank's statement.
func (w *world) customer(client int) {
	o, at, ok := w.some()
	if !ok {
		return
	}
	of := o.payments[at]
	verb, act := approves, w.bank.Approve
	switch n := w.short(10); {
	case n < 4:
		w.statement(client, o, at)
		return
	case n < 5:
		verb, act = declines, w.bank.Decline
	}
	called := w.history.call()
	time.Sleep(w.short(100 * time.Millisecond))
	err := w.bank.Press(of.order, act)
	time.Sleep(w.short(100 * time.Millisecond))
	out := output{Refused: err != nil, Lost: err == nil && w.bankWay.bad > 0 && w.chance(6)}
	w.history.returned(client, called, one(o.number, input{Verb: verb, Payment: at, Ending: of.ending}, out))
}

// statement is how often the customer's bank has taken money for a payment.
func (w *world) statement(client int, o placed, at int) {
	called := w.history.call()
	time.Sleep(w.short(50 * time.Millisecond))
	all, err := w.bank.Debits()
	time.Sleep(w.short(50 * time.Millisecond))
	if err != nil {
		w.broken("no statement: %v", err)
		return
	}
	n := 0
	for _, d := range all {
		if d.Order == o.payments[at].order {
			n++
		}
	}
	if w.bent.debit != nil {
		n = w.bent.debit(w, o.payments[at].order, n)
	}
	w.history.returned(client, called, one(o.number, input{Verb: counts, Payment: at}, output{Debits: n}))
}

// owner reads a payment at head office.
func (w *world) owner(client int) {
	if o, at, ok := w.some(); ok {
		w.ask(client, o, at)
	}
}

func (w *world) ask(client int, o placed, at int) {
	called := w.history.call()
	r := w.atOffice(client-owner, o.payments[at].id)
	w.history.returned(client, called, one(o.number, input{Verb: asks, Payment: at}, output{Record: r}))
}
