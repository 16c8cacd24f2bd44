package storage

import (
	"context"

	"sanduq/core/till"
)

// Shift implements till.Store.
func (s *Store) Shift(ctx context.Context, number uint64) (till.ShiftState, error) {
	return till.ShiftState{}, till.ErrNotFound
}

// Z implements till.Store.
func (s *Store) Z(ctx context.Context, seq uint64) (till.Z, error) { return till.Z{}, till.ErrNotFound }

// Zs implements till.Store.
func (s *Store) Zs(ctx context.Context, before uint64, limit int) ([]till.Z, error) { return nil, nil }

// CashReceipt implements till.Store.
func (s *Store) CashReceipt(ctx context.Context, seq uint64) (till.CashReceipt, error) {
	return till.CashReceipt{}, till.ErrNotFound
}

// Movements implements till.Store.
func (s *Store) Movements(ctx context.Context, shift, before uint64, limit int) ([]till.Movement, error) {
	return nil, nil
}

// Debts implements till.Store.
func (s *Store) Debts(ctx context.Context, q till.DebtQuery) ([]till.Debt, error) { return nil, nil }

// DebtRows implements till.Store.
func (s *Store) DebtRows(ctx context.Context, debt uint64) ([]till.DebtRow, error) {
	return nil, till.ErrNotFound
}
