package faults

import (
	"context"

	"sanduq/core/journal"
)

func (l *lane) Shift(ctx context.Context, number uint64) (journal.ShiftState, error) {
	return call(l, func() (journal.ShiftState, error) { return l.store.Shift(ctx, number) })
}

func (l *lane) Z(ctx context.Context, seq uint64) (journal.Z, error) {
	return call(l, func() (journal.Z, error) { return l.store.Z(ctx, seq) })
}

func (l *lane) Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error) {
	return call(l, func() ([]journal.Z, error) { return l.store.Zs(ctx, before, limit) })
}

func (l *lane) CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error) {
	return call(l, func() (journal.CashReceipt, error) { return l.store.CashReceipt(ctx, seq) })
}

func (l *lane) Movements(ctx context.Context, shift, before uint64, limit int) ([]journal.Movement, error) {
	return call(l, func() ([]journal.Movement, error) { return l.store.Movements(ctx, shift, before, limit) })
}

func (l *lane) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	return call(l, func() ([]journal.Debt, error) { return l.store.Debts(ctx, q) })
}

func (l *lane) DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error) {
	return call(l, func() ([]journal.DebtRow, error) { return l.store.DebtRows(ctx, debt) })
}

func (l *lane) Reconciled(ctx context.Context, from, to journal.SaleID) ([]journal.Reconciled, error) {
	return call(l, func() ([]journal.Reconciled, error) { return l.store.Reconciled(ctx, from, to) })
}

func (l *lane) Statements(ctx context.Context, limit int) ([]journal.BankStatement, error) {
	return call(l, func() ([]journal.BankStatement, error) { return l.store.Statements(ctx, limit) })
}
