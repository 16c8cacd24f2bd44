package adversary

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
)

// rule is one way in which the gateway misbehaves: on which questions, for how
// long, and what it does to the honest answer. Each part that is zero leaves
// its part of the answer as it is.
type rule struct {
	op    core.Operation
	sale  int // number of the payment; -1 for all
	leg   int // of a status question; -1 for both
	times int // how often; 0 for any number
	lasts time.Duration

	status int
	shape  shape
	code   string
	named  int
	word   string
	names  int // what identity it gives: see the names below
	tx     int
	skips  bool // a code, or an initiate, is not carried out
	lies   bool // a code is carried out and refused like a wrong one
	delay  time.Duration
	trick  trick

	until time.Time // while it is in force
	left  int
}

// trick is what becomes of a reply on its way.
type trick int

// The tricks.
const (
	straight  trick = iota
	silent          // no reply, ever
	torn            // the line is cut instead
	twofold         // the same reply comes twice, at once
	echo            // it comes once more, some seconds later
	early           // it comes once more, on the next connection, before anything was asked
	stale           // the newest reply about the same payment comes instead
	foreign         // the newest reply about any payment comes instead
	foreignOK       // the newest SUCCESS about any payment comes instead
	tricks
)

var trickNames = [tricks]string{"", "silent", "torn", "twofold", "echo", "early", "stale", "foreign", "foreignOK"}

// What identity a reply gives.
const (
	asIs        = iota
	ownNames    // all four, its own
	noNames     // none
	otherSale   // all four, those of another payment
	beforeSale  // all four, those of the payment before
	wrongID     // its own but the paymentId
	wrongOrder  // its own but the orderId
	wrongAmount // its own but the amount
	wrongMoney  // its own but the currency
	identities
)

// What transaction a reply gives.
const (
	txAsIs  = iota
	txOwn   // its own
	txNone  // none
	txOther // another payment's
	txHuge  // one of 60,000 characters
	txEmpty // a blank one
	txs
)

var (
	statuses = []int{200, 200, 200, 200, 201, 302, 400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 502, 503, 504}
	// listed are usual spellings of the codes by which a one-time code is
	// definitely refused.
	listed = []string{"WRONG_OTP", "INVALID_OTP", "OTP_EXPIRED", "ACCOUNT_BLOCKED", "INSUFFICIENT_FUNDS", "LIMIT_EXCEEDED"}
	vague  = []string{"GENERAL_ERROR", "E1042", "DUPLICATE_REQUEST", "OPERATION_FAILED", "", "ORDER_NOT_FOUND"}
	words  = []string{"SUCCESS", "SUCCESS", "SUCCESS", "Success", " success ", "FAILED", "EXPIRED", "PROCESSING", "PENDING", "REVERSED",
		"AUTHORIZED", "ſucceſſ", "SUCCE\u0405\u0405", "SUCCESSFUL", "SUCCESS\u200b", "\uff33UCCESS", "NOT SUCCESS", "-"}
	lengths = []time.Duration{time.Minute, 6 * time.Minute, 40 * time.Minute, 3 * time.Hour, 0, 0}
)

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// drawAny draws one from the whole cross product.
func drawAny(r *rand.Rand, sales int) *rule {
	u := &rule{op: pick(r, []core.Operation{core.OpFetchStatus, core.OpFetchStatus, core.OpFetchStatus, core.OpFetchStatus, core.OpSubmitOTP,
		core.OpSubmitOTP, core.OpSubmitOTP, core.OpInitiate, core.OpGenerateQR, core.OpValidateAccount, core.OpInstitutions}),
		sale: r.IntN(sales+1) - 1, leg: -1}
	if r.IntN(3) == 0 {
		u.leg = r.IntN(2)
	}
	switch r.IntN(3) {
	case 0:
		u.times = 1 + r.IntN(4)
	case 1:
		u.lasts = pick(r, lengths)
	}
	u.body(r)
	u.line(r)
	switch u.op {
	case core.OpSubmitOTP:
		u.codeReply(r)
	case core.OpInitiate:
		u.skips = r.IntN(3) == 0
		u.times = 1 // or nothing is ever sold
	}
	return u
}

// body draws what the reply says.
func (u *rule) body(r *rand.Rand) {
	switch r.IntN(8) {
	case 0: // what it says is true
	case 1, 2, 3, 4: // a lie
		u.word, u.names, u.tx = pick(r, words), r.IntN(identities), r.IntN(txs)
	case 5, 6:
		u.shape, u.status, u.named = refusal, pick(r, statuses), r.IntN(3)
		u.code = pick(r, append(listed, vague...))
	default: // garbled, with a word that must not be believed
		u.shape, u.status, u.named = shape(r.IntN(int(shapes))), pick(r, statuses), r.IntN(3)
		u.word, u.names, u.tx = "SUCCESS", r.IntN(identities), r.IntN(txs)
		u.code = pick(r, vague)
		if u.shape == endless && r.IntN(8) > 0 { // they take their time
			u.shape = page
		}
	}
	if u.status == 401 && r.IntN(2) == 0 {
		u.code = "TOKEN_EXPIRED"
	}
}

