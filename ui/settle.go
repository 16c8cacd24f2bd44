package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/cashier"
	"sanduq/ui/screen"
)

// openSettle shows what somebody must settle.
func (s *Shell) openSettle() {
	if s.nav.at.spot != spotSettle {
		s.show(place{spot: spotSettle})
	}
}

func (s *Shell) newSettling() screen.Screen {
	s.readSettled()
	return cashier.NewSettle(s.deps(), cashier.Settling{Sales: s.state.toSettle, Settled: s.settledToday, Owing: s.state.beside, At: &s.nav.settle, Open: s.openSettling,
		MayOwed: s.mayOwed, Owed: s.openOwed, Leave: s.newSale})
}

// toSettle is every sale that somebody must settle.
func (s *tillState) toSettle() (all []journal.View) {
	for _, v := range s.inOrder() {
		if cashier.ToSettle(v) != cashier.ToSettleNot {
			all = append(all, v)
		}
	}
	return all
}

// openSettling opens a sale that must be settled; Esc leads back.
func (s *Shell) openSettling(id journal.SaleID) {
	s.open(id)
	s.nav.listed, s.nav.list = id, spotSettle
}

// tellAll shows all that happened with a sale's order, and comes back from it.
func (s *Shell) tellAll(v journal.Sale) {
	from, listed, list := s.nav.at, s.nav.listed, s.nav.list
	s.nav.behind = false
	s.history().Tell(v, func() {
		s.show(from)
		s.nav.listed, s.nav.list = listed, list
	})
	s.show(place{spot: spotReceipts})
}
