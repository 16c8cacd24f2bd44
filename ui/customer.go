package ui

import "sanduq/ui/customer"

// newSide is the customer's side of the till; nil where there is none.
func (s *Shell) newSide() *customer.Side {
	if s.opt.Customer == nil {
		return nil
	}
	env := s.env
	env.Words = s.env.ForCustomers()
	return customer.NewSide(env, customer.Deps{Style: func(draw func()) { s.people.Outward(draw) }, Shop: s.opt.Till.Settings, Sale: s.newest, Receipt: s.opt.Till.Receipt, Windows: s.opt.Customer,
		Turn: s.toCustomer, Back: s.toCashier, Changed: s.customerChanged})
}

// toCustomer gives the whole main window to the customer. Esc and F6 alone bring the
// cashier back; every other key is as good as not pressed.
func (s *Shell) toCustomer() {
	s.decisions.Close()
	s.frame.Focus(nil)
	s.fillWindow()
}

// toCashier gives the window back to the cashier.
func (s *Shell) toCashier() {
	s.fillWindow()
	s.paint()
}

// customerChanged tells the screen in the work area whether the customer sees
// its sale.
func (s *Shell) customerChanged() {
	if s.work != nil && s.work.Screen() != nil {
		s.follow()
	}
}
