package ui

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/cashier"
	"sanduq/ui/customer"
	"sanduq/ui/lock"
	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/settle"
	"sanduq/ui/shell/approval"
	"sanduq/ui/shell/banner"
	"sanduq/ui/shell/bar"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/exports"
	"sanduq/ui/shell/feed"
	"sanduq/ui/shell/firstrun"
	"sanduq/ui/shell/frame"
	"sanduq/ui/shell/input"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/shell/personal"
	"sanduq/ui/shell/phone"
	"sanduq/ui/shell/sidebar"
	"sanduq/ui/shell/sounds"
	"sanduq/ui/shell/workarea"
	"sanduq/ui/usual"
)

// Shell is the main window's content. Everything but Stop belongs on the UI
// goroutine.
type Shell struct {
	opt         Options
	env         screen.Env
	end         context.CancelFunc // of the window's life
	unsubscribe func()             // from the preferences

	// What it knows.
	feed  *feed.Feed
	nav   navigation.Navigation
	typed typed

	// What it shows.
	frame     *frame.Window
	bar       *bar.Bar
	sidebar   *sidebar.Sidebar
	banner    *banner.Banner
	work      *workarea.Area
	phone     *phone.Phone
	first     *firstrun.FirstRun
	screens   screens
	decisions *decision.Decisions
	exports   *exports.Exports

	// Who is at it and beside it.
	input     *input.Input
	keyboard  *onscreenkeyboard.Keyboard
	sounds    *sounds.Sounds
	session   *lock.Session
	people    *personal.Personal
	approvals *approval.Approvals
	customer  *customer.Side // nil where there is no customer's view
}

// typed is what the cashier has typed and nothing has recorded.
type typed struct {
	draft *pay.Draft
	kept  *cashier.Memory
	usual usual.Amounts
	last  money.Amount // that the person here charged; zero for none
}

// begin is an empty draft.
func (t *typed) begin(currency string) {
	t.draft = pay.NewDraft(currency)
	t.draft.Last = t.last
}

// Object is the content of the main window.
func (s *Shell) Object() fyne.CanvasObject { return s.frame.Object() }

// paint brings bar, sidebar and banner up to date.
func (s *Shell) paint() {
	s.see()
	if one, is := s.work.Screen().(*settle.Settle); is {
		one.Refresh()
	}
	s.bar.Paint()
	s.sidebar.Paint()
	s.banner.Paint()
	if s.session.Shut() {
		s.session.Screen().Tick()
	}
}

// screens are what builds the screens of the work area.
type screens struct {
	build    map[navigation.Location]func(navigation.Place) screen.Screen
	receipts Receipts // nil until it is first opened, and after each change that it shows
}

// view is the newest view of a sale that the shell has.
func (s *Shell) view(id journal.SaleID) (journal.View, bool) {
	if s.nav.Shows(id) {
		return s.nav.View, true
	}
	return s.feed.Sale(id)
}

// newest is the newest view of any sale.
func (s *Shell) newest(id journal.SaleID) (journal.View, bool) {
	if v, ok := s.view(id); ok {
		return v, true
	}
	return s.opt.Till.Sale(id)
}

// restyleCustomer draws again what customers see.
func (s *Shell) restyleCustomer() {
	if s.customer != nil {
		s.customer.Restyle()
	}
}

// see takes note of the sale on the screen, and of an end that the cashier has
// there.
func (s *Shell) see() {
	s.feed.See(s.nav.At.Sale, s.nav.At.Location == navigation.Sale && s.nav.View.Status().Ended() && !s.input.Away())
}

// fillWindow puts the cashier's window, or what stands in its place, into the
// main window.
func (s *Shell) fillWindow() {
	s.keyboard.Close()
	var whole, locked fyne.CanvasObject
	switch {
	case s.first.On():
		whole = s.first.Area().Object()
	case s.input.Turned():
		whole = s.customer.Object()
	case s.session.Shut():
		locked = s.session.Screen().Object()
	}
	s.frame.Fill(whole, locked)
}

// placeKeyboard shows the keyboard where the field is that it types into, and
// moves the field into sight.
func (s *Shell) placeKeyboard() {
	board, field := s.keyboard.Shown()
	var inSight fyne.CanvasObject
	if field != nil {
		inSight = field
	}
	area := s.work
	if s.first.On() {
		area = s.first.Area()
	}
	if !s.decisions.On() {
		area.SetKeyboard(board, inSight)
		return
	}
	area.SetKeyboard(nil, nil)
	s.decisions.Card().SetFooter(board, inSight)
}
