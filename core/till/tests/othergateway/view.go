package othergateway

// View is a payment as its owner sees it, all legs together.
type View struct {
	ID, OrderID string
	Status      string // in capitals: SUCCESS once any leg is paid
	Minor       int64
	Currency    string
	Transaction string // blank until it is paid
	QR          string // the newest; blank before one was asked for
	Leg         Leg    // that was paid or confirmed, else used last; blank before any was
}

// Payment returns the newest payment of an order; false when there is none, or
// it was forgotten.
func (g *Gateway) Payment(order string) (View, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byOrder[order]
	if len(all) == 0 || !g.settleDue(all[len(all)-1], g.now()) {
		return View{}, false
	}
	return g.view(all[len(all)-1]), true
}

// Payments returns every payment that is remembered, oldest first.
func (g *Gateway) Payments() []View {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lookAll()
	out := make([]View, 0, len(g.payments))
	for _, p := range g.payments {
		out = append(out, g.view(p))
	}
	return out
}

// view describes a payment. Callers hold mu.
func (g *Gateway) view(p *payment) View {
	v := View{ID: p.id, OrderID: p.order, Status: "PENDING", Minor: p.minor, Currency: p.currency, Leg: p.last}
	best := unused
	for _, l := range p.ordered() {
		if is := g.conditionOf(l, g.now()); is > best {
			if best = is; is >= processing {
				v.Leg = l.kind
			}
		}
		if l.kind == QR {
			v.QR = l.qr
		}
		if !l.paid.IsZero() && v.Transaction == "" {
			v.Leg, v.Transaction = l.kind, l.tx
		}
	}
	if best == unused && g.over(p, g.now()) {
		best = expired // as a status question hears
	}
	switch best {
	case success:
		v.Status = "SUCCESS"
	case held, processing:
		v.Status = "PROCESSING"
	case failed, declined:
		v.Status = "FAILED"
	case expired:
		v.Status = "EXPIRED"
	}
	return v
}
