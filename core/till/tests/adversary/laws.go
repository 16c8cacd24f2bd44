package adversary

import (
	"context"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/tests/oracle"
)

// hours is how long a calm lasts before the laws are held against it. The
// longest pause of the watcher's plan is one hour.
const hours = 2*time.Hour + 5*time.Minute

// freezes is after what time of silence a manager can end a freeze.
const freezes = 20 * time.Minute

// everyWatch is after what time of answers no sale is watched any more.
const everyWatch = 80 * time.Hour

// records are the sales on the disk, oldest first.
func (w *world) records() []journal.Sale {
	page, err := w.disk.Sales(context.Background(), journal.SaleQuery{Limit: 100})
	if err != nil {
		w.see.problem(lawDisk, "the store cannot be read: %v", err)
	}
	slices.Reverse(page.Sales)
	return page.Sales
}

// becalm makes the gateway honest: what it took it has taken, and says so.
func (g *gateway) becalm() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calm = true
	g.network.Store(up)
	for _, p := range g.payments {
		for i := range p.legs {
			if l := &p.legs[i]; l.taken > 0 && l.due.After(time.Now()) {
				l.due = time.Now()
			}
		}
	}
	g.unasked = nil
	g.w.trace("gateway", "calm")
}

// checkMoneyKnown demands that the till knows of all money that the gateway has and tells
// of.
func (w *world) checkMoneyKnown() {
	e := w.evidence()
	by := map[string]journal.SaleID{}
	for _, s := range e.Sales {
		if s.ReceiptSeq != 0 {
			by[s.Session.TransactionID], by[s.Session.PaymentID] = s.ID, s.ID
		}
	}
	e.Excused = func(d oracle.Debit, s journal.Sale) bool {
		p := w.gate.payment(d.Order)
		switch {
		case s.Session.PaymentID == "" || p.purged != "":
			return true
		case s.Session.Conflict != "" && (p.told != p.id || p.claimed(by, s.ID)):
			w.see.count("alarmed")
			return true // another sale has what is its own: somebody has to look
		}
		return false
	}
	w.see.breaks(oracle.Only(e, oracle.Known))
	for range e.Debits {
		w.see.count("taken")
	}
}

// lawful holds the laws at rest. That a receipt stands for money, a gateway that
// lies without a trace keeps from the till.
func (w *world) lawful() {
	e := w.evidence()
	for _, s := range e.Sales {
		if s.PaidTwiceWith != "" {
			w.see.count("paid twice")
		}
	}
	w.see.breaks(oracle.Validate(e, oracle.Known, oracle.Covered, oracle.BothLegs))
}

// evidence is what is on the disk, and what the gateway's ledger has by now.
func (w *world) evidence() oracle.Evidence {
	books, err := oracle.Read(context.Background(), w.disk)
	if err != nil {
		w.see.problem(lawDisk, "the books cannot be read: %v", err)
	}
	e := oracle.Evidence{Books: books}
	w.gate.mu.Lock()
	defer w.gate.mu.Unlock()
	for _, p := range w.gate.payments {
		e.Orders = append(e.Orders, oracle.Order{ID: p.order, Arrived: 1, Opened: 1})
		for i, l := range p.legs {
			if l.paid(time.Now()) {
				e.Debits = append(e.Debits, oracle.Debit{Order: p.order, Payment: p.id, Transaction: l.tx, Amount: p.amount, At: l.due, ByAccount: i == 1})
			}
		}
	}
	return e
}

func (g *gateway) payment(order string) *payment {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.byOrder[order]
}

// claimed reports whether another sale has a receipt with the payment's names.
func (p *payment) claimed(by map[string]journal.SaleID, id journal.SaleID) bool {
	for _, name := range []string{p.told, p.legs[0].tx, p.legs[1].tx} {
		if other, there := by[name]; there && other != id {
			return true
		}
	}
	return false
}

// group are the sales of the same order as one of them.
func (w *world) group(id journal.SaleID) (all []journal.Sale) {
	first := oracle.Family(id, w.sale)
	for _, s := range w.records() {
		if s.ID != id && oracle.Family(s.ID, w.sale) == first {
			all = append(all, s)
		}
	}
	return all
}

// unlocked demands that no code pad is locked any more by a code that was
// refused in words, once the gateway has answered for the sale.
func (w *world) unlocked() {
	for _, s := range w.records() {
		if !s.Session.OTPUnresolved || s.ResolvedOutside != nil {
			continue
		}
		w.see.mu.Lock()
		c := w.see.order(s.OrderID).code
		w.see.mu.Unlock()
		if c.words && !c.open {
			w.see.problem(lawWay, "the pad of %s is locked, and nothing is open: %s, capped %v", s.ID, s.Step, s.Capped)
		}
	}
}

// waysOut demands that a manager can go on with everything, and the till with
// its work: in a calm a new sale is paid.
func (w *world) waysOut(calm bool) {
	ctx := context.Background()
	if !w.endFreeze() {
		return
	}
	for n, s := range w.records() {
		status := s.Status()
		switch {
		case status.Group() == journal.GroupOpen:
			if n < 2 {
				w.repeats(s)
				w.instead(s)
			}
			if err := w.till.ToManager(ctx, s.ID, "no answer"); err != nil && journal.CodeOf(err) != journal.CodeStep {
				w.see.problem(lawWay, "%s, %s, cannot be given to the manager: %v", s.ID, status, err)
			}
			w.see.law.Resolves(s.OrderID)
			if err := w.till.ResolveOutside(ctx, s.ID, "seen at the bank", manager); err != nil {
				if now, _ := w.sale(s.ID); now.Status().Group() == journal.GroupOpen {
					w.see.problem(lawWay, "%s, %s, cannot be resolved: %v", s.ID, status, err)
				}
			}
		case s.AcknowledgedAt.IsZero():
			if err := w.till.Acknowledge(ctx, s.ID); err != nil && journal.CodeOf(err) != journal.CodeNoSale {
				w.see.problem(lawWay, "%s, %s, cannot be acknowledged: %v", s.ID, status, err)
			}
		}
	}
	if id := w.sells(journal.Draft{}); id != "" && calm {
		w.earns(id)
	}
}

