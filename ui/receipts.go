package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/screen"
	"sanduq/ui/shell/navigation"
)

func (s *Shell) openReceipts() {
	if s.opt.Receipts == nil {
		return
	}
	s.nav.ToFigures(false)
	s.history().Begin()
	if s.nav.At.Location != navigation.Receipts {
		s.show(navigation.Place{Location: navigation.Receipts})
	}
}

// history is the screen of the history, made when it is first needed.
func (s *Shell) history() Receipts {
	if s.screens.receipts == nil {
		s.screens.receipts = s.opt.Receipts(s.env, receiptsShell{s})
	}
	return s.screens.receipts
}

// receiptsShell is the shell as the screen of the history knows it.
type receiptsShell struct{ shell *Shell }

// OpenSale is for ReceiptsShell.
func (r receiptsShell) OpenSale(id journal.SaleID) { r.shell.openListed(id) }

// NewSale is for ReceiptsShell.
func (r receiptsShell) NewSale() { r.shell.newSale() }

// HandOver is for ReceiptsShell.
func (r receiptsShell) HandOver() func(journal.Sale, journal.Receipt) {
	if r.shell.customer == nil {
		return nil
	}
	return r.shell.customer.HandOver
}

// Sums is for ReceiptsShell.
func (r receiptsShell) Sums() bool { return r.shell.sums() }

// Exports is for ReceiptsShell.
func (r receiptsShell) Exports() bool { return r.shell.exports.Any() }

// Export is for ReceiptsShell.
func (r receiptsShell) Export(q journal.SaleQuery, asked string) {
	request := exporting.Request{Query: q, Asked: asked}
	if r.shell.sums() {
		r.shell.exports.Show(request)
		return
	}
	r.shell.exports.Delegated(request)
}

// openListed opens a sale from the history; Esc leads back there.
func (s *Shell) openListed(id journal.SaleID) {
	s.open(id)
	s.nav.Opened(id, navigation.Receipts)
}

// tellAll shows all that happened with a sale's order, and comes back from it.
func (s *Shell) tellAll(v journal.Sale) {
	from, arrived := s.nav.Detour()
	s.nav.ToFigures(false)
	s.history().ShowHistory(v, func() {
		s.show(from)
		arrived()
	})
	s.show(navigation.Place{Location: navigation.Receipts})
}

// retold shows again, in the history that is built next, what a screen tells of a sale, with
// the way back from there.
func retold(shown screen.Screen) func(Receipts) {
	if one, is := shown.(Receipts); is {
		if sale, back, ok := one.Told(); ok {
			return func(next Receipts) { next.ShowHistory(sale, back) }
		}
	}
	return func(Receipts) {}
}

// sums reports whether the totals of a list are shown: to whom they may be, and
// behind a figure that is shown anyhow.
func (s *Shell) sums() bool { return s.nav.Figures() || s.session.May(journal.RightSums) }

// drillDown shows the sales behind a figure; Esc leads back to it.
func (s *Shell) drillDown(q journal.SaleQuery) {
	s.history().ShowQuery(q)
	s.show(navigation.Place{Location: navigation.Receipts})
	s.nav.ToFigures(true)
}
