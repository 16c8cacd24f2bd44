package ui

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/settle"
	"sanduq/ui/shell/navigation"
)

// openSettle shows what somebody must settle.
func (s *Shell) openSettle() {
	if s.nav.At.Location != navigation.Settle {
		s.show(navigation.Place{Location: navigation.Settle})
	}
}

func (s *Shell) newSettling() screen.Screen {
	if s.opt.Receipts != nil {
		s.feed.ReadSettled()
	}
	return s.steps().Settle(settle.Shell{Sales: s.feed.ToSettle, Settled: s.settledToday, Owing: s.feed.Beside, At: &s.nav.Settled, Open: s.openSettling,
		MayOwed: s.mayOwed, Owed: s.openOwed, Leave: s.newSale})
}

// settledToday is what was settled today, the newest first; nothing where no screen
// could tell of it.
func (s *Shell) settledToday() []journal.View {
	if s.opt.Receipts == nil {
		return nil
	}
	return s.feed.SettledToday()
}

// openSettling opens a sale that must be settled; Esc leads back.
func (s *Shell) openSettling(id journal.SaleID) {
	s.open(id)
	s.nav.Opened(id, navigation.Settle)
}

// tellAll shows all that happened with a sale's order, and comes back from it.
func (s *Shell) tellAll(v journal.Sale) {
	from, arrived := s.nav.Detour()
	s.nav.ToFigures(false)
	s.history().Tell(v, func() {
		s.show(from)
		arrived()
	})
	s.show(navigation.Place{Location: navigation.Receipts})
}

// see takes note of the sale on the screen, and of an end that the cashier has
// there.
func (s *Shell) see() {
	s.feed.See(s.nav.At.Sale, s.nav.At.Location == navigation.Sale && s.nav.View.Status().Ended() && !s.input.Away())
}

// clearQuiet takes the folded sales from the sidebar: all that is recorded is
// that somebody has read them.
func (s *Shell) clearQuiet() {
	if s.input.Busy() {
		return
	}
	quiet := s.feed.Groups().Quiet
	s.env.Go(func() {
		for _, v := range quiet {
			if err := s.opt.Till.Acknowledge(context.WithoutCancel(s.env.Life), v.ID); err != nil {
				s.env.Post(func() { s.banner.Failed(err) })
				return
			}
		}
	})
}
