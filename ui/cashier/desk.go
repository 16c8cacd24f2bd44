// Package cashier is what the cashier sees of one sale: the amount, the ways to
// pay, the QR, the wait and the ends. A screen shows the till's view of a sale
// and asks for what a person decided; it never concludes anything about money
// by itself. "Paid" is shown for a sale whose status is paid, and for no other.
//
// Everything here belongs on the UI goroutine. Calls to the till go through
// Env.Go and come back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package cashier

import (
	"context"
	"image"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/practicephone"
	"sanduq/ui/sale"
	"sanduq/ui/screen"
)

// Desk is what these screens ask of the till. Every error but that of Charge
// also reaches the view as a Refusal or as trouble of the store, so screens
// report it and change nothing.
type Desk interface {
	// Charge records the intent and returns; what follows arrives as notices.
	// An error means that no payment was opened and nothing was sent.
	Charge(ctx context.Context, d journal.Draft) (journal.View, error)
	// TakeCash records that cash was taken: given, in minor units, is what the
	// customer handed over. It is on disk before it returns. An error with a code
	// means that nothing was recorded. DueInCash is what is to be given.
	TakeCash(ctx context.Context, d journal.Draft, given int64) (journal.View, error)
	DueInCash(amount money.Amount) (journal.CashDue, error)
	// OfferQR asks for the QR of a payment that is open already.
	OfferQR(ctx context.Context, id journal.SaleID) error
	// PickRoute changes an open payment to a form before anything of its route
	// was sent.
	PickRoute(ctx context.Context, id journal.SaleID, route core.Route) error
	// Institutions waits for the list of a route's banks or wallet providers.
	// Errors: journal.CodeNoAnswer, journal.CodeDenied.
	Institutions(ctx context.Context, id journal.SaleID, route core.Route) ([]core.Institution, error)
	// Validate names an account and asks for a code; SendCodeAgain asks for
	// another one for the same account. What comes of it arrives as notices.
	Validate(ctx context.Context, id journal.SaleID, e journal.AccountEntry) error
	SendCodeAgain(ctx context.Context, id journal.SaleID) error
	// SubmitOTP hands the customer's code over; what comes of it arrives as
	// notices. again is for RepeatOTP.
	SubmitOTP(ctx context.Context, id journal.SaleID, otp core.Secret, again bool) error
	// RepeatOTP hands over the same code once more, by a manager's wish, after
	// nobody answered the first time.
	RepeatOTP(ctx context.Context, id journal.SaleID, otp core.Secret, by string) error
	// Check asks for the status once; it joins a question in flight.
	Check(ctx context.Context, id journal.SaleID) error
	SetAside(ctx context.Context, id journal.SaleID, reason string) error
	ToManager(ctx context.Context, id journal.SaleID, reason string) error
	// ResolveOutside records a manager's word that a sale was settled outside
	// the till, in a person's own words. It is no payment.
	ResolveOutside(ctx context.Context, id journal.SaleID, reason, by string) error
	// ReadLateAlert records that someone took note of money that came late.
	ReadLateAlert(ctx context.Context, id journal.SaleID) error
	// Acknowledge records that the cashier took note of an end.
	Acknowledge(ctx context.Context, id journal.SaleID) error
	// Print puts a paid sale's slip on paper: the original if certainly none came
	// out, else a copy. It waits for the printer; what came of it is in the view.
	Print(ctx context.Context, id journal.SaleID, by string) error
	// PrintUnknown puts on paper, for the customer, that nobody knows yet. It waits
	// for the printer; said is true when that confirmed it.
	PrintUnknown(ctx context.Context, id journal.SaleID, by string) (said bool, err error)
	// NextID previews the number of the next sale.
	NextID() journal.SaleID
}

// Steps are the ways out of a screen; the shell provides them.
type Steps interface {
	// NewSale opens an empty sale.
	NewSale()
	// ToRoutes leads from the amount to the ways to pay, ToAmount back.
	ToRoutes()
	ToAmount()
	// ToCash leads from the ways to pay to where cash is taken.
	ToCash()
	// ToCashInstead leads from an open sale to where cash is taken instead of it,
	// and ToSale back. Nothing is recorded on the way.
	ToCashInstead(id journal.SaleID)
	ToSale(id journal.SaleID)
	// ToDay leads to where a shift is opened.
	ToDay()
	// ToGuard leads from an amount above the usual to where it is read again.
	ToGuard()
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
	// Leaving is called when an open sale is about to be left, once that is on disk:
	// what is typed from now on is for the screen that comes next. The caller calls
	// what it returns once, with the way to that screen or nil for none; the way is
	// not taken where the person has gone elsewhere meanwhile.
	Leaving(id journal.SaleID) (leave func(next func()))
	// Decide lays a decision over everything; close takes it away.
	Decide(d ask.Decision) (close func())
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Deps is what every screen of this package is built from.
type Deps struct {
	screen.Env
	Desk  Desk
	Steps Steps
	Offer
	Shop func() journal.Settings
	// Forms keeps what is typed into forms; never nil.
	Forms *Forms
	// Manager asks for the PIN of somebody who has journal.RightDecide, lends that for
	// one act and hands their name on; nil where nobody signs in, and a name is
	// enough.
	Manager func(title, text string, then func(name string))
	// Customer is the customer's view; nil where there is none.
	Customer CustomerSide
	// Measure is called when a screen needs another height by now; nil for nobody.
	Measure func()
}

// asker asks people through the shell.
func (d Deps) asker() ask.Asker { return ask.New(d.Env, d.Steps.Decide, d.Manager) }

func (d Deps) managers() ask.Managers { return ask.NewManagers(d.asker(), d.Desk, d.Steps.Failed) }

// measured tells that a screen needs another height by now.
func (d Deps) measured() {
	if d.Measure != nil {
		d.Measure()
	}
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

// CustomerSide is the customer's view as these screens know it.
type CustomerSide interface {
	// Present shows a sale to the customer.
	Present(id journal.SaleID)
	// Shows reports whether a customer with a screen of their own sees a sale.
	Shows(id journal.SaleID) bool
	// Takes reports whether that customer sees the receipt of a sale, to take it
	// along.
	Takes(id journal.SaleID) bool
	// Typed tells how many digits of a sale's code were typed, and no more.
	Typed(id journal.SaleID, digits int)
}

// has reports whether the till offers a way to pay.
func (d Deps) has(r core.Route) bool {
	for _, one := range d.Routes {
		if one == r {
			return true
		}
	}
	return false
}

// currency is the word beside an amount.
func (d Deps) currency(a money.Amount) string { return d.CurrencyWord(a.Currency) }

// Ask is for decisions of the shell's own.
func (d Deps) Ask(icon, title, text, yes string, labels []string, then func([]string)) {
	d.asker().Ask(icon, title, text, yes, labels, nil, then)
}

func (d Deps) sale() sale.Deps {
	return sale.Deps{Till: d.Desk, Shell: d.Steps, Shop: d.Shop, NoShift: d.NoShift, Ask: d.asker()}
}

// Sale is where an amount is typed into a draft.
func (d Deps) Sale(draft *pay.Draft) *sale.Sale { return sale.New(d.Env, d.sale(), draft) }

// Guard asks about a draft's amount.
func (d Deps) Guard(draft *pay.Draft) *sale.Guard { return sale.NewGuard(d.Env, d.sale(), draft) }
