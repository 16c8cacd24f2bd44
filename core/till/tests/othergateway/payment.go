package othergateway

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// payment is one session.
type payment struct {
	id, order, token string
	nth              string // among all, for what is drawn: names of orders are the till's to choose
	minor            int64
	currency         string
	opened           time.Time
	legs             map[Leg]*leg
	replies          int
	last             Leg // that was used last
	purged           bool
}

// leg is one way to pay a payment, as far as it was used.
type leg struct {
	kind      Leg
	opened    time.Time
	expires   time.Time // zero is never
	confirmed time.Time // by the customer, or by the right code
	declined  time.Time
	failed    time.Time // by the bank
	paid      time.Time
	due       time.Time // of the bank's decision
	turn      time.Time // of a second decision, against the first one
	plan      Plan
	tx        string

	qr                             string
	number, institution, ref, code string
	taken                          string // the code that was right
	sent                           time.Time
	tries, sends                   int
	refusedForGood                 bool // too many tries
	noGrace                        bool // the customer saw it expire
}

// Plan is what becomes of a debit.
type Plan int

// The plans.
const (
	PlanPay    Plan = iota
	PlanSlow        // pays minutes after the SDK stopped asking
	PlanFail        // confirmed, then refused by the bank
	PlanNever       // confirmed, and the bank never decides
	PlanTurn        // failed, and paid minutes later all the same
	PlanNoCode      // the account is refused before a code is sent
	PlanFunds       // the right code is refused: no money there
)

// Behave says what becomes of debits from an account or wallet.
func (g *Gateway) Behave(number string, p Plan) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.plans[number] = p
}

// next is when the bank decides about the leg, if it will.
func (l *leg) next() (time.Time, bool) {
	switch {
	case !l.paid.IsZero() || l.confirmed.IsZero() || l.plan == PlanNever:
		return time.Time{}, false
	case l.failed.IsZero():
		return l.due, true
	case l.plan == PlanTurn:
		return l.turn, true
	}
	return time.Time{}, false
}

// confirm is the customer's yes. Callers hold mu.
func (g *Gateway) confirm(p *payment, l *leg, plan Plan, now time.Time) {
	l.confirmed, l.plan, p.last = now, plan, l.kind
	law := g.o.Law
	wait := law.SettleMin
	if span := law.SettleMax - law.SettleMin; span > 0 {
		wait += time.Duration(g.random("settle", p.nth, string(l.kind)).Int64N(int64(span)))
	}
	if plan == PlanSlow {
		wait += 6*time.Minute + time.Duration(g.random("slow", p.nth, string(l.kind)).Int64N(int64(cmp.Or(law.SlowSpan, 20*time.Minute))))
	}
	l.due = now.Add(wait)
	l.turn = l.due.Add(time.Minute + time.Duration(g.random("turn", p.nth).Int64N(int64(10*time.Minute))))
	g.advance(p, now)
}

// advance decides what was due by now, in the order of time. Callers hold mu.
func (g *Gateway) advance(p *payment, now time.Time) {
	for {
		var first *leg
		var when time.Time
		for _, l := range p.ordered() {
			if at, ok := l.next(); ok && !at.After(now) && (first == nil || at.Before(when)) {
				first, when = l, at
			}
		}
		if first == nil {
			return
		}
		g.decide(p, first, when)
	}
}

// decide lets the bank decide about a leg. Callers hold mu.
func (g *Gateway) decide(p *payment, l *leg, at time.Time) {
	if l.plan == PlanFail || l.plan == PlanTurn && l.failed.IsZero() {
		l.failed = at
		return
	}
	l.paid = at
	l.tx = "FT" + at.UTC().Format("06002") + "/" + strings.ToLower(string(l.kind)) + ":" + g.text(33, "transaction", p.nth, string(l.kind)) + ";r=0"
	g.ledger = append(g.ledger, Debit{At: at, OrderID: p.order, PaymentID: p.id, Leg: l.kind, Minor: p.minor, Currency: p.currency, Transaction: l.tx})
}

func (p *payment) ordered() []*leg {
	var out []*leg
	for _, kind := range []Leg{QR, Account, Wallet} {
		if l := p.legs[kind]; l != nil {
			out = append(out, l)
		}
	}
	return out
}

