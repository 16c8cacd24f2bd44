package othergateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// initiate opens a payment. It is not idempotent: each call that is in order
// opens another one.
func (g *Gateway) initiate(c *call) answer {
	order, ok := c.text("orderId")
	currency, ok2 := c.text("currency")
	number := json.Number(bytes.TrimSpace(c.body["amount"])) // the literal, as it was sent
	if !ok || !ok2 || order == "" || len(currency) != 3 {
		g.breach("initiate without orderId or currency")
		return g.refuse(invalid, nil)
	}
	g.arrived[order]++
	amount, ok := minor(string(number), currency)
	switch {
	case !ok:
		g.breach("initiate with the amount %s", number)
		return g.refuse(invalid, nil)
	case g.o.Law.Ceiling > 0 && amount > g.o.Law.Ceiling:
		return g.refuse(overLimit, nil)
	}
	p := &payment{order: order, minor: amount, currency: currency, opened: c.now, legs: map[Leg]*leg{}, nth: fmt.Sprint(g.opened)}
	g.opened++
	p.id = g.text(64, "payment", p.nth)
	p.token = g.token(p)
	g.payments = append(g.payments, p)
	g.byToken[p.token], g.openedFor[order] = p, g.openedFor[order]+1
	g.byOrder[order] = append(g.byOrder[order], p)
	return well(p, members{"paymentId": p.id, "token": p.token, "expiresIn": absent})
}

// own reports whether a body names the payment of its token.
func (g *Gateway) own(c *call) bool {
	id, ok := c.text("paymentId")
	order, ok2 := c.text("orderId")
	if !ok || !ok2 || id != c.payment.id || order != c.payment.order {
		g.breach("%s: a body about another payment than the token's", c.path)
		return false
	}
	return true
}

// qr gives the payload to show. Asked again, it gives the same one while that
// can be paid.
func (g *Gateway) qr(c *call) answer {
	if !g.own(c) {
		return g.refuse(forbidden, c.payment)
	}
	p := c.payment
	if g.over(p, c.now) {
		return g.refuse(tooLate, p)
	}
	l := p.legs[QR]
	if l == nil || g.conditionOf(l, c.now) == expired && !p.busy() {
		l = &leg{kind: QR, opened: c.now, qr: "pay7:" + g.text(48, "qr", p.nth, fmt.Sprint(len(g.byQR)))}
		g.limit(p, l, g.o.Law.QRLife)
		p.legs[QR], g.byQR[l.qr] = l, p
	}
	p.last = QR
	return well(p, members{"qrCode": l.qr, "qrImage": absent})
}

// validate checks an account or a wallet and sends the customer a code.
func (g *Gateway) validate(c *call, kind Leg) answer {
	number, ok := c.text(map[Leg]string{Account: "accountNumber", Wallet: "walletId"}[kind])
	bank, ok2 := c.text("institutionCode")
	if !g.own(c) || !ok || !ok2 {
		g.breach("%s: a member is missing", c.path)
		return g.refuse(invalid, c.payment)
	}
	p, l := c.payment, c.payment.legs[kind]
	switch {
	case !slices.Contains(map[Leg][]string{Account: g.o.Banks, Wallet: g.o.Wallets}[kind], bank):
		return g.refuse(noSuchBank, p)
	case g.plans[number] == PlanNoCode || len(number) < 6:
		return g.refuse(badAccount, p)
	case p.paid() && !g.o.Law.BothLegs:
		return g.refuse(alreadyPaid, p)
	case g.over(p, c.now):
		return g.refuse(tooLate, p)
	case l != nil && l.refusedForGood:
		return g.refuse(tooMany, p)
	case l != nil && !l.confirmed.IsZero():
		return g.refuse(alreadyPaid, p) // its code was taken: nothing more is sent
	}
	fresh := l == nil || l.number != number || g.o.Law.FreshCode || g.old(l, c)
	if l == nil {
		l = &leg{kind: kind, opened: c.now}
		p.legs[kind] = l
		g.limit(p, l, 0)
	}
	p.last = kind
	if fresh {
		l.sends++
		l.number, l.institution, l.tries = number, bank, 0
		l.code, l.ref = g.code(p, l), "DPH/"+g.text(15, "reference", p.nth, string(kind), fmt.Sprint(l.sends))
	}
	l.sent = c.now
	g.inbox[number] = l.code
	return well(p, members{"otpSent": true, "dphReference": l.ref, "customerName": "Nadia " + strings.ToUpper(g.text(3, "name", number)), "otpLength": 6})
}

