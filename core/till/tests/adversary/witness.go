package adversary

import (
	"fmt"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/till"
)

// The laws, as a problem names them.
const (
	lawPaid  = "paid"
	lawEnd   = "not paid"
	lawOnce  = "once"
	lawTwice = "twice"
	lawWay   = "way out"
	lawWire  = "wire"
	lawOrder = "order"
	lawHeard = "heard"
	lawLog   = "log"
)

// Problem is a law that was broken.
type Problem struct {
	Law  string
	What string
}

// witness sees what reaches the wire, the disk and the screen, and knows
// nothing of how the till works.
type witness struct {
	w        *world
	mu       sync.Mutex
	orders   map[string]*order
	sales    map[till.SaleID]till.Sale // as the disk has them
	paidAt   map[till.SaleID]time.Time
	receipts []till.Receipt
	frozen   bool // a journal was put back, and nobody has confirmed it
	problems []Problem
	counts   map[string]int
}

// order is what was seen of one order on the wire.
type order struct {
	initiates int
	said      map[string]bool // words that the gateway said of it, to its own questions
	code      codeState
	repeated  bool // a manager's repetition was asked for
}

func newWitness(w *world) *witness {
	return &witness{w: w, orders: map[string]*order{}, sales: map[till.SaleID]till.Sale{}, paidAt: map[till.SaleID]time.Time{},
		counts: map[string]int{}}
}

func (s *witness) problem(law, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.problemLocked(law, format, args...)
}

func (s *witness) problemLocked(law, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.w.trace("PROBLEM", "%s: %s", law, text)
	if len(s.problems) < 20 {
		s.problems = append(s.problems, Problem{law, text})
	}
}

func (s *witness) order(id string) *order {
	o := s.orders[id]
	if o == nil {
		o = &order{said: map[string]bool{}}
		s.orders[id] = o
	}
	return o
}

// initiate takes in a request that opens a payment.
func (s *witness) initiate(orderID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.order(orderID)
	if o.initiates++; o.initiates > 1 {
		s.problemLocked(lawWire, "initiate of %s arrived %d times", orderID, o.initiates)
	}
	s.w.trace("wire", "initiate of %s", orderID)
}

// told takes in an answer in the moment in which the till can read it. whose is
// the payment whose question it belongs to, nil for a surplus one.
func (s *witness) told(q *question, whose *payment, a *answer, cut bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts["replies"]++
	if s.w.keeps {
		body, _ := a.body()
		s.w.trace("wire", "%s of %s, leg %d: %d %.160s%s", q.op, q.in.OrderID, q.leg(), a.status, body, map[bool]string{true: " (surplus)"}[whose == nil && q.op == core.OpFetchStatus])
	}
	if whose == nil || cut {
		return
	}
	o := s.order(whose.order)
	word := ""
	if q.op == core.OpFetchStatus || q.op == core.OpSubmitOTP && q.wallet {
		if word = a.says(whose); word != "" {
			o.said[word] = true
		}
	}
	switch {
	case q.op == core.OpSubmitOTP:
		o.codeAnswered(q, a, word)
	case q.op == core.OpFetchStatus && o.code.words && a.noMoney(word):
		o.code.open = false
	}
}

// opening takes in that the till is about to open a payment: of the sales of
// the same order none may be paid on the disk.
func (s *witness) opening(orderID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sale := range s.sales {
		if sale.OrderID != orderID {
			continue
		}
		for _, id := range s.linked(sale.ID) {
			law := lawOrder
			if id == sale.Replaces {
				law = lawWire
			}
			if at, paid := s.paidAt[id]; paid && at.Before(time.Now()) {
				s.problemLocked(law, "initiate of %s in place of %s, which is paid on the disk for %v", sale.ID, id, time.Since(at))
			}
		}
	}
}

// linked returns the sales of the same order: those that replace each other.
func (s *witness) linked(id till.SaleID) []till.SaleID {
	group := map[till.SaleID]bool{id: true}
	for grown := true; grown; {
		grown = false
		for _, sale := range s.sales {
			if up := sale.Replaces; up != "" && group[up] != group[sale.ID] {
				group[up], group[sale.ID], grown = true, true, true
			}
		}
	}
	delete(group, id)
	out := make([]till.SaleID, 0, len(group))
	for other := range group {
		out = append(out, other)
	}
	return out
}

