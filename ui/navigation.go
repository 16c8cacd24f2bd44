package ui

import (
	"time"

	"sanduq/core/journal"
	"sanduq/ui/cashier"
)

// place is where the cashier is: at a sale, or at one of the places without.
type place struct {
	spot spot
	sale journal.SaleID // with spotSale
	// instead, with spotCash: the open sale that cash is taken instead of; blank for
	// what was typed.
	instead journal.SaleID
	front   bool // with spotReports: its first page, not the one that was left
}

type spot string

const (
	spotAmount   spot = "amount"
	spotGuard    spot = "guard" // an amount above the usual, before the routes
	spotRoutes   spot = "routes"
	spotCash     spot = "cash"
	spotSale     spot = "sale"
	spotSettle   spot = "settle" // what somebody must settle
	spotReceipts spot = "receipts"
	spotReports  spot = "reports"
	spotSettings spot = "settings"
)

// navigation is where the cashier is, where they go back to, and which screen a
// sale is shown in. It decides and builds nothing. A till begins at the amount.
type navigation struct {
	at     place
	listed journal.SaleID // the sale at that place was opened from a list
	list   spot           // which: the history, or what must be settled
	settle journal.SaleID // that was looked at last among what must be settled
	owed   journal.SaleID // whose entry the reports show when they are built next
	before place          // where the cashier was before the settings
	behind bool           // the history shows what is behind a figure of the reports
	view   journal.View   // the newest of the sale at that place
	kind   cashier.Kind   // of the screen that shows it
	over   map[journal.SaleID]*overlay
}

func newNavigation() navigation {
	return navigation{at: place{spot: spotAmount}, over: map[journal.SaleID]*overlay{}}
}

// selling reports whether the cashier is about to open a payment.
func (n *navigation) selling() bool {
	return n.at.spot == spotAmount || n.at.spot == spotGuard || n.at.spot == spotRoutes || n.at.spot == spotCash
}

// moved takes note of where the cashier is now, and of the newest view of the
// sale there.
func (n *navigation) moved(to place, v journal.View) {
	if to.spot == spotSale {
		n.view = v
	}
	n.at, n.listed = to, ""
}

// cashInstead is where cash is taken instead of a sale: of one that has ended
// meanwhile its end is shown, and of one that cash was taken for nothing more.
func cashInstead(id journal.SaleID, v journal.View, known bool) place {
	switch {
	case !known || v.SetAside != nil:
		return place{spot: spotAmount}
	case v.Status().Ended():
		return place{spot: spotSale, sale: id}
	}
	return place{spot: spotCash, instead: id}
}

// shows reports whether a sale is the one on the screen.
func (n *navigation) shows(id journal.SaleID) bool { return id != "" && id == n.at.sale }

// leave is where the settings lead back to: where the cashier was before, but
// not to the ways to pay while a payment is being opened there.
func (n *navigation) leave(opening bool) place {
	to := n.before
	if to.spot == "" || to.spot == spotSettings || (to.spot == spotRoutes || to.spot == spotCash) && opening {
		return place{spot: spotAmount}
	}
	return to
}

// turn decides in which screen the sale is shown now, and reports whether that
// is another than before.
func (n *navigation) turn(now time.Time) bool {
	before := n.kind
	n.kind = n.kindOf(n.view, now)
	return n.kind != before
}

// kindOf is the screen for a sale: what it demands, or what lies over that.
func (n *navigation) kindOf(v journal.View, now time.Time) cashier.Kind {
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

// lay lays a screen over what a sale demands; blank takes it away.
func (n *navigation) lay(v journal.View, k cashier.Kind, now time.Time) {
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
