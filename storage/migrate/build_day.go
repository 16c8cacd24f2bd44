package migrate

import (
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
)

// addDay leads from layout 4 to 5: shifts, cash, and a ledger of what is owed
// back, which begins with a debt for each order that is known to be paid twice.
var addDay = adding(record.DaySchema, func(ctx context.Context, from record.Tx, to *Rewriting, h *record.Manifest) error {
	if err := to.Update(func(t record.Tx) error {
		for _, name := range record.DayBuckets {
			if _, err := t.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	rows, err := owedSoFar(ctx, from, to, h)
	if err != nil {
		return err
	}
	return to.Update(func(t record.Tx) error {
		w := writing.On(t, *h)
		err := w.Debts(nil, rows)
		*h = w.Head
		return err
	})
})

// owedSoFar returns the rows that open a debt for each two sales that paid for one order,
// and for each that paid by both its legs.
func owedSoFar(ctx context.Context, from record.Tx, to *Rewriting, h *record.Manifest) (rows []journal.DebtRow, err error) {
	known := map[[2]journal.SaleID]bool{}
	if err := to.eachSale(ctx, from, h, func(sale *journal.Sale) error {
		if !writing.WellFormed(sale.PaidTwiceWith) {
			return nil
		}
		row, err := owedBy(from, sale)
		pair := [2]journal.SaleID{row.Sale, row.With}
		if err != nil || known[pair] || row.Amount.Minor <= 0 || row.Amount.Valid() != nil {
			return err
		}
		known[pair] = true
		rows = append(rows, row)
		return nil
	}); err != nil {
		return nil, err
	}
	slices.SortStableFunc(rows, func(a, b journal.DebtRow) int { return a.At.Compare(b.At) })
	for i := range rows {
		rows[i].Seq, rows[i].Debt = h.Owed.Seq+uint64(i)+1, h.Debts.Count+uint64(i)+1
	}
	return rows, nil
}

// owedBy is the row that opens the debt of a sale that knows of a second payment:
// what the older of the two took is owed back, whichever money came second. Where
// no record of that one is left, both took the same.
func owedBy(t record.Tx, sale *journal.Sale) (journal.DebtRow, error) {
	row := journal.DebtRow{Kind: journal.DebtOpened, At: sale.OwedSince, Cause: journal.DebtBothLegs, Sale: sale.ID, With: sale.PaidTwiceWith, Amount: sale.Amount}
	if row.At.IsZero() { // it was found before that was noted
		row.At = sale.UpdatedAt
	}
	if row.Sale == row.With {
		return row, nil
	}
	row.Cause, row.Sale, row.With = journal.DebtPaidTwice, min(sale.ID, sale.PaidTwiceWith), max(sale.ID, sale.PaidTwiceWith)
	if row.Sale == sale.ID {
		return row, nil
	}
	other, found, err := t.SaleRecord(row.Sale)
	if found {
		row.Amount = other.Sale.Amount
	}
	return row, err
}
