package till_test

import (
	"context"
	"iter"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// forgetful is a store that keeps no day of booking.
type forgetful struct{ *storetest.Memory }

func (f forgetful) Commit(ctx context.Context, c journal.Change) error {
	if c.Sale != nil && c.Sale.Booked != "" {
		s := *c.Sale
		s.Booked = ""
		c.Sale = &s
	}
	return f.Memory.Commit(ctx, c)
}

// ownDays keeps figures by the day of the sale.
type ownDays struct{ *storetest.Memory }

func (o ownDays) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return func(yield func(journal.Figure, error) bool) {
		page, err := o.Sales(ctx, journal.SaleQuery{From: from, To: to, Limit: 1 << 20})
		if err != nil {
			yield(journal.Figure{}, err)
			return
		}
		for _, s := range page.Sales {
			s.Booked = ""
			if !yield(journal.Figure{FigureKey: journal.FigureKeyOf(s), Number: 1, Minor: s.Amount.Minor}, nil) {
				return
			}
		}
	}
}

// otherFigures keeps the figures of a bank's payments under a key that is not theirs.
type otherFigures struct {
	*storetest.Memory
	fault bookFault
}

func (o otherFigures) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return func(yield func(journal.Figure, error) bool) {
		for f, err := range o.Memory.Figures(ctx, from, to) {
			switch {
			case o.fault == otherRoute && f.Route == core.RouteQR:
				f.Route = core.RouteWallet
			case o.fault == otherCurrency && f.Currency == "TND":
				f.Currency = "DZD"
			}
			if !yield(f, err) {
				return
			}
		}
	}
}

// otherLedger tells a ledger that is wrong in one way.
type otherLedger struct {
	*storetest.Memory
	fault bookFault
}

func (o otherLedger) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	all, err := o.Memory.Debts(ctx, q)
	for i := range all {
		if o.fault == apartReturned && all[i].Cause.Apart() {
			all[i].Cause = journal.DebtPaidTwice
		}
		if o.fault == keptReturned {
			all[i].Returned, all[i].Kept = all[i].Returned+all[i].Kept, 0
		}
	}
	return all, err
}

func (o otherLedger) DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error) {
	rows, err := o.Memory.DebtRows(ctx, debt)
	for i := range rows {
		if o.fault == keptReturned && rows[i].Kind == journal.DebtKept {
			rows[i].Kind = journal.DebtReturned
		}
	}
	return rows, err
}
