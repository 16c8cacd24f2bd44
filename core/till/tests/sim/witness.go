package sim

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/till"
)

// witness sees everything that passes: what reaches the disk, what goes over
// the cables, what the till shows. It knows the few laws that an order's
// history must fit, and nothing of how the till works.
type witness struct {
	mu       sync.Mutex
	began    time.Time
	keep     bool // the history too
	trail    map[till.SaleID][]till.Sale
	receipts []till.Receipt
	audit    []till.AuditRow
	orders   map[string]*order
	payments map[string]till.SaleID // who has them
	history  map[string][]string    // by who or what it is about
	problems []string
	counts   map[string]int
	calmed   time.Time // since when the gateway is truthful; zero before
	slowest  time.Duration
}

// order is what is known of one order from outside.
type order struct {
	sale     till.SaleID
	arrived  int             // initiates that left a living till
	words    map[string]bool // that the gateway's replies brought to the till
	code     submission      // the newest one whose outcome nobody told
	twice    bool            // it was handed in more than once
	unclear  bool            // it was refused in words that are no clear no
	resolved bool            // a manager's word was asked for
	lies     map[string]bool // that were told of it
	paid     time.Time       // when the till knew that it is paid
	way      string          // how it came to know
}

// submission is a code on its way. Blank fields mean none.
type submission struct{ otp, reference string }

func newWitness(keep bool) *witness {
	return &witness{began: time.Now(), keep: keep, trail: map[till.SaleID][]till.Sale{}, orders: map[string]*order{},
		payments: map[string]till.SaleID{}, history: map[string][]string{}, counts: map[string]int{}}
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

// note adds a line to the history of an order.
func (s *witness) note(orderID, format string, args ...any) {
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
func (s *witness) committed(c till.Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.Sale != nil {
		s.commitSale(*c.Sale)
	}
	if c.Receipt != nil {
		if want := uint64(len(s.receipts)) + 1; c.Receipt.Seq != want {
			s.problemLocked("receipt %d where %d is next", c.Receipt.Seq, want)
		}
		for _, r := range s.receipts {
			if r.SaleID == c.Receipt.SaleID {
				s.problemLocked("two receipts for %s", r.SaleID)
			}
			if r.TransactionID != "" && r.TransactionID == c.Receipt.TransactionID {
				s.problemLocked("ONE TRANSACTION, TWO RECEIPTS: %s and %s", r.SaleID, c.Receipt.SaleID)
			}
		}
		s.receipts = append(s.receipts, *c.Receipt)
	}
	for _, row := range c.Audit {
		if want := uint64(len(s.audit)) + 1; row.Seq != want {
			s.problemLocked("audit row %d where %d is next", row.Seq, want)
		}
		s.audit = append(s.audit, row)
	}
}

func (s *witness) commitSale(sale till.Sale) {
	old := s.trail[sale.ID]
	from := core.State("")
	if n := len(old); n > 0 {
		from = old[n-1].Session.State
		if old[n-1].OrderID != sale.OrderID || old[n-1].Amount != sale.Amount {
			s.problemLocked("%s changed its order or amount", sale.ID)
		}
	} else {
		if s.orders[sale.OrderID] != nil {
			s.problemLocked("%s takes the order of %s", sale.ID, s.orders[sale.OrderID].sale)
		}
		s.orders[sale.OrderID] = &order{sale: sale.ID, words: map[string]bool{}, lies: map[string]bool{}}
	}
	if to := sale.Session.State; from != to && !slices.Contains(steps[from], to) {
		s.problemLocked("%s went from %q to %q", sale.ID, from, to)
	}
	s.trail[sale.ID] = append(old, sale)
	s.mayHold(sale)
	s.writeLocked(string(sale.ID), "disk %d: %s %s %s aside=%v manager=%v resolved=%v receipt=%v conflict=%v", sale.Version, sale.Step,
		sale.Session.State, sale.Status(), sale.SetAside != nil, sale.WithManager != nil, sale.ResolvedOutside != nil, sale.ReceiptSeq != 0, sale.Session.Conflict != "")
	s.mayShow(sale)
	if o := s.orders[sale.OrderID]; sale.Status() == till.StatusPaid && o.paid.IsZero() {
		o.paid = time.Now()
	}
}

// steps is the specification's table of states once more, as pairs.
var steps = map[core.State][]core.State{
	"":                       {core.StatePending},
	core.StatePending:        {core.StateQRGenerated, core.StateOTPRequired, core.StateSuccess, core.StateFailed, core.StateExpired},
	core.StateQRGenerated:    {core.StateWaitingPayment, core.StateOTPRequired, core.StateSuccess, core.StateFailed, core.StateExpired},
	core.StateOTPRequired:    {core.StateWaitingPayment, core.StateAuthorized, core.StateSuccess, core.StateFailed, core.StateExpired},
	core.StateWaitingPayment: {core.StateSuccess, core.StateFailed, core.StateExpired},
	core.StateAuthorized:     {core.StateSuccess, core.StateFailed, core.StateExpired},
	core.StateFailed:         {core.StateSuccess},
	core.StateExpired:        {core.StateSuccess},
}

// announced is the step that must be on the disk when a call leaves.
var announced = map[core.Operation]till.Step{core.OpInitiate: till.StepIntent, core.OpGenerateQR: till.StepQRIntent,
	core.OpValidateAccount: till.StepValidateIntent, core.OpSubmitOTP: till.StepOTPIntent}

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
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts["calls"]++
	if op == core.OpInstitutions {
		return c
	}
	o := s.orders[in.OrderID]
	if o == nil {
		s.problemLocked("%s left for an order that is not on the disk", op)
		return c
	}
	s.mustBeAnnounced(op, o.sale)
	switch op {
	case core.OpInitiate:
		if o.arrived++; o.arrived > 1 {
			s.problemLocked("initiate of %s left %d times", o.sale, o.arrived)
		}
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

// mustBeAnnounced demands that a call which creates or moves something is on the
// disk before it leaves. A QR or an account may be asked for again while its
// announcement is the newest one, even if the gateway has said more since.
func (s *witness) mustBeAnnounced(op core.Operation, id till.SaleID) {
	want, moves := announced[op]
	if !moves {
		return
	}
	trail := s.trail[id]
	for i := len(trail) - 1; i >= 0; i-- {
		step := trail[i].Step
		if step == want {
			return
		}
		if op == core.OpInitiate || op == core.OpSubmitOTP || slices.Contains(slices.Collect(maps.Values(announced)), step) {
			break
		}
	}
	s.problemLocked("%s of %s left while the disk says %s", op, id, trail[len(trail)-1].Step)
}
