package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
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
		s.askForReports(func() { s.show(front) })
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

func (s *Shell) askForReports(then func()) {
	s.withSums(s.env.Words.T("manager.reports.title"), s.env.Words.T("manager.reports.text"), then)
}

// reportsStart is where the day and the reports begin, once: built anew, they go on
// where they were.
func (s *Shell) reportsStart() ReportsStart {
	at := ReportsStart{Owed: s.nav.Owed, Front: s.nav.At.Front}
	s.nav.Owed, s.nav.At.Front = "", false
	return at
}

// reportsShell is the shell as the day and the reports know it.
type reportsShell struct{ shell *Shell }

// Behind is for ReportsShell.
func (r reportsShell) Behind(q journal.SaleQuery) { r.shell.lookBehind(q) }

// OpenSale is for ReportsShell.
func (r reportsShell) OpenSale(id journal.SaleID) { r.shell.open(id) }

// NewSale is for ReportsShell.
func (r reportsShell) NewSale() { r.shell.newSale() }

// Turned is for ReportsShell.
func (r reportsShell) Turned() { r.shell.work.Measure() }

// Exports is for ReportsShell.
func (r reportsShell) Exports() bool { return r.shell.exports.runner != nil }

// Export is for ReportsShell.
func (r reportsShell) Export(q exporting.Request) { r.shell.export(q) }

// ExportAsked is for ReportsShell.
func (r reportsShell) ExportAsked(q exporting.Request) { r.shell.exportAsked(q) }

// MaySums is for ReportsShell.
func (r reportsShell) MaySums() bool { return r.shell.session.May(journal.RightSums) }

// AskSums is for ReportsShell.
func (r reportsShell) AskSums(then func()) { r.shell.askForReports(then) }

// Signs is for ReportsShell.
func (r reportsShell) Signs() bool { return r.shell.session.Signs() }

// Lend is for ReportsShell.
func (r reportsShell) Lend(right journal.Right, then func()) {
	w := r.shell.env.Words
	r.shell.approve([]journal.Right{right}, w.T("manager.lend.title"), w.T("right."+string(right)), func(string) { then() })
}

// withSums goes on with what shows sums where who is at the till may see them, or
// somebody lends them that right; the loan is spent then.
func (s *Shell) withSums(title, text string, then func()) {
	s.withRight(journal.RightSums, title, text, func() {
		if !s.session.Signs() {
			then()
			return
		}
		s.env.Go(func() {
			err := s.opt.Staff.LookAtSums(s.env.Life)
			s.env.Post(func() {
				switch {
				case s.env.Life.Err() != nil || s.session.Shut():
				case err != nil:
					steps{s}.Failed(err)
				default:
					then()
				}
			})
		})
	})
}

// sums reports whether the totals of a list are shown: to whom they may be, and
// behind a figure that is shown anyhow.
func (s *Shell) sums() bool { return s.nav.Figures() || s.session.May(journal.RightSums) }

// lookBehind shows the sales behind a figure; Esc leads back to it.
func (s *Shell) lookBehind(q journal.SaleQuery) {
	s.history().Look(q)
	s.show(navigation.Place{Location: navigation.Receipts})
	s.nav.ToFigures(true)
}

// exports is what takes sales along: it goes on whatever is on the screen.
type exports struct {
	runner *exporting.Runner // nil where nothing is exported
	memory exporting.Memory
}

func (s *Shell) newExports() exports {
	if s.opt.Exporting == nil {
		return exports{}
	}
	return exports{runner: exporting.NewRunner(s.env, *s.opt.Exporting)}
}

// exportAsked is export for whoever may see sums, or is lent that right.
func (s *Shell) exportAsked(r exporting.Request) {
	if s.session.May(journal.RightSums) {
		s.export(r)
		return
	}
	s.lentExport(r)
}

// lentExport is export for whoever is lent the right to see sums.
func (s *Shell) lentExport(r exporting.Request) {
	s.withSums(s.env.Words.T("manager.export.title"), s.env.Words.T("manager.export.text"), func() { s.export(r) })
}

// export lays the card over the window on which a person chooses how, and sees
// how far it is.
func (s *Shell) export(r exporting.Request) {
	if s.exports.runner == nil || s.away() {
		return
	}
	card := exporting.NewCard(s.env, *s.opt.Exporting, s.exports.runner, &s.exports.memory, r, s.closeDecision)
	s.decideWide(0, card.Content(), card.First(), card.Escape)
	if s.decision.card == nil {
		card.Gone()
		return
	}
	s.decision.gone = card.Gone
	s.decision.card.OnKey = func(e *fyne.KeyEvent) {
		card.Press(screen.KeyPress{Name: keys.Normal(e.Name)})
	}
}
