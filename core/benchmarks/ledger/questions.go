package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/codec"
)

// question is one newest page, put to both.
type question struct {
	name  string
	ours  journal.SaleQuery
	where string
	args  []any
}

func packed(day journal.Day) int64 {
	id, _ := codec.PackDay(day)
	return int64(id)
}

func ask(n int) []question {
	day := func(back int) journal.Day { return journal.DayOf(lastDay.AddDate(0, 0, -back)) }
	span := func(from, to journal.Day) []any { return []any{packed(from), packed(to) + 1<<20} }
	// A sale a third of the way into the history that has all that is searched.
	i := n / 3
	for i%5 != 0 || change(i, n).Sale.Session.TransactionID == "" {
		i++
	}
	sale := change(i, n).Sale
	prefix := func(text string) []any { return []any{text, text + "\xff"} }
	lower := func(s string) string { return string([]byte(fold(s))) }
	return []question{
		{"all", journal.SaleQuery{}, "WHERE 1", nil},
		{"a day", journal.SaleQuery{From: day(3), To: day(3)}, "WHERE id >= ? AND id < ?", span(day(3), day(3))},
		{"a range of days", journal.SaleQuery{From: day(20), To: day(7)}, "WHERE id >= ? AND id < ?", span(day(20), day(7))},
		{"status paid", journal.SaleQuery{Status: journal.StatusPaid}, "WHERE status = ?", []any{string(journal.StatusPaid)}},
		{"status failed", journal.SaleQuery{Status: journal.StatusFailed}, "WHERE status = ?", []any{string(journal.StatusFailed)}},
		{"status unknown, rare", journal.SaleQuery{Status: journal.StatusUnknown}, "WHERE status = ?", []any{string(journal.StatusUnknown)}},
		{"route wallet", journal.SaleQuery{Route: core.RouteWallet}, "WHERE route = ?", []any{string(core.RouteWallet)}},
		{"failed by QR", journal.SaleQuery{Status: journal.StatusFailed, Route: core.RouteQR}, "WHERE status = ? AND route = ?",
			[]any{string(journal.StatusFailed), string(core.RouteQR)}},
		{"failed in a range", journal.SaleQuery{Status: journal.StatusFailed, From: day(20), To: day(7)}, "WHERE status = ? AND id >= ? AND id < ?",
			append([]any{string(journal.StatusFailed)}, span(day(20), day(7))...)},
		{"cashier", journal.SaleQuery{Cashier: "Huda"}, "WHERE cashier = ?", []any{"Huda"}},
		{"cashier, failed", journal.SaleQuery{Cashier: "Bilal", Status: journal.StatusFailed}, "WHERE cashier = ? AND status = ?", []any{"Bilal", string(journal.StatusFailed)}},
		{"amounts from 50.000", journal.SaleQuery{Amounts: journal.Amounts{Currency: "LYD", Min: 50_000}}, "WHERE currency = ? AND minor >= ?", []any{"LYD", 50_000}},
		{"hour, 16 to 17", journal.SaleQuery{Hour: journal.ClockHour{Zone: time.UTC, Hour: 16}}, "WHERE quarter / 4 % 24 = ?", []any{16}},
		{"search: transaction", journal.SaleQuery{Search: sale.Session.TransactionID}, "WHERE txid >= ? AND txid < ?", prefix(lower(sale.Session.TransactionID))},
		{"search: order reference", journal.SaleQuery{Search: sale.Reference}, "WHERE reference >= ? AND reference < ?", prefix(lower(sale.Reference))},
		{"search: amount", journal.SaleQuery{Search: "113.750"}, "WHERE minor = ?", []any{113_750}},
	}
}

func fold(s string) string {
	b := []byte(s)
	for i := range b {
		if 'A' <= b[i] && b[i] <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// questions measures every newest page and a day's totals. Both must give the
// same answer before either is timed.
func questions(ctx context.Context, s settings, t *table, a *ours, b *peer, n int) error {
	for _, q := range ask(n) {
		one, errA := a.page(ctx, q)
		other, errB := b.page(ctx, q)
		if err := errors.Join(errA, errB); err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		if len(one) == 0 && q.ours.Search != "" || !slices.EqualFunc(one, other, func(x, y journal.Sale) bool {
			return x.ID == y.ID && x.Session == y.Session
		}) {
			return fmt.Errorf("%s: the answers differ, %d sales and %d", q.name, len(one), len(other))
		}
		x, y, err := takeTurns(s.calls, func() error { _, err := a.page(ctx, q); return err }, func() error { _, err := b.page(ctx, q); return err })
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		t.faster(q.name, x, y, 2*time.Millisecond)
	}
	day := journal.DayOf(lastDay.AddDate(0, 0, -3))
	one, errA := a.totals(ctx, day)
	other, errB := b.totals(ctx, day)
	if err := errors.Join(errA, errB); err != nil || !slices.Equal(one, other) || len(one) < 2 {
		return fmt.Errorf("a day's totals: %v and %v, %w", one, other, err)
	}
	x, y, err := takeTurns(s.calls, func() error { _, err := a.totals(ctx, day); return err }, func() error { _, err := b.totals(ctx, day); return err })
	if err != nil {
		return err
	}
	t.below("a day's totals", x, y, 5*time.Millisecond)
	return nil
}