// endFreeze demands that a manager can end a freeze.
func (w *world) endFreeze() bool {
	rec := w.till.Recovery()
	if rec == nil {
		return true
	}
	err := w.till.ConfirmRecovery(context.Background(), manager)
	if err != nil {
		w.see.problem(lawWay, "the freeze does not end: %v, waiting for %v", err, rec.Waiting)
	}
	return err == nil
}

// repeats demands that a manager can repeat a code that nobody answered for, and
// that nobody can once another sale of the order is paid.
func (w *world) repeats(s journal.Sale) {
	code, there := w.submits[s.OrderID]
	if !there || !s.Session.OTPUnresolved || w.seedBit(0) {
		return
	}
	paid := slices.ContainsFunc(w.group(s.ID), func(other journal.Sale) bool { return other.Status() == journal.StatusPaid })
	if !paid {
		w.see.repetition(s.OrderID)
	}
	switch err := w.till.RepeatOTP(context.Background(), s.ID, code, manager); {
	case err != nil && !paid:
		w.see.problem(lawWay, "the code of %s cannot be repeated: %v", s.ID, err)
	case err == nil && paid:
		w.see.problem(lawCode, "the code of %s was repeated although its order is paid", s.ID)
	}
	time.Sleep(time.Minute)
}

func (w *world) seedBit(n int) bool { return w.seed>>n&1 == 1 }

// instead demands that a new payment can be opened instead of one that is not
// paid, with a manager.
func (w *world) instead(s journal.Sale) {
	if now, _ := w.sale(s.ID); now.Status() == journal.StatusPaid {
		return
	}
	for _, other := range w.group(s.ID) {
		if other.Status() == journal.StatusPaid {
			return // the order is paid
		}
	}
	w.sells(journal.Draft{Replaces: s.ID, Manager: manager, Reason: journal.AsideWrongAmount})
}

// sells demands that a sale can be charged: its initiate arrives. It returns
// the sale's name, blank when it was not opened.
func (w *world) sells(d journal.Draft) journal.SaleID {
	d.Amount, d.Route = money.Amount{Minor: 4321, Currency: "LYD"}, core.RouteQR
	v, err := w.till.Charge(context.Background(), d)
	paid := func() bool {
		old, _ := w.sale(d.Replaces)
		return d.Replaces != "" && old.Status() == journal.StatusPaid
	}
	if err != nil {
		if !paid() {
			w.see.problem(lawWay, "no new sale instead of %q: %v", d.Replaces, err)
		}
		return ""
	}
	time.Sleep(2 * time.Second)
	w.see.mu.Lock()
	arrived := w.see.order(v.OrderID).initiates
	w.see.mu.Unlock()
	if arrived == 0 && !paid() {
		now, _ := w.sale(v.ID)
		w.see.problem(lawWay, "%s instead of %q was charged, and nothing is sent for it: %s", v.ID, d.Replaces, now.Status())
	}
	return v.ID
}

// earns demands that a new sale is paid soon after its customer paid.
func (w *world) earns(id journal.SaleID) {
	s, _ := w.sale(id)
	w.gate.mu.Lock()
	p := w.gate.byOrder[s.OrderID]
	if p != nil {
		p.habits.settles = 0
	}
	w.gate.mu.Unlock()
	if p == nil {
		return // sells has said so
	}
	if w.seedBit(2) {
		w.validate(w.random(tagEnd, 0), s)
		time.Sleep(2 * time.Second)
		s, _ = w.sale(id)
		w.submit(s, w.gate.codeOf(s.OrderID))
	} else {
		w.pay(w.random(tagEnd, 0), s, false, 0)
	}
	time.Sleep(time.Minute)
	if s, _ = w.sale(id); s.Status() != journal.StatusPaid {
		w.see.problem(lawWay, "%s is new, its customer has paid, and a minute later it is %s: %s, %s", id, s.Status(), s.Step, s.Session.State)
	}
}

// quiet demands that no sale is asked about any more.
func (w *world) quiet() {
	before := w.asked()
	time.Sleep(5 * time.Hour)
	for n, asked := range w.asked() {
		if asked > before[n] {
			w.see.problem(lawWay, "payment %d is still asked about after %v: %d questions, %d in the last five hours", n, everyWatch, asked, asked-before[n])
		}
	}
}

func (w *world) asked() []int {
	g := w.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []int
	for _, p := range g.payments {
		out = append(out, p.asked)
	}
	return out
}

// bounded demands that the questions of each sale are bounded: for each start
// of a poller its ticks, for the plan of watching its moments, for each act of
// a person what it may ask, and all of it for two legs.
func (w *world) bounded(acts int) {
	const ticks, plan = 38, 90
	most := 2 * (ticks*(w.starts+4) + plan + 8*acts)
	for n, asked := range w.asked() {
		if asked > most {
			w.see.problem(lawWay, "payment %d was asked about %d times", n, asked)
		}
	}
}
