package faults

import (
	"context"

	"sanduq/core/till"
)

func (l *lane) Shift(ctx context.Context, number uint64) (till.ShiftState, error) {
	return call(l, func() (till.ShiftState, error) { return l.store.Shift(ctx, number) })
}

func (l *lane) Z(ctx context.Context, seq uint64) (till.Z, error) {
	return call(l, func() (till.Z, error) { return l.store.Z(ctx, seq) })
}

func (l *lane) Zs(ctx context.Context, before uint64, limit int) ([]till.Z, error) {
	return call(l, func() ([]till.Z, error) { return l.store.Zs(ctx, before, limit) })
}

func (l *lane) CashReceipt(ctx context.Context, seq uint64) (till.CashReceipt, error) {
	return call(l, func() (till.CashReceipt, error) { return l.store.CashReceipt(ctx, seq) })
}

func (l *lane) Movements(ctx context.Context, shift, before uint64, limit int) ([]till.Movement, error) {
	return call(l, func() ([]till.Movement, error) { return l.store.Movements(ctx, shift, before, limit) })
}

func (l *lane) Debts(ctx context.Context, q till.DebtQuery) ([]till.Debt, error) {
	return call(l, func() ([]till.Debt, error) { return l.store.Debts(ctx, q) })
}

func (l *lane) DebtRows(ctx context.Context, debt uint64) ([]till.DebtRow, error) {
	return call(l, func() ([]till.DebtRow, error) { return l.store.DebtRows(ctx, debt) })
}
