package receipts

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/places"
	"sanduq/ui/screen"
)

// PlacedHistory is a History of many tills. Its sales have names that differ from
// till to till, and its queries may be narrowed to a shop or a till.
type PlacedHistory interface {
	// Places are the shops and their tills; it is quick.
	Places() []places.Place
	// PlaceOf is what the till of a sale is called; it is quick.
	PlaceOf(id journal.SaleID) string
	// ReceiptOf is slow.
	ReceiptOf(ctx context.Context, s journal.Sale) (journal.Receipt, error)
}

// placed is the history where it is one of many tills.
func (d Deps) placed() (PlacedHistory, bool) {
	h, ok := d.History.(PlacedHistory)
	return h, ok
}

// elsewhere reports whether what happened with a sale is known at its till alone.
func (d Deps) elsewhere() bool {
	_, many := d.placed()
	return many
}

// asHeard says of a figure of many tills that it is one of those that were heard.
func (d Deps) asHeard(env screen.Env, what string) string {
	if d.elsewhere() {
		return env.Words.T("office.asHeard", "what", what)
	}
	return what
}

// placeOf is the till of a sale where there are many, else blank.
func (d Deps) placeOf(id journal.SaleID) string {
	if h, ok := d.placed(); ok {
		return h.PlaceOf(id)
	}
	return ""
}

// readReceipt reads the receipt of a sale.
func (d Deps) readReceipt(env screen.Env, s journal.Sale) (journal.Receipt, error) {
	if h, ok := d.placed(); ok {
		return h.ReceiptOf(env.Life, s)
	}
	return d.History.Receipt(env.Life, s.ReceiptSeq)
}
