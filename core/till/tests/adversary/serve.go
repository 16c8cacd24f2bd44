package adversary

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/till/tests/driver"
)

// question is a request that was read off a line.
type question struct {
	op     core.Operation
	p      *payment // nil when the gateway knows no such order
	wallet bool     // it came by a wallet's path
	closes bool
	at     time.Time // when it was read
	token  string
	in     struct {
		OrderID, OTP, DphReference, Currency string
		Amount                               json.RawMessage
		ByAccountNumber                      bool
	}
}

func (q *question) leg() int {
	if q.op == core.OpFetchStatus && !q.in.ByAccountNumber || q.op != core.OpFetchStatus && q.wallet {
		return 0
	}
	return 1
}

// serve answers the questions of one line, in their order.
func (g *gateway) serve(l *line) {
	gate := end{l, false}
	defer func() { _ = gate.Close() }()
	in := bufio.NewReaderSize(gate, 2048)
	for {
		q, err := read(in)
		if err != nil || !g.handle(l, q) || q.closes {
			return
		}
	}
}

func read(in *bufio.Reader) (*question, error) {
	req, err := http.ReadRequest(in)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	q := &question{at: time.Now(), op: driver.Operation(req.URL.Path), wallet: strings.Contains(strings.TrimPrefix(req.URL.Path, contract.Prefix), "/wallet/"), closes: req.Close,
		token: strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")}
	if len(body) > 0 {
		err = json.Unmarshal(body, &q.in)
	}
	return q, err
}

// handle carries a question out and replies to it. False ends the line.
func (g *gateway) handle(l *line, q *question) bool {
	g.mu.Lock()
	q.p = g.byOrder[q.in.OrderID]
	var told *payment
	if q.op == core.OpInitiate {
		g.w.see.initiate(q.in.OrderID)
	} else if told = q.p; told != nil && q.op == core.OpFetchStatus {
		told.asked++
	}
	l.question(told)
	leg := -1
	if q.op == core.OpFetchStatus || q.op == core.OpSubmitOTP {
		leg = q.leg()
	}
	if q.op == core.OpSubmitOTP {
		g.w.see.code(q)
	}
	u := g.find(q.op, q.p, leg)
	a := g.carry(q, u)
	if u != nil {
		a = g.apply(u, q.p, leg, a)
	}
	a = g.swap(q, u, a)
	g.mu.Unlock()
	if u == nil {
		u = new(rule)
	}
	if u.delay > 0 {
		time.Sleep(u.delay)
	}
	return g.send(l, q, u, a)
}

// swap exchanges an honest status reply for a cached one, and keeps it for
// later. The caller holds mu.
func (g *gateway) swap(q *question, u *rule, a answer) answer {
	if q.op != core.OpFetchStatus || q.p == nil {
		return a
	}
	old := (*answer)(nil)
	if u != nil {
		switch u.trick {
		case stale:
			old = q.p.cached
		case foreign:
			old = g.newest
		case foreignOK:
			old = g.seen
		}
	}
	if old != nil {
		return *old
	}
	kept := a
	q.p.cached, g.newest = &kept, &kept
	if kept.says(q.p) == "SUCCESS" {
		g.seen = &kept
	}
	return a
}

// send puts an answer on the line.
func (g *gateway) send(l *line, q *question, u *rule, a answer) bool {
	switch u.trick {
	case silent:
		g.w.trace("gateway", "%s of %s: silence", q.op, q.in.OrderID)
		return g.waitForEnd(l)
	case torn:
		g.w.trace("gateway", "%s of %s: torn", q.op, q.in.OrderID)
		return false
	}
	raw, cut := a.bytes(q.closes)
	told := func(p *payment) { g.w.see.addAnswer(q, p, &a, cut) }
	if !l.reply(raw, false, told) || cut {
		return false
	}
	switch u.trick {
	case twofold:
		l.reply(raw, true, told)
	case echo:
		go func() {
			time.Sleep(2 * time.Second)
			l.reply(raw, true, told)
		}()
	case early:
		g.mu.Lock()
		g.unasked = func(l *line) { l.reply(raw, true, told) }
		g.mu.Unlock()
	}
	return true
}

// waitForEnd holds a line until the client gives up.
func (g *gateway) waitForEnd(l *line) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.hungUp {
		l.moved.Wait()
	}
	return false
}

