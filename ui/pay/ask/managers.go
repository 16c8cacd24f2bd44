package ask

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/toolkit/control"
)

// Till is what a manager's matters ask of the till.
type Till interface {
	ToManager(ctx context.Context, id journal.SaleID, reason string) error
	// ResolveOutside records a manager's word that a sale was settled outside
	// the till, in a person's own words. It is no payment.
	ResolveOutside(ctx context.Context, id journal.SaleID, reason, by string) error
}

// Managers gives open sales to the manager, who may close one.
type Managers struct {
	asker  Asker
	till   Till
	failed func(error)
}

// NewManagers asks through a, and tells failed what the till refused.
func NewManagers(a Asker, till Till, failed func(error)) Managers {
	return Managers{asker: a, till: till, failed: failed}
}

// Give hands a sale to the manager, with the reason that the till knows.
func (m Managers) Give(v journal.View) {
	reason := pay.WhyManager(v)
	pay.Call(m.asker.env, m.failed, func(ctx context.Context) error { return m.till.ToManager(ctx, v.ID, reason) }, nil)
}

// Resolve lets a manager close a sale that was settled outside the till.
func (m Managers) Resolve(v journal.View) {
	w := m.asker.env.Words
	labels := []string{w.T("manager.resolve.reason")}
	if !m.asker.Signs() {
		labels = append(labels, w.T("manager.name"))
	}
	title, text := w.T("manager.resolve.title", "number", present.Number(v.ID)), w.T("manager.resolve.text")
	m.asker.Ask("user", title, text, w.T("manager.resolve.do"), labels, nil, func(a []string) {
		m.asker.Signed(title, text, a[1:], func(by string) {
			pay.Call(m.asker.env, m.failed, func(ctx context.Context) error { return m.till.ResolveOutside(ctx, v.ID, a[0], by) }, nil)
		})
	})
}

// Next gives a sale to the manager; one that they have they may close.
func (m Managers) Next(v journal.View) {
	if v.WithManager != nil {
		m.Resolve(v)
		return
	}
	m.Give(v)
}

// Button is what the button of Next says.
func (m Managers) Button(v journal.View) control.ButtonSpec {
	key := "manager.give"
	if v.WithManager != nil {
		key = "manager.resolve"
	}
	return control.ButtonSpec{Icon: "user", Label: m.asker.env.Words.T(key)}
}
