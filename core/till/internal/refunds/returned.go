package refunds

import (
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// Returned returns how often, and how much, was given back of the sales that q
// selects, by currency. Errors: the store's, CodeSum.
func (l *Ledger) Returned(ctx context.Context, q journal.SaleQuery) ([]journal.Line, error) {
	var all []journal.Line
	var add journal.Adder
	for r, err := range queries.Returned(ctx, history{l.cfg.Store, l}, q, nil) {
		if err != nil {
			return nil, err
		}
		all = add.Line(all, journal.Line{Currency: r.Amount.Currency, Tally: journal.Tally{Minor: r.Amount.Minor}})
	}
	if add.Over {
		return nil, journal.Refuse(journal.CodeSum, journal.ErrSum)
	}
	slices.SortFunc(all, journal.ByCurrency)
	return all, nil
}
