package storetest

import (
	"context"
	"iter"
	"slices"
	"strings"

	"sanduq/core/till"
)

// Sale implements till.Store.
func (m *Memory) Sale(ctx context.Context, id till.SaleID) (till.Sale, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return till.Sale{}, err
	}
	sale, ok := m.disk.sales[id]
	if !ok {
		return till.Sale{}, till.ErrNotFound
	}
	return clone(sale)
}

// SaleSecrets implements till.Store.
func (m *Memory) SaleSecrets(ctx context.Context, id till.SaleID) (till.Secrets, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return till.Secrets{}, err
	}
	return till.NewSecrets(m.disk.secrets[id].Reveal()), nil
}

// OpenSales implements till.Store.
func (m *Memory) OpenSales(ctx context.Context) ([]till.Sale, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	var out []till.Sale
	for _, id := range m.disk.newestFirst() {
		if m.disk.sales[id].Open() {
			out = append(out, m.disk.sales[id])
		}
	}
	slices.Reverse(out)
	return clone(out)
}

// Sales implements till.Store.
func (m *Memory) Sales(ctx context.Context, q till.SaleQuery) (till.SalePage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return till.SalePage{}, err
	}
	if q.Limit <= 0 {
		q.Limit = 50
	}
	var page till.SalePage
	for _, id := range m.disk.newestFirst() {
		if q.Before != "" && id >= q.Before || !selects(q, m.disk.sales[id]) {
			continue
		}
		if len(page.Sales) == q.Limit {
			page.More = true
			break
		}
		page.Sales = append(page.Sales, m.disk.sales[id])
	}
	return clone(page)
}

// Totals implements till.Store.
func (m *Memory) Totals(ctx context.Context, q till.SaleQuery) ([]till.Total, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	var out []till.Total
	for _, sale := range m.disk.sales {
		if !selects(q, sale) {
			continue
		}
		group, currency := sale.Status().Group(), sale.Amount.Currency
		i := slices.IndexFunc(out, func(t till.Total) bool { return t.Group == group && t.Currency == currency })
		if i < 0 {
			i, out = len(out), append(out, till.Total{Group: group, Currency: currency})
		}
		out[i].Count++
		out[i].Minor += sale.Amount.Minor
	}
	sortTotals(out)
	return out, nil
}

// Figures implements till.Store, by counting all sales.
func (m *Memory) Figures(ctx context.Context, from, to till.Day) iter.Seq2[till.Figure, error] {
	return func(yield func(till.Figure, error) bool) {
		figures, err := m.figures(ctx, from, to)
		for _, f := range figures {
			if !yield(f, nil) {
				return
			}
		}
		if err != nil {
			yield(till.Figure{}, err)
		}
	}
}

func (m *Memory) figures(ctx context.Context, from, to till.Day) ([]till.Figure, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	var sales []till.Sale
	for _, sale := range m.disk.sales {
		if day := sale.ID.Day(); (from == "" || day >= from) && (to == "" || day <= to) {
			sales = append(sales, sale)
		}
	}
	return count(sales), nil
}

// count adds sales up, one after the other.
func count(sales []till.Sale) (figures []till.Figure) {
	slices.SortFunc(sales, func(a, b till.Sale) int { return till.FigureKeyOf(a).Compare(till.FigureKeyOf(b)) })
	for _, sale := range sales {
		key := till.FigureKeyOf(sale)
		if n := len(figures); n == 0 || figures[n-1].FigureKey != key {
			figures = append(figures, till.Figure{FigureKey: key})
		}
		last := &figures[len(figures)-1]
		last.Number++
		last.Minor += sale.Amount.Minor
	}
	return figures
}

// Receipt implements till.Store.
func (m *Memory) Receipt(ctx context.Context, seq uint64) (till.Receipt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return till.Receipt{}, err
	}
	at := slices.IndexFunc(m.disk.receipts, func(r till.Receipt) bool { return r.Seq == seq })
	if at < 0 {
		return till.Receipt{}, till.ErrNotFound
	}
	return m.disk.receipts[at], nil
}

// Audit implements till.Store.
func (m *Memory) Audit(ctx context.Context, before uint64, limit int) ([]till.AuditRow, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	var out []till.AuditRow
	for _, row := range slices.Backward(m.disk.audit) {
		if len(out) < limit && (before == 0 || row.Seq < before) {
			out = append(out, row)
		}
	}
	return out, nil
}

// Head implements till.Store.
func (m *Memory) Head(ctx context.Context, day till.Day) (till.Head, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return till.Head{}, err
	}
	head := m.disk.dayHead()
	head.Receipt, head.Audit = m.disk.newestReceipt(), uint64(len(m.disk.audit))
	for id := range m.disk.sales {
		if id.Day() == day {
			head.Number = max(head.Number, id.Number())
		}
	}
	if f := m.disk.freeze; f != nil && f.Day == day {
		head.Number = max(head.Number, f.Number)
	}
	return head, nil
}

// newestReceipt is the newest number given out or left out.
func (s *state) newestReceipt() uint64 {
	var newest uint64
	if n := len(s.receipts); n > 0 {
		newest = s.receipts[n-1].Seq
	}
	if s.freeze != nil {
		newest = max(newest, s.freeze.Receipt)
	}
	return newest
}

// Freeze implements till.Store.
func (m *Memory) Freeze(ctx context.Context) (till.Freeze, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return till.Freeze{}, err
	}
	if m.disk.freeze == nil {
		return till.Freeze{}, till.ErrNotFound
	}
	return clone(*m.disk.freeze)
}

// Settings implements till.Store.
func (m *Memory) Settings(ctx context.Context) (till.Settings, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return till.Settings{}, err
	}
	if m.disk.settings == nil {
		return till.Settings{}, till.ErrNotFound
	}
	return *m.disk.settings, nil
}

// Staff implements till.Store.
func (m *Memory) Staff(ctx context.Context) (till.Secrets, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return till.Secrets{}, err
	}
	return till.NewSecrets(m.disk.staff.Reveal()), nil
}

func (m *Memory) readable(ctx context.Context) error {
	if err := m.usable(); err != nil {
		return err
	}
	if m.readErr != nil {
		return m.readErr
	}
	return ctx.Err()
}

func sortTotals(totals []till.Total) {
	order := till.Groups()
	slices.SortFunc(totals, func(a, b till.Total) int {
		if a.Group != b.Group {
			return slices.Index(order, a.Group) - slices.Index(order, b.Group)
		}
		return strings.Compare(a.Currency, b.Currency)
	})
}
