package receipts

import (
	"context"

	"sanduq/core/journal"
)

// Reconciler is a History that knows what statements of banks have of its sales.
type Reconciler interface {
	Reconciled(ctx context.Context, from, to journal.SaleID) ([]journal.Reconciled, error)
	BankStatements(ctx context.Context, limit int) ([]journal.BankStatement, error)
}

// reconciled is the last day of the statement that has the payment of a sale; blank
// where none has it, or where what is kept cannot be read: that says nothing of the sale.
func (d Deps) reconciled(ctx context.Context, id journal.SaleID) journal.Day {
	r, knows := d.History.(Reconciler)
	if !knows {
		return ""
	}
	kept, err := r.Reconciled(ctx, id, id)
	if err != nil || len(kept) == 0 || !kept[0].Reconciles() {
		return ""
	}
	all, err := r.BankStatements(ctx, mostStatements)
	if err != nil {
		return ""
	}
	for _, s := range all {
		if s.ID == kept[0].Lines[0].Statement {
			return s.To
		}
	}
	return kept[0].Lines[0].Day
}

const mostStatements = 4000
