package ui

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
)

// openSettle shows what somebody must settle.
func (s *Shell) openSettle() {
	if s.nav.At.Location != navigation.Settle {
		s.show(navigation.Place{Location: navigation.Settle})
	}
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
