package ui

import (
	"sanduq/core/till"
	"sanduq/ui/cashier"
)

// over is a form, or the ways to pay, laid over what a sale demands. It is the
// cashier's view alone: nothing of it is recorded, and a restart forgets it.
type over struct {
	kind cashier.Kind // what is shown
	from cashier.Kind // what the sale demanded when it was laid over
	last cashier.Kind // what the sale demanded last
}

// stays tells whether it still belongs over a sale that demands base now. It
// stays over what it was opened from and while its own step is under way; any
// other demand of the sale takes over. A code that was sent for a corrected
// account leads back to the code by way of that step.
func (o *over) stays(base cashier.Kind, refused bool) bool {
	last := o.last
	o.last = base
	if base == o.from {
		return base != cashier.KindCode || last == base || refused
	}
	return base == o.kind
}

// kindOf is the screen for a sale: what it demands, or what lies over that.
func (s *Shell) kindOf(v till.View) cashier.Kind {
	base := cashier.KindOf(v, s.env.Now())
	o, ok := s.over[v.ID]
	if !ok {
		return base
	}
	if !o.stays(base, v.Refusal != nil) {
		delete(s.over, v.ID)
		return base
	}
	return o.kind
}

// Show is for cashier.Steps.
func (s steps) Show(id till.SaleID, k cashier.Kind) {
	delete(s.over, id)
	if v, ok := s.view(id); ok && k != "" {
		base := cashier.KindOf(v, s.env.Now())
		s.over[id] = &over{kind: k, from: base, last: base}
	}
	if id == s.at.sale {
		s.follow()
	}
}
