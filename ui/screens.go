package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/cashier"
	"sanduq/ui/exporting"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
)

// show goes to a place and builds its screen. Edits that are not saved are
// asked about before they are lost.
func (s *Shell) show(to place) {
	if one, edits := s.work.screen.(editor); edits && s.nav.at.spot == spotSettings && to.spot != spotSettings && one.Unsaved() {
		s.askUnsaved(func() { s.leaveFor(to) })
		return
	}
	s.leaveFor(to)
}

// leaveFor goes to a place, whatever is lost.
func (s *Shell) leaveFor(to place) {
	var v journal.View
	if to.instead != "" {
		old, known := s.newest(to.instead)
		to = cashInstead(to.instead, old, known)
	}
	if to.spot == spotSale {
		known := false
		if v, known = s.newest(to.sale); !known {
			to = place{spot: spotAmount}
		}
	}
	s.nav.moved(to, v)
	s.put(s.screenFor(to))
}

func (s *Shell) screenFor(to place) screen.Screen {
	switch to.spot {
	case spotGuard:
		return cashier.NewGuard(s.deps(), s.typed.draft)
	case spotRoutes:
		return cashier.NewRoute(s.deps(), s.typed.draft)
	case spotCash:
		if old, known := s.newest(to.instead); known && to.instead != "" {
			return cashier.NewCashInstead(s.deps(), old)
		}
		if s.typed.draft.Amount.Amount().Minor > 0 { // else it was taken
			return cashier.NewCash(s.deps(), s.typed.draft)
		}
	case spotSale:
		s.nav.turn(s.env.Now())
		return cashier.New(s.deps(), s.nav.kind, s.nav.view)
	case spotSettle:
		return s.newSettling()
	case spotReceipts:
		return s.history()
	case spotReports:
		return s.opt.Reports(s.env, reportsShell{s}, s.reportsStart())
	case spotSettings:
		return s.opt.Settings(s.env, s.settingsWindow())
	}
	return cashier.NewSale(s.deps(), s.typed.draft)
}

// put exchanges the screen in the work area. An Enter that is still held
// belongs to the screen before.
func (s *Shell) put(next screen.Screen) {
	s.closeDecision()
	if s.work.screen != nil {
		s.work.screen.Hidden()
	}
	s.input.enter.use()
	s.window.focus(nil)
	s.keyboard.Close()
	s.phone.place()
	s.work.put(next)
	next.Shown()
	s.paint()
}

// follow shows the newest view of the selected sale: in its screen, or in
// another when its state demands that.
func (s *Shell) follow() {
	if s.nav.at.spot != spotSale {
		return
	}
	if s.nav.turn(s.env.Now()) {
		typing := s.decision.card != nil // which goes: nobody may decide about what is no longer so
		s.put(cashier.New(s.deps(), s.nav.kind, s.nav.view))
		if typing {
			s.input.deaf.deafen(s.env.Now())
		}
		return
	}
	if one, ok := s.work.screen.(pay.Screen); ok {
		one.Update(s.nav.view)
	}
	s.phone.place()
}

func (s *Shell) newSale() {
	if s.typed.draft.Opening {
		s.typed.begin(s.opt.Till.Settings().Currency)
	}
	if s.nav.at.spot != spotAmount {
		s.show(place{spot: spotAmount})
	}
}

func (s *Shell) open(id journal.SaleID) {
	if s.nav.at != (place{spot: spotSale, sale: id}) {
		s.show(place{spot: spotSale, sale: id})
	}
}

func (s *Shell) openReceipts() {
	if s.opt.Receipts == nil {
		return
	}
	s.nav.behind = false
	s.history().Begin()
	if s.nav.at.spot != spotReceipts {
		s.show(place{spot: spotReceipts})
	}
}

// history is the screen of the history, made when it is first needed.
func (s *Shell) history() Receipts {
	if s.receipts == nil {
		s.receipts = s.opt.Receipts(s.env, receiptsShell{s})
	}
	return s.receipts
}

// receiptsShell is the shell as the screen of the history knows it.
type receiptsShell struct{ shell *Shell }

// OpenSale is for ReceiptsShell.
func (r receiptsShell) OpenSale(id journal.SaleID) { r.shell.openListed(id) }

// NewSale is for ReceiptsShell.
func (r receiptsShell) NewSale() { r.shell.newSale() }

// Sums is for ReceiptsShell.
func (r receiptsShell) Sums() bool { return r.shell.sums() }

// Exports is for ReceiptsShell.
func (r receiptsShell) Exports() bool { return r.shell.exports.runner != nil }

// Export is for ReceiptsShell.
func (r receiptsShell) Export(q journal.SaleQuery, asked string) {
	request := exporting.Request{Query: q, Asked: asked}
	if r.shell.sums() {
		r.shell.export(request)
		return
	}
	r.shell.lentExport(request)
}

// openListed opens a sale from the history; Esc leads back there.
func (s *Shell) openListed(id journal.SaleID) {
	s.open(id)
	s.nav.listed, s.nav.list = id, spotReceipts
}
