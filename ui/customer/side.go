package customer

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// Deps is what the customer's side is built from.
type Deps struct {
	Shop func() journal.Settings
	Sale func(journal.SaleID) (journal.View, bool) // the newest view of a sale
	// Receipt reads a receipt from the books; nil where a customer gets none. It
	// is called off the UI goroutine.
	Receipt func(ctx context.Context, seq uint64) (journal.Receipt, error)
	Windows Windows
	// Turn turns the main window into the customer's view, Back brings the
	// cashier back.
	Turn, Back func()
	// Style runs what draws in the look of customers, which is not always the
	// cashier's; nil is the look of the window.
	Style func(draw func())
	// Changed is called when another sale, or none, is shown, or when a window
	// came or went.
	Changed func()
}

// Side decides which sale the customer sees, and keeps the window for it.
//
// It is pinned to one sale. What the cashier looks at does not move it: only
// Show does, and a new sale when the customer has nothing to wait for. It goes
// blank when the sale is set aside, closed, or its end was taken note of; the
// receipt of a paid one has its time first.
type Side struct {
	env    screen.Env
	deps   Deps
	view   *View
	sale   journal.View // the zero view when blank
	typed  int
	handed handover
	turned bool // the main window shows it
	window window
}

// NewSide is blank and has no window before the first Tick.
func NewSide(env screen.Env, d Deps) *Side {
	s := &Side{env: env, deps: d}
	s.window.mode = env.Preferences.Get().Customer
	s.view = newView(env, d.Shop, s.touched, s.held)
	if d.Style != nil {
		s.view.restyle = d.Style
	}
	return s
}

// Object is the customer's view, for the main window.
func (s *Side) Object() fyne.CanvasObject { return s.view.Object() }

// Saw takes a newer view of any sale.
func (s *Side) Saw(v journal.View) {
	if v.ID == s.handed.then && v.Status().Ended() { // nobody waits for it behind an older receipt
		s.Show(v.ID)
	}
	if v.ID != s.sale.ID || v.Version < s.sale.Version {
		return
	}
	if SceneOf(v) != Code {
		s.typed = 0
	}
	s.sale = v
	s.present()
	s.hand()
}

// Opened takes a sale that was just opened. A customer who is still waiting
// for something keeps the view.
func (s *Side) Opened(v journal.View) {
	if s.sale.ID == "" || s.sale.Status().Ended() {
		s.Show(v.ID)
	}
}

// Show pins the view to a sale, if there is anything of it to be seen. A blank
// ID changes nothing. Where the customer has no window of their own, the main
// window is turned by Present.
func (s *Side) Show(id journal.SaleID) {
	if v, ok := s.deps.Sale(id); ok && id != "" && SceneOf(v) != Blank && (v.ID != s.sale.ID || v.Version > s.sale.Version) {
		s.pin(v)
	}
}

// Present pins the view to a sale as Show does, and puts it before the
// customer: in their window, or by turning the main one.
func (s *Side) Present(id journal.SaleID) {
	s.Show(id)
	s.turn()
}

// turn puts the view before the customer.
func (s *Side) turn() {
	s.window.closed = false
	s.Tick()
	if !s.Own() && !s.turned {
		s.turned = true
		s.deps.Turn()
		s.view.refresh()
	}
}

// Shows reports whether a customer with a screen of their own sees a sale.
func (s *Side) Shows(id journal.SaleID) bool { return s.Own() && id != "" && s.sale.ID == id }

// Typed takes how many digits of a sale's code the cashier has typed.
func (s *Side) Typed(id journal.SaleID, digits int) {
	if id == s.sale.ID && digits != s.typed {
		s.typed = digits
		s.present()
	}
}

// Restyle shows the names, the language and the look of now. What stood there may
// have been laid out in the look of the window meanwhile.
func (s *Side) Restyle() {
	s.view.stale = true
	s.view.refresh()
}

// Back takes the view out of the main window.
func (s *Side) Back() {
	if s.turned {
		s.turned = false
		s.deps.Back()
	}
}

// Turned reports whether the main window shows the customer's view.
func (s *Side) Turned() bool { return s.turned }

func (s *Side) pin(v journal.View) {
	s.sale, s.typed, s.handed = v, 0, handover{}
	s.present()
	s.hand()
	s.deps.Changed()
}

// touched gives the keyboard back to the cashier's window: what is typed must
// never go where nobody looks.
func (s *Side) touched() {
	if !s.turned {
		s.deps.Windows.Focus()
	}
}

// held is the way back on a till without a keyboard.
func (s *Side) held() { s.Back() }
