// Package navigation is where the cashier is, where they go back to, and which screen a
// sale is shown in. It decides and builds nothing: it knows sales and the kinds of
// screens for them, no window. It belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package navigation

import (
	"time"

	"sanduq/core/journal"
	"sanduq/ui/cashier"
)

// Place is where the cashier is: at a sale, or at one of the places without.
type Place struct {
	Location Location
	Sale     journal.SaleID // at Sale
	// Instead, at Cash: the open sale that cash is taken instead of; blank for
	// what was typed.
	Instead journal.SaleID
	Front   bool // at Reports: its first page, not the one that was left
}

// Location is what is shown, whichever sale it is about.
type Location string

// The locations.
const (
	Amount   Location = "amount"
	Guard    Location = "guard" // an amount above the usual, before the routes
	Routes   Location = "routes"
	Cash     Location = "cash"
	Sale     Location = "sale"
	Settle   Location = "settle" // what somebody must settle
	Receipts Location = "receipts"
	Reports  Location = "reports"
	Settings Location = "settings"
)

// Navigation is where the cashier is and was.
type Navigation struct {
	At      Place
	Settled journal.SaleID // that was looked at last among what must be settled
	Owed    journal.SaleID // whose entry the reports show when they are built next
	View    journal.View   // the newest of the sale at At
	Kind    cashier.Kind   // of the screen that shows it

	list       list
	before     Place // where the cashier was before the settings
	listBefore list
	figures    bool // the history shows the sales of a figure of the reports
	over       map[journal.SaleID]*overlay
}

// list is from which list a sale was opened; the zero value is none.
type list struct {
	sale journal.SaleID
	from Location // the history, or what must be settled
}

// New begins at the amount.
func New() Navigation {
	return Navigation{At: Place{Location: Amount}, over: map[journal.SaleID]*overlay{}}
}

// Selling reports whether the cashier is about to open a payment.
func (n *Navigation) Selling() bool {
	return n.At.Location == Amount || n.At.Location == Guard || n.At.Location == Routes || n.At.Location == Cash
}

// Moved takes note of where the cashier is now, and of the newest view of the
// sale there. The list that it was opened from stays where its screen is built again, and
// on the way back from the settings.
func (n *Navigation) Moved(to Place, v journal.View) {
	if to.Location == Sale {
		n.View = v
	}
	switch {
	case to == n.At:
	case n.At.Location == Settings && to == n.before:
		n.list = n.listBefore
	default:
		n.list = list{}
	}
	n.At = to
}

// CashInstead is where cash is taken instead of a sale: of one that has ended
// meanwhile its end is shown, and of one that cash was taken for nothing more.
func CashInstead(id journal.SaleID, v journal.View, known bool) Place {
	switch {
	case !known || v.SetAside != nil:
		return Place{Location: Amount}
	case v.Status().Ended():
		return Place{Location: Sale, Sale: id}
	}
	return Place{Location: Cash, Instead: id}
}

// Shows reports whether a sale is the one on the screen.
func (n *Navigation) Shows(id journal.SaleID) bool { return id != "" && id == n.At.Sale }

// Opened takes note that the sale that is shown was opened from a list; Esc leads back
// there.
func (n *Navigation) Opened(id journal.SaleID, from Location) { n.list = list{id, from} }

// Detour returns what leads back to where the cashier is now, and to the list that a sale
// there was opened from: place is where to go, and arrived is called there.
func (n *Navigation) Detour() (place Place, arrived func()) {
	at, from := n.At, n.list
	return at, func() { n.list = from }
}

// ToSettings remembers where the cashier is, for Leave.
func (n *Navigation) ToSettings() { n.before, n.listBefore = n.At, n.list }

// ToFigures takes note that the history shows the sales of a figure of the reports, or
// no longer.
func (n *Navigation) ToFigures(on bool) { n.figures = on }

// Figures reports whether the history shows the sales of a figure of the reports.
func (n *Navigation) Figures() bool { return n.figures }

// Back is where Esc leads; false where it leads nowhere. fresh asks for an empty sale
// there. opening is true while a payment is being opened.
func (n *Navigation) Back(opening bool) (to Place, fresh, ok bool) {
	switch n.At.Location {
	case Receipts:
		if n.figures {
			n.figures = false
			return Place{Location: Reports}, false, true
		}
		return Place{Location: Amount}, true, true
	case Reports, Settle:
		return Place{Location: Amount}, true, true
	case Sale:
		return Place{Location: n.list.from}, false, n.list.sale == n.At.Sale
	case Settings:
		return n.BackFromSettings(opening), false, true
	}
	return Place{}, false, false
}

// BackFromSettings is where the settings lead back to: where the cashier was before, but
// not to the ways to pay while a payment is being opened there.
func (n *Navigation) BackFromSettings(opening bool) Place {
	to := n.before
	if to.Location == "" || to.Location == Settings || (to.Location == Routes || to.Location == Cash) && opening {
		return Place{Location: Amount}
	}
	return to
}

// Decide decides in which screen the sale is shown now, and reports whether that
// is another than before.
func (n *Navigation) Decide(now time.Time) bool {
	before := n.Kind
	n.Kind = n.KindOf(n.View, now)
	return n.Kind != before
}

// KindOf is the screen for a sale: what it demands, or what lies over that.
func (n *Navigation) KindOf(v journal.View, now time.Time) cashier.Kind {
	base := cashier.KindOf(v, now)
	o, ok := n.over[v.ID]
	if !ok {
		return base
	}
	if !o.stays(base, v.Refusal != nil) {
		delete(n.over, v.ID)
		return base
	}
	return o.kind
}

// Lay lays a screen over what a sale demands; blank takes it away.
func (n *Navigation) Lay(v journal.View, k cashier.Kind, now time.Time) {
	delete(n.over, v.ID)
	if k != "" {
		base := cashier.KindOf(v, now)
		n.over[v.ID] = &overlay{kind: k, from: base, last: base}
	}
}

// overlay is a form, or the ways to pay, laid over what a sale demands. It is the
// cashier's view alone: nothing of it is recorded, and a restart forgets it.
type overlay struct {
	kind cashier.Kind // what is shown
	from cashier.Kind // what the sale demanded when it was laid over
	last cashier.Kind // what the sale demanded last
}

// stays reports whether it still belongs over a sale that demands base now. It
// stays over what it was opened from and while its own step is under way; any
// other demand of the sale takes over. A code that was sent for a corrected
// account leads back to the code by way of that step.
func (o *overlay) stays(base cashier.Kind, refused bool) bool {
	last := o.last
	o.last = base
	if base == o.from {
		return base != cashier.KindCode || last == base || refused
	}
	return base == o.kind
}