// committed takes in a change that is on the disk.
func (s *witness) committed(c till.Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.Sale != nil {
		sale := *c.Sale
		s.sales[sale.ID] = sale
		if s.w.keeps {
			s.w.trace("disk", "%s %d: %s, %s, %s, receipt %d, watch %d next %v, conflict %q", sale.ID, sale.Version, sale.Step, sale.Session.State,
				sale.Status(), sale.ReceiptSeq, sale.Watch.Tries, s.w.since(sale.Watch.Next), sale.Session.Conflict)
		}
		s.mayShow(sale)
		s.alone(sale)
		if sale.Status() == till.StatusPaid && s.paidAt[sale.ID].IsZero() {
			s.paidAt[sale.ID] = time.Now()
		}
	}
	if c.Receipt != nil {
		s.receipt(*c.Receipt)
	}
	if c.Freeze != nil {
		s.frozen = c.Freeze.Confirmed == nil
	}
}

// moves takes in a request that creates or moves a payment: none leaves a till
// that is frozen, and no code for a sale that is paid on the disk.
func (s *witness) moves(op core.Operation, orderID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.frozen {
		s.problemLocked(lawWire, "%s of %s, and the till is frozen", op, orderID)
	}
	if op != core.OpSubmitOTP {
		return
	}
	for id, at := range s.paidAt {
		if s.sales[id].OrderID == orderID && at.Before(time.Now()) {
			s.problemLocked(lawWire, "a code of %s, which is paid on the disk for %v", id, time.Since(at))
		}
	}
}

// alone demands that a sale with a receipt shares its transaction with no other
// such sale, also when it became known only later.
func (s *witness) alone(sale till.Sale) {
	tx := sale.Session.TransactionID
	if sale.ReceiptSeq == 0 || tx == "" {
		return
	}
	for _, other := range s.sales {
		if other.ID != sale.ID && other.ReceiptSeq != 0 && other.Session.TransactionID == tx {
			s.problemLocked(lawOnce, "%s and %s are both paid by transaction %.20s", other.ID, sale.ID, tx)
		}
	}
}

func (s *witness) receipt(r till.Receipt) {
	s.counts["receipts"]++
	for _, old := range s.receipts {
		switch {
		case old.SaleID == r.SaleID:
			s.problemLocked(lawOnce, "two receipts for %s", r.SaleID)
		case old.PaymentID == r.PaymentID:
			s.problemLocked(lawOnce, "receipts of %s and %s for payment %s", old.SaleID, r.SaleID, r.PaymentID)
		case old.TransactionID == r.TransactionID && r.TransactionID != "":
			s.problemLocked(lawOnce, "receipts of %s and %s for transaction %.20s", old.SaleID, r.SaleID, r.TransactionID)
		}
	}
	s.receipts = append(s.receipts, r)
	sale := s.sales[r.SaleID]
	if r.Amount != sale.Amount || r.OrderID != sale.OrderID || r.PaymentID != sale.Session.PaymentID || len(r.TransactionID) > longest {
		s.problemLocked(lawPaid, "the receipt of %s is not its own: %s %s, %d bytes of transaction", r.SaleID, r.PaymentID, r.Amount.Major(),
			len(r.TransactionID))
	}
}

// longest is how long a transaction on a receipt may be, in bytes: longer ones
// make endless paper.
const longest = 512

// mayShow holds what a record says of money against what the gateway said of
// that very sale.
func (s *witness) mayShow(sale till.Sale) {
	said := s.order(sale.OrderID).said
	switch status := sale.Status(); {
	case status == till.StatusPaid && !said["SUCCESS"]:
		s.problemLocked(lawPaid, "%s is paid, and no answer to its questions said so", sale.ID)
	case status == till.StatusFailed && !said["FAILED"], status == till.StatusExpired && !said["EXPIRED"]:
		s.problemLocked(lawEnd, "%s is %s, and no answer to its questions said so", sale.ID, status)
	}
}

// shown takes in what a screen shows.
func (s *witness) shown(v till.View) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mayShow(v.Sale)
	if v.Status() == till.StatusPaid && s.sales[v.ID].Status() != till.StatusPaid {
		s.problemLocked(lawPaid, "%s is shown paid, and the disk says %s", v.ID, s.sales[v.ID].Status())
	}
}

// restored takes in that an older journal was put back. What the till forgot
// by that, it need not know.
func (s *witness) restored(sales []till.Sale, receipts []till.Receipt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sales, s.receipts, s.frozen = map[till.SaleID]till.Sale{}, receipts, true
	s.paidAt = map[till.SaleID]time.Time{}
	for _, sale := range sales {
		s.sales[sale.ID] = sale
		if sale.Status() == till.StatusPaid {
			s.paidAt[sale.ID] = time.Now()
		}
	}
	for _, o := range s.orders {
		o.code = codeState{}
	}
}
