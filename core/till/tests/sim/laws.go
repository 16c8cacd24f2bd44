package sim

import (
	"context"
	"encoding/json"
	"slices"

	"sanduq/core/sandbox"
	"sanduq/core/till"
)

// mayShow tells of a record whether a till may say what it says. It is asked of
// all that reaches the disk and of all that is shown. The caller holds mu.
func (s *witness) mayShow(sale till.Sale) {
	o := s.orders[sale.OrderID]
	if o == nil {
		s.problemLocked("%s shows an order that is not on the disk", sale.ID)
		return
	}
	switch status := sale.Status(); status {
	case till.StatusPaid:
		if !o.words[sandbox.StatusSuccess] {
			s.problemLocked("FALSE PAID: %s, and no reply said so", sale.ID)
		}
	case till.StatusFailed:
		if !o.words[sandbox.StatusFailed] {
			s.problemLocked("FALSE NOT PAID: %s is failed, and no reply said so", sale.ID)
		}
	case till.StatusExpired:
		if !o.words[sandbox.StatusExpired] {
			s.problemLocked("FALSE NOT PAID: %s is expired, and no reply said so", sale.ID)
		}
	case till.StatusResolved:
		if !o.resolved {
			s.problemLocked("%s is resolved, and no manager said so", sale.ID)
		}
	case till.StatusNotOpened:
		if sale.Step == till.StepNotSent && o.arrived > 0 {
			s.problemLocked("%s says that nothing was sent, and initiate left", sale.ID)
		}
	}
}

// mayHold demands that no two sales hold one payment, unless the second says
// that something is wrong. The caller holds mu.
func (s *witness) mayHold(sale till.Sale) {
	id := sale.Session.PaymentID
	if id == "" {
		return
	}
	if first, held := s.payments[id]; held && first != sale.ID {
		if sale.Session.Conflict == "" && sale.Status() != till.StatusNotOpened {
			s.problemLocked("%s took the payment of %s", sale.ID, first)
		}
		return
	}
	s.payments[id] = sale.ID
}

// shown compares what a living till shows with what is on the disk.
func (s *witness) shown(p *process, v till.View) {
	if p.dead.Load() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	trail := s.trail[v.ID]
	if v.Version == 0 || int(v.Version) > len(trail) {
		s.problemLocked("%s shows version %d, the disk has %d", v.ID, v.Version, len(trail))
		return
	}
	s.mayShow(v.Sale)
	disk := trail[v.Version-1]
	a, b := v.Status(), disk.Status()
	if a != b && (final(a) || final(b)) || v.ReceiptSeq != disk.ReceiptSeq {
		s.problemLocked("%s shows %s, receipt %d; the disk has %s, %d", v.ID, a, v.ReceiptSeq, b, disk.ReceiptSeq)
	}
}

func final(s till.Status) bool {
	return s == till.StatusPaid || s == till.StatusFailed || s == till.StatusExpired || s == till.StatusNotOpened || s == till.StatusResolved
}

// repeated reports whether a code was handed in before and nobody told what
// became of it: a refusal of the repetition proves nothing about the first.
func (o *order) repeated(c call) bool { return o.twice && o.code == c.code }

// audit compares everything once the day is over and the network was quiet.
func (w *world) audit() {
	s := w.see
	ctx := context.Background()
	for id, o := range s.orders {
		arrived, opened, err := w.gate.InitiateCount(id)
		if err != nil || arrived > 1 || opened > 1 {
			s.problem("%s: initiate arrived %d times and opened %d payments, %v", o.sale, arrived, opened, err)
		}
		p, found, err := w.gate.Payment(id)
		if err != nil {
			s.problem("%s: %v", o.sale, err)
		}
		w.compare(o.sale, p, found)
	}
	if err := w.gate.CheckLedger(); err != nil {
		s.problem("the gateway's books: %v", err)
	}
	for i, r := range s.receipts {
		got, err := w.store.Store.Receipt(ctx, uint64(i)+1)
		if err != nil || !same(got, r) {
			s.problem("receipt %d on the disk: %+v, %v", i+1, got, err)
		}
	}
	rows, err := w.store.Store.Audit(ctx, 0, len(s.audit)+1)
	slices.Reverse(rows)
	if err != nil || !same(rows, s.audit) {
		s.problem("%d audit rows on the disk, %d were written, %v", len(rows), len(s.audit), err)
	}
	page, err := w.store.Store.Sales(ctx, till.SaleQuery{Limit: len(s.trail) + 1})
	if err != nil || len(page.Sales) != len(s.trail) {
		s.problem("%d sales on the disk, %d were written, %v", len(page.Sales), len(s.trail), err)
	}
	for _, sale := range page.Sales {
		if trail := s.trail[sale.ID]; len(trail) == 0 || !same(sale, trail[len(trail)-1]) {
			s.problem("%s on the disk is not what was written last", sale.ID)
		}
	}
	w.twice()
	w.numbered()
}

