package othergateway

import "errors"

// Errors of a customer's phone.
var (
	ErrNoSuchCode = errors.New("othergateway: nothing to pay under this code")
	ErrTooLate    = errors.New("othergateway: it can no longer be paid this way")
)

// ScanAndConfirm lets a customer scan a QR and pay.
func (g *Gateway) ScanAndConfirm(qr string) error { return g.ScanAnd(qr, PlanPay) }

// ScanAnd lets a customer scan a QR and confirm; the bank then does as planned.
func (g *Gateway) ScanAnd(qr string, plan Plan) error {
	return g.scan(qr, func(p *payment, l *leg) { g.confirm(p, l, plan, g.now()) })
}

// Decline lets a customer scan a QR and say no.
func (g *Gateway) Decline(qr string) error {
	return g.scan(qr, func(p *payment, l *leg) { l.declined, p.last = g.now(), QR })
}

// LetExpire ends a QR that a customer looks at until its time is over.
func (g *Gateway) LetExpire(qr string) error {
	return g.scan(qr, func(_ *payment, l *leg) { l.expires, l.noGrace = g.now(), true })
}

func (g *Gateway) scan(qr string, act func(*payment, *leg)) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, p := g.now(), g.byQR[qr]
	if p == nil || !g.settleDue(p, now) || p.legs[QR].qr != qr {
		return ErrNoSuchCode
	}
	l := p.legs[QR]
	switch {
	case !l.confirmed.IsZero() || !l.declined.IsZero():
		return ErrTooLate
	case !l.expires.IsZero() && now.Sub(l.expires) >= g.o.Law.QRGrace || l.noGrace:
		return ErrTooLate
	case !g.o.Law.BothLegs && (p.paid() || p.busy()):
		return ErrTooLate
	}
	act(p, l)
	return nil
}

// CodeFor returns the newest one-time code that was sent to the owner of an
// account or wallet; false before there was one.
func (g *Gateway) CodeFor(number string) (string, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	code, ok := g.inbox[number]
	return code, ok
}

// CodeOf returns the newest code that was sent for an order, by either leg.
func (g *Gateway) CodeOf(order string) (string, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var newest *leg
	for _, p := range g.byOrder[order] {
		for _, l := range p.ordered() {
			if !l.sent.IsZero() && (newest == nil || !l.sent.Before(newest.sent)) {
				newest = l
			}
		}
	}
	if newest == nil {
		return "", false
	}
	return newest.code, true
}

// QROf returns the newest QR of an order; false before there was one.
func (g *Gateway) QROf(order string) (string, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byOrder[order]
	for i := len(all) - 1; i >= 0; i-- {
		if l := all[i].legs[QR]; l != nil {
			return l.qr, true
		}
	}
	return "", false
}
