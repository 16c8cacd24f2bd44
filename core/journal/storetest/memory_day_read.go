package storetest

import (
	"cmp"
	"context"
	"slices"

	"sanduq/core/journal"
)

// Shift implements journal.Store.
func (m *Memory) Shift(ctx context.Context, number uint64) (journal.ShiftState, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return journal.ShiftState{}, err
	}
	if number == 0 {
		number = m.disk.day.present
	}
	shift, there := m.disk.day.shift(number)
	if !there {
		return journal.ShiftState{}, journal.ErrNotFound
	}
	figures, _ := m.disk.figures(number, journal.Change{})
	return clone(journal.ShiftState{Shift: shift, Figures: figures, Z: m.disk.day.ended[number]})
}

// Z implements journal.Store.
func (m *Memory) Z(ctx context.Context, seq uint64) (journal.Z, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return find(ctx, m, m.disk.day.zs, func(z journal.Z) bool { return z.Seq == seq })
}

// Zs implements journal.Store.
func (m *Memory) Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return newest(ctx, m, m.disk.day.zs, limit, func(z journal.Z) bool { return before == 0 || z.Seq < before })
}

// CashReceipt implements journal.Store.
func (m *Memory) CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return find(ctx, m, m.disk.day.cash, func(r journal.CashReceipt) bool { return r.Seq == seq })
}

// Movements implements journal.Store.
func (m *Memory) Movements(ctx context.Context, shift, before uint64, limit int) ([]journal.Movement, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return newest(ctx, m, m.disk.day.movements, limit, func(r journal.Movement) bool { return r.Shift == shift && (before == 0 || r.Seq < before) })
}

// Debts implements journal.Store.
func (m *Memory) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return newest(ctx, m, m.disk.debts(), cmp.Or(q.Limit, 50), func(d journal.Debt) bool {
		return (!q.Open || d.Open() > 0) && (q.Sale == "" || d.Sale == q.Sale || d.With == q.Sale) && (q.Before == 0 || d.Number < q.Before)
	})
}

// DebtRows implements journal.Store.
func (m *Memory) DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rows, err := newest(ctx, m, m.disk.day.owed, len(m.disk.day.owed), func(r journal.DebtRow) bool { return r.Debt == debt })
	if err == nil && len(rows) == 0 {
		err = journal.ErrNotFound
	}
	slices.Reverse(rows)
	return rows, err
}

// find returns a copy of the record that is asked for. The store is locked.
func find[T any](ctx context.Context, m *Memory, all []T, is func(T) bool) (T, error) {
	var none T
	if err := m.readable(ctx); err != nil {
		return none, err
	}
	at := slices.IndexFunc(all, is)
	if at < 0 {
		return none, journal.ErrNotFound
	}
	return clone(all[at])
}

// newest returns copies of the newest records that are asked for, newest first.
// The store is locked.
func newest[T any](ctx context.Context, m *Memory, all []T, limit int, is func(T) bool) ([]T, error) {
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	var out []T
	for _, one := range slices.Backward(all) {
		if len(out) < limit && is(one) {
			out = append(out, one)
		}
	}
	return clone(out)
}
