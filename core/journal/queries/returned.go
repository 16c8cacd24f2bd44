package queries

import (
	"context"
	"iter"
	"sanduq/core/journal"
	"sanduq/core/money"
	"time"
)

// Return is money that was given back, after it had counted as paid: one line of
// the ledger of what is owed back.
type Return struct {
	Sale   journal.Sale // whose money it was, as it stands now
	At     time.Time
	Amount money.Amount
	// Reference is the bank's, as a person typed it; blank of what was kept.
	Reference string
	// Kept: the shop kept it with a reason, and nothing was given back.
	Kept bool
	// Alone: it is the word of one person, which nobody else confirmed.
	Alone bool
}

// Returns is what returned money is read from: a till, or its store.
type Returns interface {
	Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error)
	Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error)
	DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error)
}

// Returned yields what was given back of the sales that q selects, in the moments that
// when selects, on the days of q.Back; a nil one selects all. Before and Limit do not matter. The second debit of a
// sale's one payment never counted as paid, and to give it back is in none of it. It costs a few reads for each entry
// of these days of which something was returned, whatever the number of sales; of others than a till, it walks all of
// the ledger. The first error ends the walk.
func Returned(ctx context.Context, from Returns, q journal.SaleQuery, when func(time.Time) bool) iter.Seq2[Return, error] {
	return func(yield func(Return, error) bool) {
		for r, err := range closed(ctx, from, q, when, func(d journal.Debt) bool { return d.Returned == 0 || d.Cause.Apart() }) {
			if (err != nil || !r.Kept) && !yield(r, err) {
				return
			}
		}
	}
}

// Closed yields all by which the ledger closed debts, or parts of them: what was returned,
// that of second debits too, and what the shop kept. All else is as Returned has it.
func Closed(ctx context.Context, from Returns, q journal.SaleQuery, when func(time.Time) bool) iter.Seq2[Return, error] {
	return closed(ctx, from, q, when, func(d journal.Debt) bool { return d.Returned == 0 && d.Kept == 0 })
}

func closed(ctx context.Context, from Returns, q journal.SaleQuery, when func(time.Time) bool, skip func(journal.Debt) bool) iter.Seq2[Return, error] {
	days := q.Back
	q.Returned, q.Back = false, journal.BackDays{} // it is the ledger that says so
	return func(yield func(Return, error) bool) {
		for d, err := range returnedOf(ctx, from) {
			if err != nil {
				yield(Return{}, err)
				return
			}
			if skip(d) || !q.Booked && !q.Within(d.Sale.Day()) {
				continue
			}
			all, err := returnsOf(ctx, from, q, func(at time.Time) bool { return days.Has(at) && (when == nil || when(at)) }, d)
			if err != nil {
				yield(Return{}, err)
				return
			}
			for _, r := range all {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// returnsOf are those of one entry, oldest first; none where q does not select its sale.
func returnsOf(ctx context.Context, from Returns, q journal.SaleQuery, when func(time.Time) bool, d journal.Debt) (all []Return, err error) {
	rows, err := from.DebtRows(ctx, d.Number)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if (r.Kind == journal.DebtReturned || r.Kind == journal.DebtKept) && when(r.CountsAt()) {
			all = append(all, Return{At: r.CountsAt(), Amount: money.Amount{Minor: r.Minor, Currency: d.Amount.Currency}, Reference: r.Reference, Kept: r.Kind == journal.DebtKept, Alone: r.Alone()})
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	asked := q
	q.From, q.To, q.Booked, q.Limit = d.Sale.Day(), d.Sale.Day(), false, 1
	q.Before = journal.NewSaleID(q.From, d.Sale.Number()+1)
	page, err := from.Sales(ctx, q)
	if err != nil || len(page.Sales) == 0 || page.Sales[0].ID != d.Sale || asked.Booked && !asked.Within(page.Sales[0].BookingDay()) {
		return nil, err
	}
	for i := range all {
		all[i].Sale = page.Sales[0]
	}
	return all, nil
}

// returnedTeller is a Returns that knows of which entries something was returned or kept.
type returnedTeller interface {
	ReturnedDebts(ctx context.Context) ([]journal.Debt, error)
}

// returnedOf walks the entries of which something was returned or kept, wherever they are.
func returnedOf(ctx context.Context, from Returns) func(yield func(journal.Debt, error) bool) {
	return func(yield func(journal.Debt, error) bool) {
		teller, tells := from.(returnedTeller)
		if !tells {
			WalkDebts(ctx, from, journal.DebtQuery{})(yield)
			return
		}
		all, err := teller.ReturnedDebts(ctx)
		for _, d := range all {
			if !yield(d, nil) {
				return
			}
		}
		if err != nil {
			yield(journal.Debt{}, err)
		}
	}
}
