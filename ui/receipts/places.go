package receipts

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/places"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
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

// newPlaces are the chips of shop and till, which a till's own history has not.
func (f *filters) newPlaces() *places.Chips {
	h, ok := f.deps.placed()
	if !ok {
		return nil
	}
	return places.NewChips(places.Choice{Words: f.env.Words, Popover: f.popover, All: h.Places, Now: func() string { return f.now.Place },
		Pick: func(id string) {
			f.now.Place = id
			f.apply()
		}})
}

// leastSearch is the width below which the search has a line of its own. Beside the
// chips of shop and till it makes do with less.
func (f *filters) leastSearch() float32 {
	if f.places != nil {
		return 112
	}
	return searchLeast * .7
}

// searchHint is the key of what stands in the empty search.
func (f *filters) searchHint() string {
	if f.places != nil {
		return "receipts.find"
	}
	return "receipts.search"
}

// columns are the widths of what shares a row with time and number.
type columns struct{ state, route, amount, place float32 }

// columns are closer together where each row names its till.
func (r *row) columns() columns {
	if r.where == nil {
		return columns{stateLeast, routeColumn, amountColumn, 0}
	}
	return columns{state: 132, route: 112, amount: 108, place: 116}
}

// placeRoom is the width of the till's column when it shares room with the state:
// 0 where there is one till, or too little room.
func (r *row) placeRoom(room, scale float32) float32 {
	column := r.columns()
	if r.where == nil || room-column.place*scale < column.state*scale {
		return 0
	}
	return column.place * scale
}

func newPlaceText(d Deps) *typeset.Text {
	if _, ok := d.placed(); !ok {
		return nil
	}
	return typeset.NewText("", typeset.Body.Tint(theme.Text)).Cut()
}
