package storetest

import (
	"context"
	"maps"
	"slices"

	"sanduq/core/journal"
)

// bank is what statements of banks say.
type bank struct {
	sales      map[journal.SaleID]journal.Reconciled
	statements map[string]journal.BankStatement
}

func (b *bank) apply(c journal.Change) {
	if b.sales == nil {
		b.sales, b.statements = map[journal.SaleID]journal.Reconciled{}, map[string]journal.BankStatement{}
	}
	for _, r := range c.Reconciled {
		if b.sales[r.Sale] = r; len(r.Lines) == 0 {
			delete(b.sales, r.Sale)
		}
	}
	if c.Statement != nil {
		b.statements[c.Statement.ID] = *c.Statement
	}
}

func (s *state) checkBank(c journal.Change) error {
	for i, r := range c.Reconciled {
		receipt := s.sales[r.Sale].ReceiptSeq
		if c.Sale != nil && c.Sale.ID == r.Sale {
			receipt = c.Sale.ReceiptSeq
		}
		if receipt == 0 || slices.ContainsFunc(c.Reconciled[:i], func(o journal.Reconciled) bool { return o.Sale == r.Sale }) {
			return refused("%s has no receipt, or is reconciled twice", r.Sale)
		}
	}
	if c.Statement != nil && c.Statement.ID == "" {
		return refused("a statement without an ID")
	}
	return nil
}

// Reconciled implements journal.Store.
func (m *Memory) Reconciled(ctx context.Context, from, to journal.SaleID) (all []journal.Reconciled, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(m.disk.bank.sales)) {
		if id >= from && id <= to {
			all = append(all, m.disk.bank.sales[id])
		}
	}
	return clone(all)
}

// Statements implements journal.Store.
func (m *Memory) Statements(ctx context.Context, limit int) ([]journal.BankStatement, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := slices.SortedFunc(maps.Values(m.disk.bank.statements), func(a, b journal.BankStatement) int { return a.At.Compare(b.At) })
	return newest(ctx, m, all, limit, func(journal.BankStatement) bool { return true })
}
