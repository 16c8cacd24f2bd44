package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/shell/navigation"
)

// show goes to a place and builds its screen. Edits that are not saved are
// asked about before they are lost.
func (s *Shell) show(to navigation.Place) {
	if one, edits := s.work.Screen().(editor); edits && s.nav.At.Location == navigation.Settings && to.Location != navigation.Settings && one.Unsaved() {
		s.askUnsaved(func() { s.leaveFor(to) })
		return
	}
	s.leaveFor(to)
}

// leaveFor goes to a place, whatever is lost.
func (s *Shell) leaveFor(to navigation.Place) {
	var v journal.View
	if to.Instead != "" {
		old, known := s.newest(to.Instead)
		to = navigation.CashInstead(to.Instead, old, known)
	}
	if to.Location == navigation.Sale {
		known := false
		if v, known = s.newest(to.Sale); !known {
			to = navigation.Place{Location: navigation.Amount}
		}
	}
	s.nav.Moved(to, v)
	s.put(s.screenFor(to))
}

func (s *Shell) screenFor(to navigation.Place) screen.Screen {
	switch to.Location {
	case navigation.Guard:
		return s.steps().Guard(s.typed.draft)
	case navigation.Routes:
		return s.steps().Routes(s.typed.draft)
	case navigation.Cash:
		if old, known := s.newest(to.Instead); known && to.Instead != "" {
			return s.steps().CashInstead(old)
		}
		if s.typed.draft.Amount.Amount().Minor > 0 { // else it was taken
			return s.steps().Cash(s.typed.draft)
		}
	case navigation.Sale:
		s.nav.Turn(s.env.Now())
		return s.steps().Sale(s.nav.Kind, s.nav.View)
	case navigation.Settle:
		return s.newSettling()
	case navigation.Receipts:
		return s.history()
	case navigation.Reports:
		return s.opt.Reports(s.env, reportsShell{s}, s.reportsStart())
	case navigation.Settings:
		return s.opt.Settings(s.env, s.settingsWindow())
	}
	return s.steps().Amount(s.typed.draft)
}

// put exchanges the screen in the work area. An Enter that is still held
// belongs to the screen before.
func (s *Shell) put(next screen.Screen) {
	s.decisions.Close()
	if s.work.Screen() != nil {
		s.work.Screen().Hidden()
	}
	s.input.SpendEnter()
	s.frame.Focus(nil)
	s.keyboard.Close()
	s.phone.Place()
	s.work.Put(next)
	next.Shown()
	s.paint()
}

// follow shows the newest view of the selected sale: in its screen, or in
// another when its state demands that.
func (s *Shell) follow() {
	if s.nav.At.Location != navigation.Sale {
		return
	}
	if s.nav.Turn(s.env.Now()) {
		typing := s.decisions.On() // which goes: nobody may decide about what is no longer so
		s.put(s.steps().Sale(s.nav.Kind, s.nav.View))
		if typing {
			s.input.Deafen()
		}
		return
	}
	if one, ok := s.work.Screen().(pay.Screen); ok {
		one.Update(s.nav.View)
	}
	s.phone.Place()
}

func (s *Shell) newSale() {
	if s.typed.draft.Opening {
		s.typed.begin(s.opt.Till.Settings().Currency)
	}
	if s.nav.At.Location != navigation.Amount {
		s.show(navigation.Place{Location: navigation.Amount})
	}
}

func (s *Shell) open(id journal.SaleID) {
	if s.nav.At != (navigation.Place{Location: navigation.Sale, Sale: id}) {
		s.show(navigation.Place{Location: navigation.Sale, Sale: id})
	}
}

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
func (r receiptsShell) Exports() bool { return r.shell.exports.Any() }

// Export is for ReceiptsShell.
func (r receiptsShell) Export(q journal.SaleQuery, asked string) {
	request := exporting.Request{Query: q, Asked: asked}
	if r.shell.sums() {
		r.shell.exports.Show(request)
		return
	}
	r.shell.exports.Lent(request)
}

// openListed opens a sale from the history; Esc leads back there.
func (s *Shell) openListed(id journal.SaleID) {
	s.open(id)
	s.nav.Opened(id, navigation.Receipts)
}
