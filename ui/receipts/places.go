package receipts

import (
	"context"
	"slices"

	"sanduq/core/till"
	"sanduq/ui/popover"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// PlacedHistory is a History of many tills. Its sales have names that differ from
// till to till, and its queries may be narrowed to a shop or a till.
type PlacedHistory interface {
	// Places are the shops and their tills; it is quick.
	Places() []Place
	// PlaceOf is what the till of a sale is called; it is quick.
	PlaceOf(id till.SaleID) string
	// ReceiptOf is slow.
	ReceiptOf(ctx context.Context, s till.Sale) (till.Receipt, error)
}

// Place is a shop, or a till of one.
type Place struct {
	ID   string // for till.SaleQuery.Place
	Name string
	Shop bool
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
func (d Deps) asHeard(what string) string {
	if d.elsewhere() {
		return d.Words.T("office.asHeard", "what", what)
	}
	return what
}

// placeOf is the till of a sale where there are many, else blank.
func (d Deps) placeOf(id till.SaleID) string {
	if h, ok := d.placed(); ok {
		return h.PlaceOf(id)
	}
	return ""
}

// readReceipt reads the receipt of a sale.
func (d Deps) readReceipt(s till.Sale) (till.Receipt, error) {
	if h, ok := d.placed(); ok {
		return h.ReceiptOf(d.Life, s)
	}
	return d.History.Receipt(d.Life, s.ReceiptSeq)
}

// newPlaceChips are the chips of shop and till, nil in a till's own history.
func (f *filters) newPlaceChips() {
	if _, ok := f.deps.placed(); !ok {
		return
	}
	f.shop = widgets.NewChip("", "", true, func() { f.choosePlace(f.shop, true) })
	f.till = widgets.NewChip("", "", true, func() { f.choosePlace(f.till, false) })
}

func (f *filters) choosePlace(chip *widgets.Chip, shops bool) {
	h, _ := f.deps.placed()
	pick := func(id string) func() {
		return func() {
			f.now.Place = id
			f.apply()
		}
	}
	list, at := []popover.Choice{{Label: f.deps.Words.T(anyPlace(shops)), Pick: pick("")}}, 0
	for _, p := range h.Places() {
		if p.Shop != shops {
			continue
		}
		if p.ID == f.now.Place {
			at = len(list)
		}
		list = append(list, popover.Choice{Label: p.Name, Pick: pick(p.ID)})
	}
	f.popover.Toggle(chip, popover.NewChoices(list, at, 1))
}

// leastSearch is the width below which the search has a line of its own. Beside the
// chips of shop and till it makes do with less.
func (f *filters) leastSearch() float32 {
	if f.shop != nil {
		return 112
	}
	return searchLeast * .7
}

// searchHint is the key of what stands in the empty search.
func (f *filters) searchHint() string {
	if f.shop != nil {
		return "receipts.find"
	}
	return "receipts.search"
}

func anyPlace(shop bool) string {
	if shop {
		return "receipts.anyShop"
	}
	return "receipts.anyTill"
}

// paintPlaces shows which place is chosen on its chip.
func (f *filters) paintPlaces() {
	h, ok := f.deps.placed()
	if !ok {
		return
	}
	places := h.Places()
	for chip, shop := range map[*widgets.Chip]bool{f.shop: true, f.till: false} {
		label, on := f.deps.Words.T(anyPlace(shop)), false
		if i := slices.IndexFunc(places, func(p Place) bool { return p.ID == f.now.Place && p.Shop == shop }); i >= 0 {
			label, on = places[i].Name, true
		}
		chip.SetLabel(label)
		chip.SetSelected(on)
	}
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

func newPlaceText(d Deps) *widgets.Text {
	if _, ok := d.placed(); !ok {
		return nil
	}
	return widgets.NewText("", widgets.Body.Tint(theme.Text)).Cut()
}