// compare holds one sale against the gateway's payment.
func (w *world) compare(id till.SaleID, p payment, found bool) {
	s := w.see
	trail := s.trail[id]
	sale := trail[len(trail)-1]
	paid := found && p.Status == sandbox.StatusSuccess
	receipts := 0
	for _, r := range s.receipts {
		if r.SaleID != id {
			continue
		}
		receipts++
		if !paid || r.Amount.Minor != p.Minor || r.Amount.Currency != p.Currency || r.PaymentID != p.ID {
			s.problem("receipt %d of %s: %v of payment %s; the gateway has %s, %d", r.Seq, id, r.Amount, r.PaymentID, p.Status, p.Minor)
		}
		if r.TransactionID != "" && r.TransactionID != p.Transaction {
			s.problem("receipt %d of %s names transaction %s, the gateway %s", r.Seq, id, r.TransactionID, p.Transaction)
		}
	}
	switch {
	case receipts > 1 || (receipts == 1) != (sale.Status() == till.StatusPaid):
		s.problem("%s is %s and has %d receipts", id, sale.Status(), receipts)
	case paid && receipts == 0 && sale.ResolvedOutside == nil:
		s.problem("LOST: the gateway has the money of %s, which is %s (%s, %s, suffered %s)", id, sale.Status(), sale.Step,
			sale.Session.State, s.suffered(sale.OrderID))
	case paid && receipts == 0:
		s.count("closed by a manager")
	case paid:
		s.learnt(sale.OrderID, p.Settled)
	}
	if paid {
		s.count("paid at the gateway")
	}
	if receipts > 0 {
		s.count("receipts")
	}
	s.count("ends " + string(sale.Status()))
}

// twice demands that of linked sales that are paid all but the first say so.
func (w *world) twice() {
	s := w.see
	parent := map[till.SaleID]till.SaleID{}
	var root func(id till.SaleID) till.SaleID
	root = func(id till.SaleID) till.SaleID {
		if up, ok := parent[id]; ok && up != id {
			return root(up)
		}
		return id
	}
	for id, trail := range s.trail {
		if old := trail[len(trail)-1].Replaces; old != "" {
			parent[root(id)] = root(old)
		}
	}
	first := map[till.SaleID]till.SaleID{}
	for _, r := range s.receipts {
		trail := s.trail[r.SaleID]
		sale := trail[len(trail)-1]
		if _, again := first[root(r.SaleID)]; !again {
			first[root(r.SaleID)] = r.SaleID
			continue
		}
		s.count("paid twice")
		if with := sale.PaidTwiceWith; with == "" || root(with) != root(r.SaleID) {
			s.problem("PAID TWICE unnoticed: %s after %s", r.SaleID, first[root(r.SaleID)])
		}
	}
}

// numbered demands that the sales of each day are numbered from one on without
// a gap, whatever order the days came in.
func (w *world) numbered() {
	most, count := map[till.Day]int{}, map[till.Day]int{}
	for _, s := range w.newest() {
		count[s.ID.Day()]++
		most[s.ID.Day()] = max(most[s.ID.Day()], s.ID.Number())
		w.see.count("sales")
	}
	for day, n := range count {
		if most[day] != n {
			w.see.problem("day %s has %d sales, the last is number %d", day, n, most[day])
		}
	}
	orders := map[string]bool{}
	for _, s := range w.newest() {
		if orders[s.OrderID] {
			w.see.problem("order %s twice", s.OrderID)
		}
		orders[s.OrderID] = true
	}
}

func same(a, b any) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && string(x) == string(y)
}
