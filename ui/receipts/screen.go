package receipts

import (
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/draw"
)

// Screen is the manager's screen: the list of sales, and over it one receipt. It implements screen.Screen.
type Screen struct {
	screen.Base
	deps    Deps
	index   *index
	view    *view
	page    *happened
	shown   bool
	reading bool   // a receipt is open
	telling bool   // what happened with a sale is open, over the list or a receipt
	leave   func() // goes back to where that was asked for; nil for here
}

var _ screen.Screen = (*Screen)(nil)

// New is the screen over a memory, which it keeps up to date. Nothing is read before Shown.
func New(env screen.Env, d Deps, m *Memory) *Screen {
	s := &Screen{deps: d}
	s.index = newIndex(env, d, m, s.read, s.seen)
	s.view = newView(env, d, s.back)
	s.page = newHappened(env, d, s.showAgain)
	s.index.tell, s.view.tell, s.index.preview.tell = s.showHistory, s.showHistory, s.showHistory
	s.view.whole = s.index.source.Whole
	s.view.root.Hide()
	s.page.root.Hide()
	s.Root = container.NewStack(s.index.root, s.view.root, s.page.root)
	return s
}

// Shown reads the history; the list stands where it stood.
func (s *Screen) Shown() {
	s.shown = true
	s.index.resume()
}

// Hidden stops what waits.
func (s *Screen) Hidden() {
	s.shown = false
	s.view.left()
	s.page.cancel()
	s.index.preview.saver.turn++
	s.index.popover.Close()
	s.index.filters.pause.Stop()
}

// Begin takes the screen back to today, with nothing searched for: it is opened again, not come back to.
func (s *Screen) Begin() {
	s.toList()
	s.index.setFilter(filter.Filter{})
	if s.shown {
		s.index.resume()
	}
}

// ShowHistory shows all that happened with a sale's order. back leads to where that was
// asked for.
func (s *Screen) ShowHistory(sale journal.Sale, back func()) {
	s.toList()
	s.leave = back
	s.showHistory(sale)
}

// toList leaves whatever lies over the list.
func (s *Screen) toList() {
	s.leave = nil
	if s.telling {
		s.showAgain()
	}
	if s.reading {
		s.back()
	}
}

// Within shows today's sales of a place, in a history of many tills; all of them
// where it is blank.
func (s *Screen) Within(place string) {
	s.toList()
	s.index.setFilter(filter.Filter{Place: place})
	s.index.memory.base = filter.Filter{}
	if s.shown {
		s.index.resume()
	}
}

// Place is the place whose sales are shown; blank for all.
func (s *Screen) Place() string { return s.index.memory.Filter.Place }

// ShowQuery shows what a query of whole days selects: what is behind a figure of a
// report. Esc leaves it as it was opened.
func (s *Screen) ShowQuery(q journal.SaleQuery) {
	s.toList()
	s.index.setFilter(filter.FilterOf(q))
	if s.shown {
		s.index.resume()
	}
}

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool {
	if s.telling {
		return s.page.press(p)
	}
	if s.reading {
		return s.view.press(p, s.back)
	}
	return s.index.press(p)
}

// Refresh takes note that a sale was changed: the till's notice of it. It costs nothing while the screen is hidden.
func (s *Screen) Refresh(id journal.SaleID) {
	if !s.shown {
		return
	}
	if s.index.source.Query == s.index.filters.query() {
		s.index.source.Refresh(id)
	} else { // another day has begun
		s.index.resume()
	}
	if s.telling {
		s.page.tell()
	}
}

// Told is the sale of which all that happened is shown, and what leads back to where that
// was asked for; false where none is.
func (s *Screen) Told() (sale journal.Sale, back func(), ok bool) {
	return s.page.sale, s.leave, s.telling
}

// Open shows the receipt of a sale, over the list; a sale without a receipt is only selected.
func (s *Screen) Open(sale journal.Sale) {
	if s.deps.hasReceipt(sale) {
		s.read(sale)
	}
}

// Reading reports whether one receipt is shown, not the list.
func (s *Screen) Reading() bool { return s.reading }

func (s *Screen) read(sale journal.Sale) {
	s.reading = true
	s.view.set(sale)
	s.index.root.Hide()
	s.view.root.Show()
	draw.Focus(s.Root, nil)
	s.Root.Refresh()
}

// showHistory shows all that happened with a sale's order, over what is shown.
func (s *Screen) showHistory(sale journal.Sale) {
	s.telling = true
	s.page.set(sale)
	s.index.root.Hide()
	s.view.root.Hide()
	s.page.root.Show()
	draw.Focus(s.Root, nil)
	s.Root.Refresh()
}

// showAgain shows again what was shown before.
func (s *Screen) showAgain() {
	s.telling = false
	s.page.cancel()
	s.page.root.Hide()
	if s.reading {
		s.view.root.Show()
	} else {
		s.index.root.Show()
	}
	draw.Focus(s.Root, nil)
	s.Root.Refresh()
	if back := s.leave; back != nil {
		s.leave = nil
		back()
	}
}

// seen takes over news of the sale whose receipt is open.
func (s *Screen) seen(sale journal.Sale) {
	if s.reading && sale.ID == s.view.sale.ID && sale.Version != s.view.sale.Version && s.deps.hasReceipt(sale) {
		s.view.set(sale)
	}
}

// back shows the list again, with the selection kept.
func (s *Screen) back() {
	s.reading = false
	s.view.left()
	s.view.root.Hide()
	s.index.root.Show()
	draw.Focus(s.Root, nil)
	s.Root.Refresh()
}
