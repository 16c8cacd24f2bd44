// Package cashier puts the steps of a sale together for the shell: which screen a sale
// demands, and what each screen is built from. It knows every step, and the steps know
// neither each other nor this package. A screen shows the till's view of a sale and asks
// for what a person decided; it never concludes anything about money by itself. "Paid" is
// shown for a sale whose status is paid, and for no other.
//
// Everything here belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package cashier

import (
	"context"
	"image"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/cash"
	"sanduq/ui/pay"
	"sanduq/ui/pay/account"
	"sanduq/ui/pay/ask"
	"sanduq/ui/pay/code"
	"sanduq/ui/pay/late"
	"sanduq/ui/pay/result"
	"sanduq/ui/pay/route"
	"sanduq/ui/pay/unknown"
	"sanduq/ui/pay/watch"
	"sanduq/ui/practicephone"
	"sanduq/ui/sale"
	"sanduq/ui/setaside"
	"sanduq/ui/settle"
	"sanduq/ui/usual"
)

// Till is what the steps ask of the till, each its part. Every error but those of Charge
// and TakeCash also reaches the view as a Refusal or as a fault of the store, so screens
// report it and change nothing.
type Till struct {
	Amount   sale.Till
	Routes   route.Till
	Wait     watch.Till
	Account  account.Till
	Code     code.Till
	Unknown  unknown.Till
	Result   result.Till
	Late     late.Till
	Cash     cash.Till
	SetAside setaside.Till
	Managers ask.Till
	Settle   settle.Till
}

// Shell is the ways out of the steps, together.
type Shell interface {
	sale.Shell
	// ToCash leads from the ways to pay to where cash is taken.
	ToCash()
	// ToCashInstead leads from an open sale to where cash is taken instead of it,
	// and ToSale back. Nothing is recorded on the way.
	ToCashInstead(id journal.SaleID)
	ToSale(id journal.SaleID)
	// NewSale opens an empty sale, Begin the same with what is typed already.
	NewSale()
	Begin(typed []rune)
	// Retry opens the ways to pay for the same amount, in place of v.
	Retry(v journal.View)
	// Replace opens the amount of a new sale in place of v, which is set aside
	// for a reason; manager is who allowed it, blank where nobody need.
	Replace(v journal.View, reason, manager string)
	// Show lays a form, or the ways to pay, over what an open sale demands;
	// blank takes it away. Nothing is recorded, and the sale's own screen comes
	// back by itself as soon as the sale demands another.
	Show(id journal.SaleID, k Kind)
	// Opened shows the sale that a draft became.
	Opened(v journal.View, from *pay.Draft)
	// Leaving is called when an open sale is about to be left; see setaside.Shell.
	Leaving(id journal.SaleID) (leave func(next func()))
	// Decide lays a decision over everything; close takes it away.
	Decide(d ask.Decision) (close func())
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Customer is the customer's view as the steps know it.
type Customer interface {
	code.Customer
	// Takes reports whether a customer with a screen of their own sees the receipt of
	// a sale, to take it along.
	Takes(id journal.SaleID) bool
}

// Deps is what the steps are made from.
type Deps struct {
	Till   Till
	Shell  Shell
	Offer  Offer
	Shop   func() journal.Settings
	Memory *Memory // never nil
	// Usual is what the shop usually charges; nil knows nothing.
	Usual *usual.Amounts
	// Manager asks for the PIN of somebody who has journal.RightDecide, delegates that for
	// one act and hands their name on; nil where nobody signs in, and a name is
	// enough.
	Manager func(title, text string, then func(name string))
	// Delegate asks for the PIN of somebody who has a right and delegates it for one act; nil
	// where nobody signs in.
	Delegate func(right journal.Right, then func())
	Customer Customer // nil where there is no customer's view
	// Measure is called when a screen needs another height by now; nil for nobody.
	Measure func()
}

// Offer is what a till offers its customers.
type Offer struct {
	// Routes are the ways to pay.
	Routes []core.Route
	// Replacing allows a new payment in place of one that is set aside.
	Replacing bool
	// NoShift reports whether no sale can begin because nobody has opened a shift; nil
	// where none can be opened.
	NoShift func() bool
	// Numbers offers practice numbers for a route; nil for none. Phone is the
	// customer's side; nil outside practice.
	Numbers func(core.Route) []PracticeNumber
	Phone   practicephone.Customer
	// Printer reports whether there is a printer; nil where nothing is printed.
	Printer func() bool
	// OpenDrawer opens the drawer at the printer and reports whether there is one to
	// open; nil where nothing is printed. It is called off
	// the UI goroutine.
	OpenDrawer func(ctx context.Context) (opened bool, err error)
	// Slip is what the practice printer printed of a sale, nil where it printed
	// nothing of it since the start; the func is nil outside practice.
	Slip func(journal.SaleID) image.Image
	// Save keeps the receipt with a number as a file and returns where it is, short
	// enough to be shown; nil where nothing is saved. It is called off the UI
	// goroutine.
	Save func(ctx context.Context, seq uint64) (place string, err error)
	// Happened shows all that happened with a sale's order; nil where nothing can.
	Happened func(journal.Sale)
}

// Memory is what the steps keep while a person looks at something else. Nothing of it is
// written down.
type Memory struct {
	forms   *account.Forms
	leaving map[journal.SaleID]bool // on their way aside
}

// NewMemory keeps nothing yet.
func NewMemory() *Memory {
	return &Memory{forms: account.NewForms(), leaving: map[journal.SaleID]bool{}}
}

// Forget drops what was typed for a sale.
func (m *Memory) Forget(id journal.SaleID) { m.forms.Forget(id) }

// PracticeNumber is a number for which the practice bank does something particular.
type PracticeNumber = account.PracticeNumber
