package sim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
)

// witness sees everything that passes: what reaches the disk, what goes over
// the cables, what the till shows. The laws are the oracle's; what it knows
// beside them is what a code is about.
type witness struct {
	law      *oracle.Witness
	mu       sync.Mutex
	began    time.Time
	keep     bool // the history too
	receipts []journal.Receipt
	audit    []journal.AuditRow
	orders   map[string]*order
	history  map[string][]string // by who or what it is about
	problems []string
	counts   map[string]int
	commits  int
	trails   map[string][]told // of each order, what an export may say of its versions
	given    map[string]string // numbers that went out, and to which order
	stood    journal.Day       // on which it stands in the zone in which it was made
	calmed   time.Time         // since when the gateway is truthful; zero before
	slowest  time.Duration
}

// order is what is known of one order from outside.
type order struct {
	sale    journal.SaleID
	code    submission      // the newest one whose outcome nobody told
	twice   bool            // it was handed in more than once
	unclear bool            // it was refused in words that are no clear no
	lies    map[string]bool // that were told of it
	way     string          // how the till came to know that it is paid
}

// submission is a code on its way. Blank fields mean none.
type submission struct{ otp, reference string }

func newWitness(keep bool) *witness {
	return &witness{law: oracle.NewWitness(), began: time.Now(), keep: keep, orders: map[string]*order{}, history: map[string][]string{},
		counts: map[string]int{}, given: map[string]string{}, trails: map[string][]told{}}
}

func (s *witness) count(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[what]++
}

// problem writes down that a law was broken.
func (s *witness) problem(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.problemLocked(format, args...)
}

func (s *witness) problemLocked(format string, args ...any) {
	text := fmt.Sprintf("%v: ", time.Since(s.began)) + fmt.Sprintf(format, args...)
	s.writeLocked("PROBLEM", "%s", text)
	if len(s.problems) < 20 {
		s.problems = append(s.problems, text)
	}
}

// addLine adds a line to the history of an order.
func (s *witness) addLine(orderID, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	track := "no order"
	if o := s.orders[orderID]; o != nil {
		track = string(o.sale)
	}
	s.writeLocked(track, format, args...)
}

func (s *witness) writeLocked(track, format string, args ...any) {
	if s.keep {
		s.history[track] = append(s.history[track], fmt.Sprintf("%12v ", time.Since(s.began))+fmt.Sprintf(format, args...))
	}
}

// committed takes in a change that is on the disk.
func (s *witness) committed(c journal.Change) {
	broken := s.law.Committed(c)
	s.mu.Lock()
	s.commits++
	s.givenLocked(c)
	if c.Receipt != nil {
		s.receipts = append(s.receipts, *c.Receipt)
	}
	s.audit = append(s.audit, c.Audit...)
	if sale := c.Sale; sale != nil {
		s.trailLocked(*sale)
		if s.orders[sale.OrderID] == nil {
			s.orders[sale.OrderID] = &order{sale: sale.ID, lies: map[string]bool{}}
		}
		s.writeLocked(string(sale.ID), "disk %d: %s %s %s aside=%v manager=%v resolved=%v receipt=%v conflict=%v", sale.Version, sale.Step,
			sale.Session.State, sale.Status(), sale.SetAside != nil, sale.WithManager != nil, sale.ResolvedOutside != nil, sale.ReceiptSeq != 0, sale.Session.Conflict != "")
	}
	s.mu.Unlock()
	s.breaks(broken)
}

// call is one request that left the till.
type call struct {
	p     *process
	op    core.Operation
	order string
	code  submission

	byAccount bool // the leg that a status is asked for
}

// sent takes in a request that a living till put on the wire.
func (s *witness) sent(p *process, op core.Operation, req *http.Request, body []byte) call {
	var in struct {
		OrderID, OTP, DphReference string
		ByAccountNumber            bool
	}
	_ = json.Unmarshal(body, &in)
	c := call{p: p, op: op, order: in.OrderID, code: submission{in.OTP, in.DphReference}, byAccount: in.ByAccountNumber}
	s.breaks(s.law.Leaves(op, in.OrderID))
	s.breaks(s.law.Sent(op, in.OrderID))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts["calls"]++
	o := s.orders[in.OrderID]
	if o == nil {
		return c
	}
	switch op {
	case core.OpValidateAccount:
		if o.code.otp != "" {
			s.problemLocked("another account for %s while a code's outcome is unknown", o.sale)
		}
	case core.OpSubmitOTP:
		if o.code.otp != "" && o.code != c.code {
			s.problemLocked("a second code for %s while the first one's outcome is unknown", o.sale)
		}
		o.twice = o.code == c.code
		o.code, o.unclear = c.code, false
	}
	return c
}
