package specoracle

import (
	"fmt"
	"sync"
	"time"
)

// Breach is a rule that was broken, and how.
type Breach struct{ Rule, What string }

// The rules.
const (
	RulePaid     = "paid"
	RuleEnded    = "ended"
	RuleCode     = "code"
	RuleReceipt  = "receipt"
	RuleInitiate = "initiate"
	RuleAsked    = "asked"
	RuleDebits   = "debits"
)

// The cap of polling: so long a code without an outcome is polled before a manager
// may repeat it. A little less, for the way of the code.
const pollingCap = 5*time.Minute - 10*time.Second

// askedWithin is how long before a further code its leg may have been asked: a
// check before it takes seconds.
const askedWithin = time.Minute

// QRSeen takes in that a QR reached the till. One that the gateway made and nobody saw,
// since it called the request refused or the reply was lost, cannot be paid.
func (w *Witness) QRSeen(orderID string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.order(orderID).qr = true
}

// Witness holds what happened against the rules. It is safe for concurrent use.
type Witness struct {
	mu       sync.Mutex
	orders   map[string]*order
	receipts map[string]string // by transaction, the order that it paid
	breaches []Breach
}

// NewWitness returns one that has seen nothing.
func NewWitness() *Witness {
	return &Witness{orders: map[string]*order{}, receipts: map[string]string{}}
}

type order struct {
	initiates              int
	settled                bool
	receipt                uint64
	code                   code
	qr                     bool         // one reached the till, and can be paid on the leg of QR and wallet
	codes                  [2]int       // that reached the gateway, by leg
	denied                 [2]time.Time // by leg, the newest answer that told of no money
	unasked                [2]bool      // a further code went out without such an answer
	manager                bool
	failedWord, expiredOne bool
}

// code is what is known of the newest one-time code of an order.
type code struct {
	sent      bool
	otp, ref  string
	first     time.Time
	times     int
	taken     bool
	refused   Meaning // NotTaken or PerhapsNot; blank while nobody refused it
	refusedAt time.Time
	opens     bool // an answer since the refusal lets another code go
	wallet    bool
}

func (w *Witness) order(id string) *order {
	o := w.orders[id]
	if o == nil {
		o = new(order)
		w.orders[id] = o
	}
	return o
}

func (w *Witness) breach(rule, format string, args ...any) {
	w.breaches = append(w.breaches, Breach{rule, fmt.Sprintf(format, args...)})
}

// Breaches are what was broken so far.
func (w *Witness) Breaches() []Breach {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Breach(nil), w.breaches...)
}

// Initiated takes in a request that opens a payment.
func (w *Witness) Initiated(orderID string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.order(orderID)
	if o.initiates++; o.initiates > 1 {
		w.breach(RuleInitiate, "initiate of %s for the %d. time", orderID, o.initiates)
	}
}

// Manager takes in that a manager asked for a code to be repeated.
func (w *Witness) Manager(orderID string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.order(orderID).manager = true
}

// CodeSent takes in a one-time code that arrived at the gateway.
func (w *Witness) CodeSent(orderID, otp, ref string, wallet bool, at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.order(orderID)
	c := &o.code
	repeats := c.sent && c.otp == otp && c.ref == ref
	switch {
	case !c.sent || c.opens:
		*c = code{}
	case c.taken:
		w.breach(RuleCode, "a code for %s after one was taken", orderID)
	case repeats && o.manager && at.Sub(c.first) >= pollingCap:
	default:
		w.breach(RuleCode, "a code for %s while one is open: refusal %q, the same %v, %v after it", orderID, c.refused, repeats, at.Sub(c.first))
	}
	leg := 1
	if wallet {
		leg = 0
	}
	if (o.codes[leg] > 0 || leg == 0 && o.qr) && !(repeats && o.manager) && at.Sub(o.denied[leg]) > askedWithin {
		o.unasked[leg] = true
		w.breach(RuleAsked, "a code for %s, leg %d, which was not asked before although it may be debited", orderID, leg)
	}
	o.codes[leg]++
	if c.times++; c.times == 1 {
		c.first = at
	}
	c.sent, c.otp, c.ref, c.wallet = true, otp, ref, wallet
}

