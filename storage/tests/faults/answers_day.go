package faults

import (
	"context"
	"fmt"

	"sanduq/core/journal"
)

// dayQuestions asks for all that shifts leave behind, up to the newest numbers. A
// sale is one of which debts are looked up.
func dayQuestions(head journal.Head, sale journal.SaleID) (list []question) {
	add := func(name string, ask func(ctx context.Context, s journal.Store) (any, error)) {
		list = append(list, question{name: name, ask: ask})
	}
	for n := range head.Shift + 1 { // 0 is the present one
		add(fmt.Sprint("shift ", n), func(ctx context.Context, s journal.Store) (any, error) { return s.Shift(ctx, n) })
		add(fmt.Sprint("movements of ", n), func(ctx context.Context, s journal.Store) (any, error) { return s.Movements(ctx, n, 0, 100) })
		add(fmt.Sprint("Z ", n), func(ctx context.Context, s journal.Store) (any, error) { return s.Z(ctx, n) })
	}
	for n := range head.Cash {
		add(fmt.Sprint("cash ", n+1), func(ctx context.Context, s journal.Store) (any, error) { return s.CashReceipt(ctx, n+1) })
		list = append(list, question{fmt.Sprint("search C-", n+1), true, func(ctx context.Context, s journal.Store) (any, error) {
			return s.Sales(ctx, journal.SaleQuery{Search: fmt.Sprint("C-", n+1)})
		}})
	}
	for n := range head.Debt {
		add(fmt.Sprint("rows of debt ", n+1), func(ctx context.Context, s journal.Store) (any, error) { return s.DebtRows(ctx, n+1) })
	}
	add("Zs", func(ctx context.Context, s journal.Store) (any, error) { return s.Zs(ctx, 0, 100) })
	add("debts", func(ctx context.Context, s journal.Store) (any, error) { return s.Debts(ctx, journal.DebtQuery{}) })
	add("open debts", func(ctx context.Context, s journal.Store) (any, error) {
		return s.Debts(ctx, journal.DebtQuery{Open: true})
	})
	return append(list, question{"debts of a sale", true, func(ctx context.Context, s journal.Store) (any, error) {
		return s.Debts(ctx, journal.DebtQuery{Sale: sale})
	}})
}
