package storetest

import (
	"context"
	"iter"
	"slices"
	"strings"

	"sanduq/core/journal"
)

// Sale implements journal.Store.
func (m *Memory) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return journal.Sale{}, err
	}
	sale, ok := m.disk.sales[id]
	if !ok {
		return journal.Sale{}, journal.ErrNotFound
	}
	return clone(sale)
}

// SaleSecrets implements journal.Store.
func (m *Memory) SaleSecrets(ctx context.Context, id journal.SaleID) (journal.Secrets, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return journal.Secrets{}, err
	}
	return journal.NewSecrets(m.disk.secrets[id].Reveal()), nil
}

// OpenSales implements journal.Store.
func (m *Memory) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	var out []journal.Sale
	for _, id := range m.disk.newestFirst() {
		if m.disk.sales[id].Open() {
			out = append(out, m.disk.sales[id])
		}
	}
	slices.Reverse(out)
	return clone(out)
}

// Sales implements journal.Store.
func (m *Memory) Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return journal.SalePage{}, err
	}
	if q.Limit <= 0 {
		q.Limit = 50
	}
	var page journal.SalePage
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

// Bearers implements journal.Store.
func (m *Memory) Bearers(ctx context.Context, kind journal.NameKind, name string, limit int) (ids []journal.SaleID, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	for _, id := range m.disk.newestFirst() {
		if sale := m.disk.sales[id]; name != "" && sale.GatewayName(kind) == name {
			if ids = append(ids, id); len(ids) == limit {
				break
			}
		}
	}
	return ids, nil
}

// Totals implements journal.Store.
func (m *Memory) Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	var out []journal.Total
	for _, sale := range m.disk.sales {
		if !selects(q, sale) {
			continue
		}
		group, currency := sale.Status().Group(), sale.Amount.Currency
		i := slices.IndexFunc(out, func(t journal.Total) bool { return t.Group == group && t.Currency == currency })
		if i < 0 {
			i, out = len(out), append(out, journal.Total{Group: group, Currency: currency})
		}
		out[i].Count++
		out[i].Minor += sale.Amount.Minor
	}
	sortTotals(out)
	return out, nil
}

// Figures implements journal.Store, by counting all sales.
func (m *Memory) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return func(yield func(journal.Figure, error) bool) {
		figures, err := m.figures(ctx, from, to)
		for _, f := range figures {
			if !yield(f, nil) {
				return
			}
		}
		if err != nil {
			yield(journal.Figure{}, err)
		}
	}
}

func (m *Memory) figures(ctx context.Context, from, to journal.Day) ([]journal.Figure, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	var sales []journal.Sale
	for _, sale := range m.disk.sales {
		if day := sale.BookingDay(); (from == "" || day >= from) && (to == "" || day <= to) {
			sales = append(sales, sale)
		}
	}
	return count(sales), nil
}

// count adds sales up, one after the other.
func count(sales []journal.Sale) (figures []journal.Figure) {
	slices.SortFunc(sales, func(a, b journal.Sale) int { return journal.FigureKeyOf(a).Compare(journal.FigureKeyOf(b)) })
	for _, sale := range sales {
		key := journal.FigureKeyOf(sale)
		if n := len(figures); n == 0 || figures[n-1].FigureKey != key {
			figures = append(figures, journal.Figure{FigureKey: key})
		}
		last := &figures[len(figures)-1]
		last.Number++
		last.Minor += sale.Amount.Minor
	}
	return figures
}

// Receipt implements journal.Store.
func (m *Memory) Receipt(ctx context.Context, seq uint64) (journal.Receipt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return journal.Receipt{}, err
	}
	at := slices.IndexFunc(m.disk.receipts, func(r journal.Receipt) bool { return r.Seq == seq })
	if at < 0 {
		return journal.Receipt{}, journal.ErrNotFound
	}
	return m.disk.receipts[at], nil
}

// Audit implements journal.Store.
func (m *Memory) Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return nil, err
	}
	var out []journal.AuditRow
	for _, row := range slices.Backward(m.disk.audit) {
		if len(out) < limit && (before == 0 || row.Seq < before) {
			out = append(out, row)
		}
	}
	return out, nil
}

// Head implements journal.Store.
func (m *Memory) Head(ctx context.Context, day journal.Day) (journal.Head, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return journal.Head{}, err
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

// Freeze implements journal.Store.
func (m *Memory) Freeze(ctx context.Context) (journal.Freeze, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return journal.Freeze{}, err
	}
	if m.disk.freeze == nil {
		return journal.Freeze{}, journal.ErrNotFound
	}
	return clone(*m.disk.freeze)
}

// Settings implements journal.Store.
func (m *Memory) Settings(ctx context.Context) (journal.Settings, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return journal.Settings{}, err
	}
	if m.disk.settings == nil {
		return journal.Settings{}, journal.ErrNotFound
	}
	return *m.disk.settings, nil
}

// Staff implements journal.Store.
func (m *Memory) Staff(ctx context.Context) (journal.Secrets, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.readable(ctx); err != nil {
		return journal.Secrets{}, err
	}
	return journal.NewSecrets(m.disk.staff.Reveal()), nil
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

func sortTotals(totals []journal.Total) {
	order := journal.Groups()
	slices.SortFunc(totals, func(a, b journal.Total) int {
		if a.Group != b.Group {
			return slices.Index(order, a.Group) - slices.Index(order, b.Group)
		}
		return strings.Compare(a.Currency, b.Currency)
	})
}
