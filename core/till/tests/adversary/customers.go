package adversary

import (
	"math/rand/v2"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// both opens a new payment by QR instead of a sale and lets the customer pay the
// two, in some order.
func (w *world) both(r *rand.Rand, s journal.Sale) {
	if len(w.ids) >= 6 {
		return
	}
	before := len(w.ids)
	w.charge(r, journal.Draft{Route: core.RouteQR, Replaces: s.ID, Manager: manager, Reason: journal.AsideNoCode})
	time.Sleep(2 * time.Second)
	late := r.IntN(2) == 0
	if !late {
		w.pay(r, s, false, pick(r, delays))
	}
	if len(w.ids) > before {
		if s2, known := w.sale(w.ids[before]); known {
			w.pay(r, s2, false, pick(r, delays))
		}
	}
	time.Sleep(time.Duration(r.IntN(30)) * time.Second)
	w.pay(r, s, false, pick(r, delays))
}

// crossed takes a sale to an account while its QR is paid.
func (w *world) crossed(r *rand.Rand, s journal.Sale) {
	w.validate(r, s)
	time.Sleep(time.Second)
	if r.IntN(3) > 0 {
		w.pay(r, s, false, pick(r, delays))
	}
	if r.IntN(3) > 0 {
		w.submit(s, w.gate.codeOf(s.OrderID))
		time.Sleep(time.Second)
		w.pay(r, s, false, pick(r, delays))
	}
}

// pay lets the customer do something with a QR that a screen has shown.
func (w *world) pay(r *rand.Rand, s journal.Sale, declines bool, after time.Duration) {
	if s.Session.QRPayload == "" {
		return
	}
	g := w.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.byOrder[s.OrderID]
	if p == nil || !p.legs[0].used {
		return
	}
	switch {
	case declines && p.legs[0].taken == 0:
		p.legs[0].word = pick(r, []string{"FAILED", "EXPIRED"})
		w.trace("people", "the customer declines %s", s.ID)
	case !declines && p.legs[0].taken == 0:
		p.debit(0, after)
		w.trace("people", "the customer pays %s by QR, taken at %v", s.ID, w.since(p.legs[0].due))
	}
}

func (g *gateway) codeOf(orderID string) core.Secret {
	g.mu.Lock()
	defer g.mu.Unlock()
	if p := g.byOrder[orderID]; p != nil && len(p.codes) > 0 {
		return core.NewSecret(p.codes[len(p.codes)-1])
	}
	return core.NewSecret("000001")
}

func (g *gateway) purge(orderID, code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if p := g.byOrder[orderID]; p != nil {
		p.purged = code
		g.w.trace("gateway", "forgets payment %d: %s", p.n, code)
	}
}
