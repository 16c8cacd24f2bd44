package ui

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/cashier"
)

// strip is what the sidebar shows of the sales: those that go on, the paid ones
// that somebody has seen, as one, and the others that have ended.
type strip struct {
	open, quiet, finished []journal.View
	settle                settling
}

// settling is how much somebody must still settle, by kind.
type settling struct{ unknown, late, owed int }

// strip parts the sales, each part with the most urgent first. What must be
// settled never folds; neither does an end that nobody has seen.
func (s *tillState) strip() strip {
	var t strip
	for _, v := range s.inOrder() {
		kind := s.settling(v)
		t.settle.unknown, t.settle.late, t.settle.owed = t.settle.unknown+kind.unknown, t.settle.late+kind.late, t.settle.owed+kind.owed
		switch {
		case !v.Status().Ended():
			t.open = append(t.open, v)
		case v.Status() == journal.StatusPaid && kind == settling{} && s.seen[v.ID] && v.ID != s.shown:
			t.quiet = append(t.quiet, v)
		default:
			t.finished = append(t.finished, v)
		}
	}
	return t
}

// settling is which kind a sale is of; nothing for most.
func (s *tillState) settling(v journal.View) settling {
	switch cashier.ToSettle(v) {
	case cashier.ToSettleOwed:
		return settling{owed: 1}
	case cashier.ToSettleLate:
		return settling{late: 1}
	case cashier.ToSettleUnknown:
		return settling{unknown: 1}
	}
	return settling{}
}

// shown is every sale that has a tile of its own, in the order of the tiles.
func (t strip) shown() []journal.View {
	return append(append([]journal.View(nil), t.open...), t.finished...)
}

// sum is what the folded sales come to; false when they are of several
// currencies.
func (t strip) sum() (money.Amount, bool) {
	sum := money.Amount{Currency: t.quiet[0].Amount.Currency}
	for _, v := range t.quiet {
		if v.Amount.Currency != sum.Currency {
			return money.Amount{}, false
		}
		sum.Minor += v.Amount.Minor
	}
	return sum, true
}

// see takes note of the sale on the screen, and of an end that the cashier has
// there.
func (s *Shell) see() {
	s.state.shown = s.nav.at.sale
	if v := s.nav.view; s.nav.at.spot == spotSale && v.Status().Ended() && !s.away() {
		if s.state.seen == nil {
			s.state.seen = map[journal.SaleID]bool{}
		}
		s.state.seen[v.ID] = true
	}
}

// clearQuiet takes the folded sales from the strip: all that is recorded is
// that somebody has read them.
func (s *Shell) clearQuiet() {
	if s.decision.card != nil || s.away() {
		return
	}
	quiet := s.state.strip().quiet
	s.env.Go(func() {
		for _, v := range quiet {
			if err := s.opt.Till.Acknowledge(context.WithoutCancel(s.env.Life), v.ID); err != nil {
				s.env.Post(func() { steps{s}.Failed(err) })
				return
			}
		}
	})
}
