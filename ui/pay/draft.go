package pay

import (
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/amount"
)

// Draft is a sale before a way to pay was picked. Nothing of it is recorded.
type Draft struct {
	Amount    amount.Entry
	Reference string
	Replaces  journal.SaleID
	Reason    string // why the sale that is replaced was set aside
	Manager   string // who allows it
	AllowedBy string // who allows its amount, far above the usual
	// Last is what was charged last here, to be offered again; zero for none.
	Last money.Amount
	// Kept is true for an amount that was left and stands there again.
	Kept bool
	// Opening is true from the moment a way to pay was picked: no second
	// payment can come from the same draft.
	Opening bool
}

// NewDraft is an empty draft.
func NewDraft(currency string) *Draft { return &Draft{Amount: amount.NewEntry(currency)} }

// Hide is for a draft that goes out of sight: the first digit then begins another amount.
func (d *Draft) Hide() {
	d.Amount.MarkDraft()
	d.Kept = d.Amount.Taken()
}

// DraftFor is a draft of the same amount in place of another sale.
func DraftFor(v journal.View) *Draft {
	return &Draft{Amount: amount.EntryOf(v.Amount), Reference: v.Reference, Replaces: v.ID}
}

// ByWord reports whether the amount of a draft stands on somebody's word, or has to in a
// shop.
func ByWord(shop journal.Settings, draft journal.Draft) bool {
	return draft.AllowedBy != "" || shop.Caution(draft.Amount) == journal.CautionManager
}
