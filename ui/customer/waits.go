package customer

import (
	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
)

// wait is for what the cashier does before the customer is asked for anything.
func (s sheet) wait() scene {
	h := s.header(graphic.NewIcon("ring", 400*s.k, theme.Ghost), 400, 96, theme.Text, theme.Muted)
	h.money(176, 0, theme.Text)
	text := s.both("customer.wait", s.style(64, theme.SemiBold, theme.Text))
	h.below(40, text[0], text[1])
	return still(h.object())
}

// checking is for the time from the customer's word to the bank's.
func (s sheet) checking() scene {
	ring := graphic.NewRing(400*s.k, 36*s.k)
	h := s.header(ring, 400, 96, theme.Text, theme.Muted)
	h.money(176, 0, theme.Text)
	text, wait := s.both("customer.checking", s.style(64, theme.SemiBold, theme.Waiting)), s.both("customer.wait", s.style(44, theme.Regular, theme.Text))
	h.below(40, text[0], text[1])
	h.beside(wait, 24, 38)
	return scene{content: h.object(), paint: func(v journal.View, _ int) { ring.SetShare(present.Waited(v.Live, s.env.Now())) }}
}