// CodeAnswered takes in the reply to the newest code. The reply to a repetition
// is about the repetition: its refusal says nothing about the first.
func (w *Witness) CodeAnswered(r Reply, p Payment, wallet bool, at time.Time) Meaning {
	w.mu.Lock()
	defer w.mu.Unlock()
	o, m := w.order(p.Order), Code(r, p, wallet)
	c := &o.code
	switch m {
	case Taken:
		c.taken, c.opens = true, false
	case NotTaken, PerhapsNot:
		if c.times == 1 {
			c.refused, c.refusedAt = m, at
		}
	case Settled, Failed, Expired:
		o.add(m)
	}
	return m
}

// StatusAnswered takes in the reply to a question about one leg.
func (w *Witness) StatusAnswered(r Reply, p Payment, byAccount bool, asked, at time.Time) Meaning {
	w.mu.Lock()
	defer w.mu.Unlock()
	o, m := w.order(p.Order), Status(r, p)
	o.add(m)
	switch m {
	case Pending, Unlisted, Wordless, Refused, Failed, Expired:
		leg := 0
		if byAccount {
			leg = 1
		}
		o.denied[leg] = at
	}
	c := &o.code
	if c.refused == "" || byAccount == c.wallet || asked.Before(c.refusedAt) {
		return m
	}
	switch m {
	case Failed, Expired, Refused:
		c.opens = true
	case Pending, Unlisted, Wordless:
		c.opens = c.opens || c.refused == NotTaken
	case Processing, Settled:
		c.opens = false // it is under way after all
	}
	return m
}

func (o *order) add(m Meaning) {
	switch m {
	case Settled:
		o.settled = true
	case Failed:
		o.failedWord = true
	case Expired:
		o.expiredOne = true
	}
}

// State is what is on the disk of a sale, in the words of the specification.
type State struct {
	Order       string
	Session     string // a state of the specification
	Receipt     uint64 // 0 for none
	Transaction string // of the receipt; blank for none
}

// Written takes in what is on the disk.
func (w *Witness) Written(s State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.order(s.Order)
	if (s.Session == "success" || s.Receipt != 0) && !o.settled {
		w.breach(RulePaid, "%s is %s with receipt %d, and no answer has settled it", s.Order, s.Session, s.Receipt)
	}
	if s.Session == "failed" && !o.failedWord || s.Session == "expired" && !o.expiredOne {
		w.breach(RuleEnded, "%s is %s, and no answer said so", s.Order, s.Session)
	}
	if s.Receipt == 0 {
		return
	}
	if o.receipt != 0 && o.receipt != s.Receipt {
		w.breach(RuleReceipt, "%s has receipts %d and %d", s.Order, o.receipt, s.Receipt)
	}
	o.receipt = s.Receipt
	if s.Transaction == "" {
		return
	}
	if other := w.receipts[s.Transaction]; other != "" && other != s.Order {
		w.breach(RuleReceipt, "one transaction pays %s and %s", other, s.Order)
	}
	w.receipts[s.Transaction] = s.Order
}

// PutBack takes in that an older journal was put back: of codes and receipts that
// came after it, the till cannot know.
func (w *Witness) PutBack() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.receipts)
	for _, o := range w.orders {
		o.code, o.receipt, o.codes, o.qr = code{}, 0, [2]int{}, false
	}
}

// Debit is how often one leg of an order's payment was debited.
type Debit struct {
	Order     string
	ByAccount bool
	Times     int
}

// Debited compares what was debited with what the till says is owed back. said
// reports whether it says anything of the kind about an order. A leg's answer names
// one transaction, so that nobody but the bank can know of a second debit on it:
// what can be known is that a way to pay was out already. Where the gateway
// denied that it was used, in an answer to a question before the further code, the
// till need not say so; untold counts these.
func (w *Witness) Debited(all []Debit, said func(order string) bool) (untold int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, d := range all {
		leg := 0
		if d.ByAccount {
			leg = 1
		}
		switch {
		case d.Times < 2 || said(d.Order):
		case w.order(d.Order).unasked[leg]:
			w.breach(RuleDebits, "%s, leg by account %v, is debited %d times, was not asked before, and nobody says so", d.Order, d.ByAccount, d.Times)
		default:
			untold++
		}
	}
	return untold
}