func (u *rule) line(r *rand.Rand) {
	if r.IntN(4) == 0 {
		u.delay = pick(r, []time.Duration{500 * time.Millisecond, 3 * time.Second, 7 * time.Second, 12 * time.Second, 30 * time.Second})
	}
	if r.IntN(4) == 0 {
		u.trick = trick(r.IntN(int(tricks)))
	}
}

// codeReply decides whether the code is carried out. One that is refused in a
// definite word was not, or else the gateway lies, which is rare.
func (u *rule) codeReply(r *rand.Rand) {
	u.skips = r.IntN(2) == 0
	if u.shape == refusal && isListed(u.code) {
		u.lies = r.IntN(5) == 0
		u.skips = !u.lies
	}
}

func isListed(code string) bool { return slices.Contains(listed, code) }

func (u *rule) String() string {
	text := fmt.Sprintf("%s of sale %d", u.op, u.sale)
	add := func(set bool, format string, args ...any) {
		if set {
			text += fmt.Sprintf(" "+format, args...)
		}
	}
	add(u.leg >= 0, "leg %d", u.leg)
	add(u.times > 0, "%d times", u.times)
	add(u.lasts > 0, "for %v", u.lasts)
	add(u.status > 0, "http %d", u.status)
	add(u.shape != whole, "%s", shapeNames[u.shape])
	add(u.shape == refusal, "code %q", u.code)
	add(u.word != "", "word %q", u.word)
	add(u.names != asIs, "%s", []string{"", "own names", "no names", "another sale's names", "the sale before's names", "wrong paymentId",
		"wrong orderId", "wrong amount", "wrong currency"}[u.names])
	add(u.tx != txAsIs, "%s", []string{"", "own tx", "no tx", "another sale's tx", "huge tx", "blank tx"}[u.tx])
	add(u.skips, "not carried out")
	add(u.lies, "carried out")
	add(u.delay > 0, "after %v", u.delay)
	add(u.trick != straight, "%s", trickNames[u.trick])
	return text
}

// find returns the first rule in force for a question, and uses it up. The
// caller holds mu.
func (g *gateway) find(op core.Operation, p *payment, leg int) *rule {
	if g.calm {
		return nil
	}
	now := time.Now()
	for _, u := range g.rules {
		if u.op != op || u.sale >= 0 && p != nil && u.sale != p.n || u.leg >= 0 && leg >= 0 && u.leg != leg ||
			u.times > 0 && u.left == 0 || !u.until.IsZero() && now.After(u.until) {
			continue
		}
		u.left--
		return u
	}
	return nil
}

// enforce puts a rule in force.
func (g *gateway) enforce(u *rule) {
	g.mu.Lock()
	defer g.mu.Unlock()
	inForce := *u // a script may be played again
	inForce.left = u.times
	if u.lasts > 0 {
		inForce.until = time.Now().Add(u.lasts)
	}
	g.rules = append(g.rules, &inForce)
}

// apply changes an answer as the rule says. p is whose question it is.
func (g *gateway) apply(u *rule, p *payment, leg int, a answer) answer {
	if u.shape != whole || u.word != "" {
		if a.shape == refusal && u.shape != refusal { // what was refused is answered
			a = answer{status: 200}
			a.set("paymentStatus", `"PENDING"`)
		}
		a.shape, a.code, a.named = u.shape, u.code, u.named
	}
	if u.status != 0 {
		a.status = u.status
	}
	if p == nil || a.text != "" || u.op != core.OpFetchStatus && u.op != core.OpSubmitOTP {
		return a
	}
	if u.word == "-" {
		a.drop("paymentStatus")
	} else if u.word != "" {
		a.set("paymentStatus", strconv.Quote(u.word))
	}
	g.applyNames(u.names, p, &a)
	switch u.tx {
	case txOwn:
		a.set("transactionId", p.spell(p.legs[max(leg, 0)].tx))
	case txNone:
		a.drop("transactionId")
	case txOther:
		o := g.other(p, 1)
		a.set("transactionId", o.spell(o.legs[max(leg, 0)].tx))
	case txHuge:
		a.set("transactionId", `"`+strings.Repeat("T", 60_000)+`"`)
	case txEmpty:
		a.set("transactionId", `""`)
	}
	return a
}

// other is a payment beside p: the next or the one before, or itself while it
// is alone.
func (g *gateway) other(p *payment, step int) *payment {
	n := len(g.payments)
	return g.payments[(p.n+step+n)%n]
}

func (g *gateway) applyNames(names int, p *payment, a *answer) {
	if names == asIs {
		return
	}
	for _, name := range identity {
		a.drop(name)
		switch names {
		case noNames:
		case otherSale:
			a.set(name, g.other(p, 1).own(name))
		case beforeSale:
			a.set(name, g.other(p, -1).own(name))
		default:
			a.set(name, p.own(name))
		}
	}
	switch names {
	case wrongID:
		a.set("paymentId", `"pay-0"`)
	case wrongOrder:
		a.set("orderId", `"T-000000-000-AAAA"`)
	case wrongAmount:
		a.set("amount", []string{"0.001", `"999.999"`, "1"}[p.n%3])
	case wrongMoney:
		a.set("currency", `"KWD"`)
	}
}