func (g *Gateway) old(l *leg, c *call) bool {
	life := g.o.Law.CodeLife
	return life > 0 && c.now.Sub(l.sent) >= life
}

func (g *Gateway) code(p *payment, l *leg) string {
	if g.o.Codes != nil {
		return g.o.Codes()
	}
	return fmt.Sprintf("%06d", g.random("code", p.nth, string(l.kind), fmt.Sprint(l.sends)).IntN(1_000_000))
}

// submit takes the customer's code.
func (g *Gateway) submit(c *call, kind Leg) answer {
	p, l := c.payment, c.payment.legs[kind]
	if problem := g.misfit(c, kind, l); problem != "" {
		g.breach("%s: %s", c.path, problem)
		return g.refuse(invalid, p)
	}
	code, _ := c.text("otp")
	ref, _ := c.text("dphReference")
	number, _ := c.text(debtor[kind])
	bank, _ := c.text("institutionCode")
	switch {
	case !l.confirmed.IsZero() && code == l.taken:
		if g.o.Law.Repeat == RepeatConflict {
			return g.refuse(duplicate, p)
		}
		return g.taken(p, l, c)
	case !l.confirmed.IsZero():
		return g.refuse(duplicate, p)
	case l.refusedForGood:
		return g.refuse(tooMany, p)
	case (p.paid() || p.busy()) && !g.o.Law.BothLegs:
		return g.refuse(alreadyPaid, p)
	case g.over(p, c.now):
		return g.refuse(tooLate, p)
	case ref != l.ref || number != l.number || bank != l.institution:
		return g.refuse(badReference, p)
	case g.old(l, c):
		return g.refuse(codeExpired, p)
	case code != l.code:
		if l.tries++; l.tries >= g.o.Law.Tries {
			l.refusedForGood, l.failed = true, c.now
			return g.refuse(tooMany, p)
		}
		return g.refuse(wrongCode, p)
	case g.plans[l.number] == PlanFunds:
		return g.refuse(noFunds, p)
	}
	l.taken = code
	g.confirm(p, l, g.plans[l.number], c.now)
	if kind == Wallet && g.o.Law.Wallet == WalletFinal && (l.plan == PlanPay || l.plan == PlanFail) {
		l.due = c.now
		g.advance(p, c.now)
	}
	return g.taken(p, l, c)
}

// debtor is the member that names who pays, beside a code.
var debtor = map[Leg]string{Account: "debitorAccNumber", Wallet: "walletId"}

// misfit returns what of the body is against the contract.
func (g *Gateway) misfit(c *call, kind Leg, l *leg) string {
	if !g.own(c) {
		return "another payment"
	}
	if l == nil {
		return "a code that was never sent"
	}
	_, ok := c.text(debtor[kind])
	_, ok2 := c.text("institutionCode")
	code, ok3 := c.text("otp")
	_, ok4 := c.text("dphReference")
	switch {
	case !ok || !ok2 || !ok3 || !ok4:
		return "a member is missing"
	case len(code) != 6 || strings.Trim(code, "0123456789") != "":
		return "a code that is not six digits"
	case kind == Wallet:
		return ""
	}
	text, ok := c.text("amount") // a string here
	currency, ok2 := c.text("currency")
	amount, ok3 := minor(text, currency)
	if !ok || !ok2 || !ok3 || amount != c.payment.minor || currency != c.payment.currency {
		return "another amount, or none as a string"
	}
	return ""
}

// taken is the reply to a code that was right.
func (g *Gateway) taken(p *payment, l *leg, c *call) answer {
	if l.kind == Account {
		return well(p, g.o.Speech.Ack)
	}
	data := members{"paymentStatus": absent, "transactionId": absent}
	is := g.conditionOf(l, c.now)
	if final := is == success || is == failed; final && g.o.Law.Wallet == WalletFinal || !final && g.o.Law.Wallet == WalletProcessing {
		data["paymentStatus"], data["transactionId"] = g.record(p, g.word(is)), g.transaction(l, c.now)
	}
	if g.o.Speech.NamesCode {
		g.names(data, p)
	}
	return well(p, data)
}
