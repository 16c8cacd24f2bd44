package oracle

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Witness is told of everything that passes between a till, its disk, its
// gateway and its screen, in the order in which it passes, and answers with the
// laws that were broken by it. All methods may be called from any goroutine.
type Witness struct {
	// Says reports whether the gateway said a word of an order, in capitals, for a
	// proof that can ask it; nil where Said tells.
	Says func(order, word string) bool

	mu       sync.Mutex
	trails   map[journal.SaleID][]journal.Sale // every version that is on the disk
	base     map[journal.SaleID]uint64         // versions before the first of a trail: of a journal that was put back
	orders   map[string]*order
	payments map[string]journal.SaleID // who took them first
	paidAt   map[journal.SaleID]time.Time
	shown    map[journal.SaleID]uint64 // the newest version, by the process that runs
	frozen   bool
}

// order is what was heard of one order.
type order struct {
	sale     journal.SaleID
	words    map[string]bool // that the gateway said of it
	resolved bool            // somebody asked for it
	sent     int             // initiates that went over the wire
}

// NewWitness returns one that has seen nothing yet: the disk is empty.
func NewWitness() *Witness {
	return &Witness{trails: map[journal.SaleID][]journal.Sale{}, base: map[journal.SaleID]uint64{}, orders: map[string]*order{},
		payments: map[string]journal.SaleID{}, paidAt: map[journal.SaleID]time.Time{}, shown: map[journal.SaleID]uint64{}}
}

func (w *Witness) order(name string) *order {
	o := w.orders[name]
	if o == nil {
		o = &order{words: map[string]bool{}}
		w.orders[name] = o
	}
	return o
}

// Said takes in a word of the gateway's about an order, in capitals, in the
// moment in which the till can read it. undo takes it back when nobody was there
// to read it.
func (w *Witness) Said(name, word string) (undo func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.order(name)
	if o.words[word] {
		return func() {}
	}
	o.words[word] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(o.words, word)
	}
}

// Resolves takes in that somebody asks for an order to be resolved outside.
func (w *Witness) Resolves(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.order(name).resolved = true
}

// Restarted takes in that another process begins on the disk: what the one
// before has shown, it need not know.
func (w *Witness) Restarted() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.shown)
}

// PutBack takes in that an older journal was put back. What the till forgot by
// that it need not know; it is frozen.
func (w *Witness) PutBack(b Books) {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.trails)
	clear(w.paidAt)
	clear(w.payments)
	clear(w.shown)
	w.frozen = true
	for _, s := range b.Sales {
		w.base[s.ID] = s.Version - 1
		w.trails[s.ID] = []journal.Sale{s}
		w.order(s.OrderID).sale = s.ID
		if s.Status() == journal.StatusPaid {
			w.paidAt[s.ID] = time.Now()
		}
	}
}

// Committed takes in a change that is on the disk.
func (w *Witness) Committed(c journal.Change) (all []Breach) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c.Freeze != nil {
		w.frozen = c.Freeze.Confirmed == nil
	}
	if c.Sale == nil {
		return nil
	}
	s := *c.Sale
	all = w.step(s)
	w.trails[s.ID] = append(w.trails[s.ID], s)
	if s.Status() == journal.StatusPaid && w.paidAt[s.ID].IsZero() {
		w.paidAt[s.ID] = time.Now()
	}
	return append(all, w.maySay(s)...)
}

// step holds a new version against the one before, and takes its payment in.
func (w *Witness) step(s journal.Sale) []Breach {
	found, trail := breaches{law: Steps}, w.trails[s.ID]
	from := core.State("")
	if n := len(trail); n > 0 {
		old := trail[n-1]
		from = old.Session.State
		if old.OrderID != s.OrderID || old.Amount != s.Amount || old.Environment != s.Environment || old.BaseURL != s.BaseURL ||
			old.Replaces != s.Replaces || s.Version != old.Version+1 {
			found.add("%s is another sale than in version %d: %s, %v, instead of %q", s.ID, old.Version, s.OrderID, s.Amount, s.Replaces)
		}
		if old.ReceiptSeq != 0 && old.ReceiptSeq != s.ReceiptSeq || old.Session.PaymentID != "" && old.Session.PaymentID != s.Session.PaymentID {
			found.add("%s had receipt %d for payment %s, and has %d for %s", s.ID, old.ReceiptSeq, old.Session.PaymentID, s.ReceiptSeq, s.Session.PaymentID)
		}
		if old.ResolvedOutside != nil && s.ResolvedOutside == nil || old.PaidTwiceWith != "" && s.PaidTwiceWith != old.PaidTwiceWith {
			found.add("%s takes back what version %d said: resolved, or paid twice with %s", s.ID, old.Version, old.PaidTwiceWith)
		}
	} else {
		o := w.order(s.OrderID)
		if o.sale != "" && o.sale != s.ID {
			found.add("%s takes the order of %s", s.ID, o.sale)
		}
		o.sale = s.ID
	}
	if to := s.Session.State; from != to && !slices.Contains(steps[from], to) {
		found.add("%s went from %q to %q", s.ID, from, to)
	}
	if id := s.Session.PaymentID; id != "" {
		first, held := w.payments[id]
		if held && first != s.ID && s.Session.Conflict == "" && s.Status() != journal.StatusNotOpened {
			found.add("%s took the payment of %s", s.ID, first)
		}
		if !held {
			w.payments[id] = s.ID
		}
	}
	return found.all
}

// steps is the contract's table of states once more, as pairs.
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

// maySay holds what a record says of money against what the gateway said of
// that very order.
func (w *Witness) maySay(s journal.Sale) []Breach {
	o := w.order(s.OrderID)
	all := Says(s, func(word string) bool {
		return o.words[word] || w.Says != nil && w.Says(s.OrderID, word)
	})
	if s.Status() == journal.StatusResolved && !o.resolved {
		all = append(all, Breach{Resolved, string(s.ID)})
	}
	if s.Step == journal.StepNotSent && o.sent > 0 {
		all = append(all, Breach{NotSent, fmt.Sprintf("%s says that nothing was sent, and initiate was", s.ID)})
	}
	return all
}

// Says holds what one record says of money against what the gateway said of its
// order.
func Says(s journal.Sale, said func(word string) bool) []Breach {
	broken := func(law Law, what string) []Breach {
		return []Breach{{law, fmt.Sprintf("%s is %s, and %s", s.ID, s.Status(), what)}}
	}
	switch status := s.Status(); {
	case status == journal.StatusPaid && !said(wordPaid):
		return broken(FalsePaid, "no reply said so")
	case status == journal.StatusFailed && !said(wordFailed), status == journal.StatusExpired && !said(wordExpired):
		return broken(FalseNotPaid, "no reply said so")
	}
	return nil
}

// The contract's words.
const (
	wordPaid    = "SUCCESS"
	wordFailed  = "FAILED"
	wordExpired = "EXPIRED"
)
