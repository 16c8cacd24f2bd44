package adversary

import (
	"fmt"
	"sync"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/till/tests/specoracle"
)

// The laws that only this proof can hold, beside the oracle's.
const (
	lawWay  oracle.Law = "NO WAY OUT" // everybody can go on with everything
	lawCode oracle.Law = "CODE"       // no code leaves beside one that is open
	lawLog  oracle.Law = "LOG"        // no secret is logged
	lawDisk oracle.Law = "DISK"       // the store takes what it is given
)

// Problem is a law that was broken.
type Problem = oracle.Breach

// witness sees what reaches the wire, the disk and the screen. The laws are the
// oracle's; what it knows beside them is what became of a code.
type witness struct {
	w        *world
	law      *oracle.Witness
	spec     *specoracle.Witness // the second opinion, see second.go
	mu       sync.Mutex
	orders   map[string]*order
	problems []Problem
	counts   map[string]int
}

// order is what was seen of one order on the wire.
type order struct {
	initiates int
	code      codeState
	repeated  bool // a manager's repetition was asked for
}

func newWitness(w *world) *witness {
	return &witness{w: w, law: oracle.NewWitness(), spec: specoracle.NewWitness(), orders: map[string]*order{}, counts: map[string]int{}}
}

func (s *witness) problem(law oracle.Law, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.problemLocked(law, format, args...)
}

func (s *witness) problemLocked(law oracle.Law, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.w.trace("PROBLEM", "%s: %s", law, text)
	if len(s.problems) < 20 {
		s.problems = append(s.problems, Problem{Law: law, What: text})
	}
}

// breaks writes down which laws were broken.
func (s *witness) breaks(all []oracle.Breach) {
	for _, b := range all {
		s.problem(b.Law, "%s", b.What)
	}
}

func (s *witness) order(id string) *order {
	o := s.orders[id]
	if o == nil {
		o = new(order)
		s.orders[id] = o
	}
	return o
}

// initiate takes in a request that opens a payment.
func (s *witness) initiate(orderID string) {
	s.breaks(s.law.Sent(core.OpInitiate, orderID))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order(orderID).initiates++
	s.spec.Initiated(orderID)
	s.w.trace("wire", "initiate of %s", orderID)
}

// addAnswer takes in an answer in the moment in which the till can read it. whose is
// the payment whose question it belongs to, nil for a surplus one.
func (s *witness) addAnswer(q *question, whose *payment, a *answer, cut bool) {
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
			s.law.Said(whose.order, word)
		}
	}
	s.secondOpinion(q, whose, a, word)
	switch {
	case q.op == core.OpSubmitOTP:
		o.codeAnswered(q, a, word)
	case q.op == core.OpFetchStatus:
		o.addStatus(whose, a, word, q.leg())
	case q.op == core.OpGenerateQR:
		if raw, there := a.get("qrCode"); a.good() && there && raw != "null" {
			s.spec.QRSeen(whose.order)
		}
	}
}

// committed takes in a change that is on the disk.
func (s *witness) committed(c journal.Change) {
	if sale := c.Sale; sale != nil && s.w.keeps {
		s.w.trace("disk", "%s %d: %s, %s, %s, receipt %d, watch %d next %v, conflict %q", sale.ID, sale.Version, sale.Step, sale.Session.State,
			sale.Status(), sale.ReceiptSeq, sale.Watch.Tries, s.w.since(sale.Watch.Next), sale.Session.Conflict)
	}
	if c.Receipt != nil {
		s.count("receipts")
	}
	s.breaks(s.law.Committed(c))
	if c.Sale != nil {
		s.spec.Written(specoracle.State{Order: c.Sale.OrderID, Session: string(c.Sale.Session.State), Receipt: c.Sale.ReceiptSeq,
			Transaction: c.Sale.Session.TransactionID})
	}
}

func (s *witness) count(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[what]++
}

// restored takes in that an older journal was put back. What the till forgot
// by that, it need not know.
func (s *witness) restored(books oracle.Books) {
	s.law.PutBack(books)
	s.spec.PutBack()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		o.code = codeState{}
	}
}
