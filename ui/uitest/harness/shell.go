package harness

import (
	"strings"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/present"
)

// Shell writes down where a screen led.
type Shell struct {
	Went     []string
	Decision *ask.Decision
	Closed   int
}

func (s *Shell) NewSale()           { s.Went = append(s.Went, "new") }
func (s *Shell) Begin(typed []rune) { s.Went = append(s.Went, "begin "+string(typed)) }
func (s *Shell) ToRoutes()          { s.Went = append(s.Went, "routes") }
func (s *Shell) ToCash()            { s.Went = append(s.Went, "cash") }
func (s *Shell) ToCashInstead(id journal.SaleID) {
	s.Went = append(s.Went, "cash instead of "+present.Number(id))
}
func (s *Shell) ToSale(id journal.SaleID) { s.Went = append(s.Went, "sale "+present.Number(id)) }
func (s *Shell) ToDay()                   { s.Went = append(s.Went, "day") }
func (s *Shell) ToGuard()                 { s.Went = append(s.Went, "guard") }
func (s *Shell) ToAmount()                { s.Went = append(s.Went, "amount") }
func (s *Shell) Retry(v journal.View)     { s.Went = append(s.Went, "retry "+present.Number(v.ID)) }
func (s *Shell) Replace(v journal.View, reason, manager string) {
	s.Went = append(s.Went, strings.TrimSpace("replace "+present.Number(v.ID)+" "+reason+" "+manager))
}
func (s *Shell) Form(id journal.SaleID, r core.Route) {
	s.Went = append(s.Went, "show "+present.Number(id)+" "+string(r))
}
func (s *Shell) Choose(id journal.SaleID) {
	s.Went = append(s.Went, "show "+present.Number(id)+" choose")
}
func (s *Shell) Back(id journal.SaleID) { s.Went = append(s.Went, "show "+present.Number(id)) }
func (s *Shell) SetAside(v journal.View, reason string) {
	s.Went = append(s.Went, strings.TrimSpace("aside "+present.Number(v.ID)+" "+reason))
}
func (s *Shell) Leaving(journal.SaleID) func(func()) {
	return func(next func()) {
		if next != nil {
			next()
		}
	}
}
func (s *Shell) Opened(v journal.View, _ *pay.Draft) {
	s.Went = append(s.Went, "opened "+present.Number(v.ID))
}
func (s *Shell) Failed(err error) { s.Went = append(s.Went, "failed "+err.Error()) }
func (s *Shell) Decide(d ask.Decision) func() {
	s.Decision = &d
	return func() { s.Closed++; s.Decision = nil }
}

// Customer is a customer's view that writes down what it was told.
type Customer struct {
	Sees      journal.SaleID
	Presented []journal.SaleID
	Told      []int
	MayTake   bool
}

func (c *Customer) Present(id journal.SaleID)    { c.Presented = append(c.Presented, id) }
func (c *Customer) Shows(id journal.SaleID) bool { return c.Sees == id }
func (c *Customer) Takes(id journal.SaleID) bool { return c.Sees == id && c.MayTake }
func (c *Customer) Typed(_ journal.SaleID, n int) {
	if len(c.Told) == 0 || c.Told[len(c.Told)-1] != n {
		c.Told = append(c.Told, n)
	}
}
