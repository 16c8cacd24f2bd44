package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
)

// openSettle shows what somebody must settle.
func (s *Shell) openSettle() {
	if s.nav.At.Location != navigation.Settle {
		s.show(navigation.Place{Location: navigation.Settle})
	}
}

// openSettling opens a sale that must be settled; Esc leads back.
func (s *Shell) openSettling(id journal.SaleID) {
	s.open(id)
	s.nav.Opened(id, navigation.Settle)
}
