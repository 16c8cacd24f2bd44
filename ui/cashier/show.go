package cashier

import (
	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// show is the button that puts a sale before the customer. Where the customer
// sees it already, on a screen of their own, it says so.
type show struct {
	deps   Deps
	id     journal.SaleID
	button *widgets.Button // nil where there is no customer's view
	brief  bool            // without words
}

func newShow(deps Deps, id journal.SaleID) *show {
	s := &show{deps: deps, id: id}
	if deps.Customer != nil {
		s.button = widgets.NewButton(widgets.ButtonSpec{}, func() { deps.Customer.Present(id) })
		s.paint()
	}
	return s
}

func (s *show) paint() {
	if s.button == nil {
		return
	}
	spec := widgets.ButtonSpec{Icon: "screen", Label: s.deps.Words.T("customer.show"), Key: "F6", PadX: 14}
	if s.deps.Customer.Shows(s.id) {
		spec.Label, spec.Key, spec.Chosen = s.deps.Words.T("customer.shown"), "", true
	}
	if s.brief {
		spec.Label, spec.Key, spec.PadX, spec.Mid = "", "", theme.S2, true
	}
	s.button.Set(spec)
}

// beside shares a row with a button: half of it each where the words of both
// fit, else without words.
func (s *show) beside(p widgets.Placer, other *widgets.Button, x, y, wide, high float32) {
	if s.button == nil {
		p.Put(other, x, y, wide, high)
		return
	}
	half := (wide - theme.S2) / 2
	s.brief = half < showWide*max(theme.Now().TextScale, 1)
	s.paint()
	if s.brief {
		half = theme.Target
	}
	p.Put(s.button, x, y, half, high)
	p.Put(other, x+half+theme.S2, y, wide-half-theme.S2, high)
}

// showWide is the width that the words need.
const showWide = 232
