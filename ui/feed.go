package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/shell/feed"
	"sanduq/ui/shell/navigation"
)

// told is the window as the feed knows it.
type told struct{ shell *Shell }

var _ feed.Window = told{}

// View is for feed.Window: of the sale at the place that is shown it is the newest,
// also when nobody has to do with it any more.
func (t told) View(id journal.SaleID) (journal.View, bool) { return t.shell.view(id) }

// Saw is for feed.Window.
func (t told) Saw(n journal.Notice, before journal.View, known bool) {
	s := t.shell
	s.sounds.Notice(n, before, known, s.nav.Shows(n.View.ID))
	s.saw(n.View, known && before.Status() != n.View.Status())
	if n.Kind == journal.NoticeSale && s.screens.receipts != nil {
		s.screens.receipts.Refresh(n.View.ID)
	}
	if !known || before.Status() != n.View.Status() { // another sum of the day and of the reports
		t.refresh(navigation.Reports)
	}
}

// DayMoved is for feed.Window.
func (t told) DayMoved() { t.refresh(navigation.Reports) }

// Read is for feed.Window.
func (t told) Read() { t.refresh(navigation.Settle) }

// refresh brings the screen at a place up to date, where it is shown.
func (t told) refresh(at navigation.Location) {
	if one, ok := t.shell.work.Screen().(interface{ Refresh() }); ok && t.shell.nav.At.Location == at {
		one.Refresh()
	}
}

// Paint is for feed.Window.
func (t told) Paint() { t.shell.paint() }

// PaintAlarms is for feed.Window.
func (t told) PaintAlarms() { t.shell.banner.Paint() }

// saw keeps a view and shows it where it is shown.
func (s *Shell) saw(v journal.View, changed bool) {
	s.feed.Update(v)
	s.typed.usual.Learn(v.Sale)
	s.nav.KindOf(v, s.env.Now())
	if s.customer != nil {
		s.customer.Saw(v)
	}
	if v.Status().Ended() {
		s.typed.kept.Forget(v.ID)
	}
	if s.nav.At.Instead == v.ID && v.SetAside == nil && v.Status().Ended() { // no cash is to be taken instead of it any more
		s.show(navigation.Place{Location: navigation.Sale, Sale: v.ID})
		return
	}
	if s.nav.Shows(v.ID) {
		s.nav.View = v
		s.follow()
		return
	}
	if changed && feed.Urgency(v) < 2 {
		s.sidebar.Announce(v)
	}
}
