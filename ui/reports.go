package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/shell/navigation"
)

// fronted is a screen of several pages, of which one stands before the others.
type fronted interface{ Front() }

// openReports shows the day to everyone, where the shop has shifts; else the
// reports, to whom sums are shown. A key leads to one place, whatever was shown there
// last.
func (s *Shell) openReports() {
	front := navigation.Place{Location: navigation.Reports, Front: true}
	switch one, there := s.work.Screen().(fronted); {
	case s.opt.Reports == nil:
	case s.nav.At.Location == navigation.Reports:
		if there {
			one.Front()
		}
	case s.opt.Till.Settings().Shifts:
		s.show(front)
	default:
		s.approvals.Reports(func() { s.show(front) })
	}
}

// mayOwed reports whether who is at the till may close what is owed back, and see it.
func (s *Shell) mayOwed() bool {
	return s.opt.Reports != nil && s.session.May(journal.RightOwed) && s.session.May(journal.RightSums)
}

// openOwed shows what is owed back for a sale.
func (s *Shell) openOwed(id journal.SaleID) {
	s.nav.Owed = id
	s.show(navigation.Place{Location: navigation.Reports})
}

// reportsStart is where the day and the reports begin, once: built again, they go on
// where they were.
func (s *Shell) reportsStart() ReportsStart {
	at := ReportsStart{Owed: s.nav.Owed, Front: s.nav.At.Front}
	s.nav.Owed, s.nav.At.Front = "", false
	return at
}

// reportsShell is the shell as the day and the reports know it.
type reportsShell struct{ shell *Shell }

// DrillDown is for ReportsShell.
func (r reportsShell) DrillDown(q journal.SaleQuery) { r.shell.drillDown(q) }

// OpenSale is for ReportsShell.
func (r reportsShell) OpenSale(id journal.SaleID) { r.shell.open(id) }

// ToSettle is for ReportsShell.
func (r reportsShell) ToSettle() { r.shell.openSettle() }

// NewSale is for ReportsShell.
func (r reportsShell) NewSale() { r.shell.newSale() }

// Turned is for ReportsShell.
func (r reportsShell) Turned() { r.shell.work.Measure() }

// Exports is for ReportsShell.
func (r reportsShell) Exports() bool { return r.shell.exports.Any() }

// Export is for ReportsShell.
func (r reportsShell) Export(q exporting.Request) { r.shell.exports.Show(q) }

// ExportAsked is for ReportsShell.
func (r reportsShell) ExportAsked(q exporting.Request) { r.shell.exports.Ask(q) }

// MaySums is for ReportsShell.
func (r reportsShell) MaySums() bool { return r.shell.session.May(journal.RightSums) }

// AskSums is for ReportsShell.
func (r reportsShell) AskSums(then func()) { r.shell.approvals.Reports(then) }

// Signs is for ReportsShell.
func (r reportsShell) Signs() bool { return r.shell.session.Signs() }

// Delegate is for ReportsShell.
func (r reportsShell) Delegate(right journal.Right, then func()) {
	r.shell.approvals.Delegate(right, then)
}
