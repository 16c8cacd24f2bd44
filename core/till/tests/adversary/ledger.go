package adversary

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core/money"
)

// gateway is the payment service: a ledger that is true, and rules by which it
// does not say so.
type gateway struct {
	w       *world
	network atomic.Int32

	mu       sync.Mutex
	payments []*payment // in the order in which they were opened
	byOrder  map[string]*payment
	rules    []*rule
	calm     bool
	newest   *answer       // of all status replies, for a cache that looks at the path alone
	seen     *answer       // the newest reply of SUCCESS
	unasked  func(l *line) // puts a reply on the next line before it is asked for one; nil for none
}

// payment is what the gateway has of one order.
type payment struct {
	n      int // the first is 0
	order  string
	id     string
	told   string // the identifier that the till was told
	token  string
	amount money.Amount
	habits habits
	codes  []string // that were sent to the customer
	wallet bool     // the newest account is a wallet
	purged string   // the code by which the payment is unknown; blank while it is known
	legs   [2]leg   // QR and wallet; account
	cached *answer  // the newest status reply
	asked  int      // status questions that arrived
}

// leg is one of the two ways that a status question tells apart.
type leg struct {
	taken int       // how often money was taken
	due   time.Time // when it was, or will be
	tx    string
	word  string // of an unpaid leg
	used  bool   // a QR was made out, or a code taken
}

func (l leg) paid(now time.Time) bool { return l.taken > 0 && !l.due.After(now) }

// habits are how the gateway answers for a payment, truthfully all the same.
type habits struct {
	names    int    // which identity members it gives: one bit each
	amount   int    // how it writes the amount
	txNumber bool   // the transaction as a JSON number
	txLate   bool   // SUCCESS comes without a transaction at first
	refuses  string // the code by which a leg without money is refused; blank when it is answered
	status   int    // of that refusal
	wordCase int
	settles  time.Duration // after a code, or after the customer approved
	inReply  bool          // a wallet's final word stands in the reply to its code
	mumbles  bool          // a word that nobody knows, for a leg without money
	joined   bool          // each leg answers for the whole payment
}

var (
	identity = []string{"paymentId", "orderId", "currency", "amount"}
	unknown  = []string{"ORDER_NOT_FOUND", "NOT_FOUND", "PAYMENT_NOT_FOUND", "INVALID_LEG", "E404", ""}
	delays   = []time.Duration{0, 0, 2 * time.Second, 2 * time.Second, 25 * time.Second, 4 * time.Minute, 20 * time.Minute, 2 * time.Hour}
)

func drawHabits(r *rand.Rand) habits {
	h := habits{names: []int{0, 0, 15, 15, r.IntN(16)}[r.IntN(5)], amount: r.IntN(4), txNumber: r.IntN(8) == 0,
		txLate: r.IntN(8) == 0, wordCase: r.IntN(6), settles: pick(r, delays), inReply: r.IntN(3) == 0,
		mumbles: r.IntN(10) == 0, joined: r.IntN(10) == 0}
	if r.IntN(3) == 0 {
		h.refuses = unknown[r.IntN(len(unknown)-1)]
		h.status = []int{200, 200, 404, 400, 422, 410}[r.IntN(6)]
	}
	return h
}

// open enters a new payment.
func (g *gateway) open(order string, amount money.Amount) *payment {
	n := len(g.payments)
	p := &payment{n: n, order: order, amount: amount, id: fmt.Sprintf("pay-%d-%d", g.w.seed, n),
		token: secretMark + "tok-" + strconv.FormatUint(g.w.seed, 10) + "-" + strconv.Itoa(n)}
	p.told = p.id
	p.habits = drawHabits(g.w.random(tagPayment, uint64(n)))
	for i := range p.legs {
		if p.legs[i].word = "PENDING"; p.habits.mumbles {
			p.legs[i].word = "IN_REVIEW"
		}
		p.legs[i].tx = fmt.Sprintf("TX-%d-%d-%d", g.w.seed, n, i)
		if p.habits.txNumber {
			p.legs[i].tx = strconv.Itoa(70_000 + 100*n + i)
		}
	}
	g.payments = append(g.payments, p)
	g.byOrder[order] = p
	return p
}

// debit takes the money of a leg, now or a little later.
func (p *payment) debit(leg int, after time.Duration) {
	l := &p.legs[leg]
	if l.taken == 0 {
		l.due = time.Now().Add(after)
	}
	l.taken++
	l.word = "PROCESSING"
}

// truth is the honest answer to a status question for one leg.
func (g *gateway) truth(p *payment, leg int) answer {
	l, now := p.legs[leg], time.Now()
	if p.purged != "" {
		return answer{status: []int{200, 404}[p.n%2], shape: refusal, code: p.purged}
	}
	h := p.habits
	if other := p.legs[1-leg]; h.joined && !l.paid(now) && other.taken > 0 {
		l = other
	}
	if h.refuses != "" && l.taken == 0 && (leg == 1 || p.legs[1].used) {
		return answer{status: h.status, shape: refusal, code: h.refuses, named: p.n % 3}
	}
	a := answer{status: 200}
	word := l.word
	if l.paid(now) {
		word = "SUCCESS"
		if !h.txLate || now.Sub(l.due) > time.Minute {
			a.set("transactionId", p.spell(l.tx))
		}
	}
	a.set("paymentStatus", strconv.Quote(styled(word, h.wordCase)))
	for i, name := range identity {
		if h.names&(1<<i) != 0 {
			a.set(name, p.own(name))
		}
	}
	return a
}

func (p *payment) spell(tx string) string {
	if p.habits.txNumber {
		return tx
	}
	return strconv.Quote(tx)
}

// own is a member of the payment's identity as its gateway writes it.
func (p *payment) own(name string) string {
	switch name {
	case "paymentId":
		return strconv.Quote(p.id)
	case "orderId":
		return strconv.Quote(p.order)
	case "currency":
		return strconv.Quote(p.amount.Currency)
	}
	switch p.habits.amount {
	case 0:
		return p.amount.Major()
	case 1:
		return strconv.Quote(p.amount.Major())
	case 2:
		return strconv.FormatInt(p.amount.Minor, 10)
	}
	return strconv.Quote(strconv.FormatInt(p.amount.Minor, 10))
}

// styled writes a word in another case, which means the same.
func styled(word string, style int) string {
	switch style {
	case 1:
		return word[:1] + lower(word[1:])
	case 2:
		return " " + lower(word) + "\t"
	}
	return word
}

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
