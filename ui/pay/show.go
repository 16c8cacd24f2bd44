package pay

import (
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// Customer is the customer's view as the screens of an open sale know it.
type Customer interface {
	// Present shows a sale to the customer.
	Present(id journal.SaleID)
	// Shows reports whether a customer with a screen of their own sees a sale.
	Shows(id journal.SaleID) bool
}

// Show is the button that puts a sale before the customer. Where the customer
// sees it already, on a screen of their own, it says so.
type Show struct {
	env      screen.Env
	customer Customer
	id       journal.SaleID
	Button   *control.Button // nil where there is no customer's view
	Brief    bool            // without words
}

// NewShow is the button for a sale; c is nil where there is no customer's view.
func NewShow(e screen.Env, c Customer, id journal.SaleID) *Show {
	s := &Show{env: e, customer: c, id: id}
	if c != nil {
		s.Button = control.NewButton(control.ButtonSpec{}, func() { c.Present(id) })
		s.Paint()
	}
	return s
}

// Paint says whether the customer sees the sale.
func (s *Show) Paint() {
	if s.Button == nil {
		return
	}
	spec := control.ButtonSpec{Icon: "screen", Label: s.env.Words.T("customer.show"), Key: "F6", PadX: 14}
	if s.customer.Shows(s.id) {
		spec.Label, spec.Key, spec.Chosen = s.env.Words.T("customer.shown"), "", true
	}
	if s.Brief {
		spec.Label, spec.Key, spec.PadX, spec.Mid = "", "", theme.S2, true
	}
	s.Button.Set(spec)
}

// Beside shares a row with a button: half of it each where the words of both
// fit, else without words.
func (s *Show) Beside(p layout.Placer, other *control.Button, x, y, wide, high float32) {
	if s.Button == nil {
		p.Put(other, x, y, wide, high)
		return
	}
	half := (wide - theme.S2) / 2
	s.Brief = half < showWide*max(theme.Now().TextScale, 1)
	s.Paint()
	if s.Brief {
		half = theme.Target
	}
	p.Put(s.Button, x, y, half, high)
	p.Put(other, x+half+theme.S2, y, wide-half-theme.S2, high)
}

// showWide is the width that the words need.
const showWide = 232