func (p *payment) paid() bool {
	return slices.ContainsFunc(p.ordered(), func(l *leg) bool { return !l.paid.IsZero() })
}

// busy reports whether the bank is working on the payment.
func (p *payment) busy() bool {
	return slices.ContainsFunc(p.ordered(), func(l *leg) bool { _, ok := l.next(); return ok || !l.confirmed.IsZero() && l.plan == PlanNever })
}

// quiet is how long nothing has happened to the payment; 0 while something may
// by itself.
func (p *payment) quiet(now time.Time) time.Duration {
	last := p.opened
	for _, l := range p.ordered() {
		if _, ok := l.next(); ok {
			return 0
		}
		for _, at := range []time.Time{l.opened, l.confirmed, l.declined, l.failed, l.paid, l.sent} {
			if at.After(last) {
				last = at
			}
		}
	}
	return now.Sub(last)
}

// over reports whether the whole payment has expired.
func (g *Gateway) over(p *payment, now time.Time) bool {
	life := g.o.Law.SessionLife
	return life > 0 && now.Sub(p.opened) >= life && !p.paid() && !p.busy()
}

// limit ends an unused leg with its own life or with the payment's, whichever
// ends first. Zero lives do not end.
func (g *Gateway) limit(p *payment, l *leg, life time.Duration) {
	if life > 0 {
		l.expires = l.opened.Add(life)
	}
	if all := g.o.Law.SessionLife; all > 0 && (l.expires.IsZero() || p.opened.Add(all).Before(l.expires)) {
		l.expires = p.opened.Add(all)
	}
}

// condition is what a leg, or the legs of a question, have come to.
type condition int

const (
	unused condition = iota
	expired
	failed
	declined
	pending
	codeSent
	processing
	held
	success
)

func (g *Gateway) conditionOf(l *leg, now time.Time) condition {
	over := !l.expires.IsZero() && !now.Before(l.expires)
	switch {
	case !l.paid.IsZero():
		return success
	case !l.declined.IsZero():
		return declined
	case !l.failed.IsZero(), l.refusedForGood:
		return failed
	case over && (l.confirmed.IsZero() || g.o.Law.HardExpiry):
		return expired
	case !l.confirmed.IsZero():
		if now.Sub(l.confirmed) < l.due.Sub(l.confirmed)/2 {
			return held
		}
		return processing
	case l.kind != QR:
		return codeSent
	}
	return pending
}

// standing is what a status question by one leg gets.
type standing struct {
	is  condition
	leg *leg // that it is about; nil when unused
}

// standing answers for the legs of a question: what was paid first, then what
// may be, then what was used last. Callers hold mu.
func (g *Gateway) standing(p *payment, byAccount bool, now time.Time) standing {
	var found []standing
	for _, l := range p.ordered() {
		if l.kind != QR && g.o.Law.LegFromCode && l.confirmed.IsZero() {
			continue
		}
		if (l.kind == Account) == byAccount {
			found = append(found, standing{is: g.conditionOf(l, now), leg: l})
		}
	}
	if len(found) == 0 && g.over(p, now) {
		return standing{is: expired, leg: &leg{}}
	}
	if len(found) == 0 {
		return standing{is: unused}
	}
	weight := func(s standing) int {
		if s.is < pending && s.leg.kind == p.last {
			return int(pending) - 1
		}
		return int(s.is)
	}
	return slices.MaxFunc(found, func(a, b standing) int { return cmp.Compare(weight(a), weight(b)) })
}

// word is paymentStatus for a condition, as this deployment spells it.
func (g *Gateway) word(is condition) string {
	w := g.o.Speech.Words
	switch is {
	case success:
		return cmp.Or(w.Success, "SUCCESS")
	case held:
		return cmp.Or(w.Held, w.Processing, "PROCESSING")
	case processing:
		return cmp.Or(w.Processing, "PROCESSING")
	case declined:
		return cmp.Or(w.Declined, w.Failed, "FAILED")
	case failed:
		return cmp.Or(w.Failed, "FAILED")
	case expired:
		return cmp.Or(w.Expired, "EXPIRED")
	case codeSent:
		return cmp.Or(w.CodeSent, w.Pending, "PENDING")
	}
	return cmp.Or(w.Pending, "PENDING")
}
