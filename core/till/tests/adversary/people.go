package adversary

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/till"
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
			w.charge(r, till.Draft{})
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
func (w *world) sale(id till.SaleID) (till.Sale, bool) {
	s, err := w.disk.Sale(context.Background(), id)
	return s, err == nil
}

// with does something with one sale.
func (w *world) with(ctx context.Context, a act, r *rand.Rand, s till.Sale) {
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
		w.pay(r, s, a.kind == decline)
	case replace:
		if len(w.ids) < 6 {
			w.charge(r, till.Draft{Replaces: id, Manager: []string{"", manager}[r.IntN(2)], Reason: till.AsideWrongAmount})
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
		w.did("set aside "+string(id), w.till.SetAside(ctx, id, till.AsideCustomerLeft))
	case toManager:
		w.did("to the manager "+string(id), w.till.ToManager(ctx, id, "no answer"))
	case resolve:
		w.did("to the manager "+string(id), w.till.ToManager(ctx, id, "no answer"))
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
	w.trace("people", "%s: %s", what, till.CodeOf(err))
}

func (w *world) charge(r *rand.Rand, d till.Draft) {
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

// both opens a new payment by QR instead of a sale and lets the customer pay the
// two, in some order.
func (w *world) both(r *rand.Rand, s till.Sale) {
	if len(w.ids) >= 6 {
		return
	}
	before := len(w.ids)
	w.charge(r, till.Draft{Route: core.RouteQR, Replaces: s.ID, Manager: manager, Reason: till.AsideNoCode})
	time.Sleep(2 * time.Second)
	late := r.IntN(2) == 0
	if !late {
		w.pay(r, s, false)
	}
	if len(w.ids) > before {
		if s2, known := w.sale(w.ids[before]); known {
			w.pay(r, s2, false)
		}
	}
	time.Sleep(time.Duration(r.IntN(30)) * time.Second)
	w.pay(r, s, false)
}

// crossed takes a sale to an account while its QR is paid.
func (w *world) crossed(r *rand.Rand, s till.Sale) {
	w.validate(r, s)
	time.Sleep(time.Second)
	if r.IntN(3) > 0 {
		w.pay(r, s, false)
	}
	if r.IntN(3) > 0 {
		w.submit(s, w.gate.codeOf(s.OrderID))
		time.Sleep(time.Second)
		w.pay(r, s, false)
	}
}

// next does what is sensible with a sale.
func (w *world) next(r *rand.Rand, s till.Sale) {
	ctx := context.Background()
	switch s.Status() {
	case till.StatusChoosing:
		route := pick(r, routes)
		w.did(fmt.Sprintf("pick %s for %s", route, s.ID), w.till.PickRoute(ctx, s.ID, route))
	case till.StatusEntry:
		w.validate(r, s)
	case till.StatusCode:
		w.submit(s, w.gate.codeOf(s.OrderID))
	case till.StatusWaiting, till.StatusUnknown, till.StatusSetAside:
		if s.Session.QRPayload != "" && r.IntN(3) > 0 {
			w.pay(r, s, false)
		} else {
			w.check(s.ID)
		}
	default:
		w.did("acknowledged "+string(s.ID), w.till.Acknowledge(ctx, s.ID))
	}
}

func (w *world) validate(r *rand.Rand, s till.Sale) {
	e := till.AccountEntry{Route: core.RouteAccount, Account: core.NewSecret("555" + accountMark), InstitutionCode: "FPB",
		InstitutionName: "First Practice Bank"}
	if s.Route == core.RouteWallet || s.Route != core.RouteAccount && r.IntN(2) == 0 {
		e = till.AccountEntry{Route: core.RouteWallet, Account: core.NewSecret("09" + accountMark), InstitutionCode: "PWL", InstitutionName: "Practice Wallet"}
	}
	if r.IntN(8) == 0 {
		w.aside(func(d *till.Till) { _, _ = d.Institutions(context.Background(), s.ID, e.Route) })
	}
	w.did(fmt.Sprintf("%s for %s", e.Route, s.ID), w.till.Validate(context.Background(), s.ID, e))
}

func (w *world) submit(s till.Sale, code core.Secret) {
	err := w.till.SubmitOTP(context.Background(), s.ID, code, false)
	if err == nil {
		w.submits[s.OrderID] = code
	}
	w.did(fmt.Sprintf("code %s for %s", code.Reveal(), s.ID), err)
}

// repeat is the manager's way on when nobody answers for a code.
func (w *world) repeat(s till.Sale, same bool) {
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
}

// aside runs what waits for the network beside everything else.
func (w *world) aside(f func(d *till.Till)) {
	d := w.till
	w.hands.Go(func() { f(d) })
}

func (w *world) check(id till.SaleID) {
	w.aside(func(d *till.Till) { w.did("check "+string(id), d.Check(context.Background(), id)) })
}

// pay lets the customer do something with a QR that a screen has shown.
func (w *world) pay(r *rand.Rand, s till.Sale, declines bool) {
	if s.Session.QRPayload == "" {
		return
	}
	g := w.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.byOrder[s.OrderID]
	if p == nil || !p.legs[0].used {
		return
	}
	switch {
	case declines && p.legs[0].taken == 0:
		p.legs[0].word = pick(r, []string{"FAILED", "EXPIRED"})
		w.trace("people", "the customer declines %s", s.ID)
	case !declines && p.legs[0].taken == 0:
		p.debit(0, pick(r, delays))
		w.trace("people", "the customer pays %s by QR, taken at %v", s.ID, w.since(p.legs[0].due))
	}
}

func (g *gateway) codeOf(orderID string) core.Secret {
	g.mu.Lock()
	defer g.mu.Unlock()
	if p := g.byOrder[orderID]; p != nil && len(p.codes) > 0 {
		return core.NewSecret(p.codes[len(p.codes)-1])
	}
	return core.NewSecret("000001")
}

func (g *gateway) purge(orderID, code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if p := g.byOrder[orderID]; p != nil {
		p.purged = code
		g.w.trace("gateway", "forgets payment %d: %s", p.n, code)
	}
}

func (w *world) restart() {
	w.trace("people", "restart")
	w.close()
	time.Sleep(3 * time.Second)
	w.open()
}

// putBack lets somebody restore an older journal.
func (w *world) putBack(r *rand.Rand) {
	w.close()
	n := w.disk.Commits()
	n -= min(n, r.IntN(14))
	time.Sleep(time.Minute)
	w.disk = w.disk.At(n)
	ctx := context.Background()
	freeze := till.Freeze{Cause: till.FreezeRestored, At: time.Now(), Since: time.Now().Add(-time.Minute)}
	if old, err := w.disk.Freeze(ctx); err == nil { // numbers that were left out stay so
		freeze.Day, freeze.Number, freeze.Receipt = old.Day, old.Number, old.Receipt
	}
	if err := w.disk.Commit(ctx, till.Change{Freeze: &freeze}); err != nil {
		w.see.problem(lawOnce, "the store refuses a freeze: %v", err)
	}
	w.trace("people", "the journal is put back to its first %d commits", n)
	page, err := w.disk.Sales(ctx, till.SaleQuery{Limit: 100})
	if err != nil {
		w.see.problem(lawOnce, "the old journal: %v", err)
	}
	var receipts []till.Receipt
	for _, s := range page.Sales {
		if rec, err := w.disk.Receipt(ctx, s.ReceiptSeq); err == nil {
			receipts = append(receipts, rec)
		}
	}
	w.see.restored(page.Sales, receipts)
	w.open()
}
