package collector

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// debtLine is a line of what is owed back, for the sum of its debt.
type debtLine struct {
	keptOf
	row *office.OwedRow
}

// queue keeps the sum in the transaction that takes the line.
func (x debtLine) queue(all *pgx.Batch) {
	o := x.row
	at := pgtype.Timestamptz{Time: o.At, Valid: !o.At.IsZero()}
	switch o.Kind {
	case journal.DebtOpened: // a second one of a number is the till's fault: Verify finds it
		all.Queue(`INSERT INTO debts (till_id, epoch, debt, cause, sale, with_sale, since, currency, owed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
			x.Till, x.Epoch, o.Debt, string(o.Cause), string(o.SaleID), string(o.With), at, o.Currency, o.Owed)
	case journal.DebtReturned:
		all.Queue("UPDATE debts SET returned = returned + $4 WHERE till_id = $1 AND epoch = $2 AND debt = $3", x.Till, x.Epoch, o.Debt, o.Minor)
	case journal.DebtKept:
		all.Queue("UPDATE debts SET kept = kept + $4 WHERE till_id = $1 AND epoch = $2 AND debt = $3", x.Till, x.Epoch, o.Debt, o.Minor)
	case journal.DebtNoted:
		all.Queue("UPDATE debts SET noted_at = $4 WHERE till_id = $1 AND epoch = $2 AND debt = $3", x.Till, x.Epoch, o.Debt, at)
	}
}