// carry does what a question asks for, as far as the rule lets it, and returns
// the honest answer. The caller holds mu.
func (g *gateway) carry(q *question, u *rule) answer {
	skips := u != nil && u.skips
	ok := answer{status: 200}
	switch {
	case q.op == core.OpInitiate:
		return g.initiate(q, u, skips)
	case q.op == core.OpInstitutions:
		ok.list = `[{"code":"FPB","name":"First Practice Bank","rail":"bank"},{"code":"PWL","name":"Practice Wallet"}]`
		return ok
	case q.p == nil:
		return answer{status: 404, shape: refusal, code: "ORDER_NOT_FOUND"}
	case q.token != q.p.token:
		return answer{status: 401, shape: refusal, code: "INVALID_TOKEN"}
	}
	switch q.op {
	case core.OpGenerateQR:
		q.p.legs[0].used = true
		ok.set("qrCode", strconv.Quote("qr:"+q.p.id))
	case core.OpValidateAccount:
		q.p.wallet = q.wallet
		q.p.codes = append(q.p.codes, g.w.newCode())
		ok.set("otpSent", "true")
		ok.set("dphReference", strconv.Quote("dph-"+strconv.Itoa(len(q.p.codes))))
		ok.set("customerName", strconv.Quote(g.w.customer))
	case core.OpSubmitOTP:
		return g.takeCode(q, u, skips)
	case core.OpFetchStatus:
		return g.truth(q.p, q.leg())
	}
	return ok
}

func (g *gateway) initiate(q *question, u *rule, skips bool) answer {
	if !skips {
		q.p = g.byOrder[q.in.OrderID]
		if q.p == nil {
			amount, err := money.Parse(strings.Trim(string(q.in.Amount), `"`), q.in.Currency)
			if err != nil {
				return answer{status: 400, shape: refusal, code: "INVALID_AMOUNT"}
			}
			q.p = g.open(q.in.OrderID, amount)
		}
	}
	a := answer{status: 200}
	if q.p == nil {
		return answer{status: 400, shape: refusal, code: "GENERAL_ERROR"}
	}
	if u != nil && (u.names == otherSale || u.names == beforeSale) {
		q.p.told = g.other(q.p, -1).id
	}
	a.set("paymentId", strconv.Quote(q.p.told))
	a.set("token", strconv.Quote(q.p.token))
	return a
}

// takeCode looks at a code and takes the money.
func (g *gateway) takeCode(q *question, u *rule, skips bool) answer {
	p, leg := q.p, q.leg()
	right := len(p.codes) > 0 && p.codes[len(p.codes)-1] == q.in.OTP
	if !right {
		return answer{status: []int{422, 200, 400}[p.n%3], shape: refusal, code: "WRONG_OTP"}
	}
	if skips {
		return answer{status: 200, shape: refusal, code: "GENERAL_ERROR"}
	}
	p.legs[leg].used = true
	settles := p.habits.settles
	if g.calm { // a code that was on its way into the calm
		settles = 0
	}
	p.debit(leg, settles)
	g.w.trace("gateway", "money of payment %d is taken on leg %d by %v, %d times", p.n, leg, p.legs[leg].due.Sub(g.w.began), p.legs[leg].taken)
	a := answer{status: 200}
	if !q.wallet {
		a.text = "accepted"
		return a
	}
	switch {
	case p.habits.inReply:
		return g.truth(p, leg)
	case p.n%3 == 2:
		a.text = "accepted"
		return a
	}
	a.set("paymentStatus", `"PENDING"`)
	return a
}
