package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/storage/codec"
)

// question is one newest page, put to both.
type question struct {
	name  string
	ours  till.SaleQuery
	where string
	args  []any
}

func packed(day till.Day) int64 {
	id, _ := codec.PackDay(day)
	return int64(id)
}

func ask(n int) []question {
	day := func(back int) till.Day { return till.DayOf(lastDay.AddDate(0, 0, -back)) }
	span := func(from, to till.Day) []any { return []any{packed(from), packed(to) + 1<<20} }
	// A sale a third of the way into the history that has all that is searched.
	i := n / 3
	for i%5 != 0 || change(i, n).Sale.Session.TransactionID == "" {
		i++
	}
	sale := change(i, n).Sale
	prefix := func(text string) []any { return []any{text, text + "\xff"} }
	lower := func(s string) string { return string([]byte(fold(s))) }
	return []question{
		{"all", till.SaleQuery{}, "WHERE 1", nil},
		{"a day", till.SaleQuery{From: day(3), To: day(3)}, "WHERE id >= ? AND id < ?", span(day(3), day(3))},
		{"a range of days", till.SaleQuery{From: day(20), To: day(7)}, "WHERE id >= ? AND id < ?", span(day(20), day(7))},
		{"status paid", till.SaleQuery{Status: till.StatusPaid}, "WHERE status = ?", []any{string(till.StatusPaid)}},
		{"status failed", till.SaleQuery{Status: till.StatusFailed}, "WHERE status = ?", []any{string(till.StatusFailed)}},
		{"status unknown, rare", till.SaleQuery{Status: till.StatusUnknown}, "WHERE status = ?", []any{string(till.StatusUnknown)}},
		{"route wallet", till.SaleQuery{Route: core.RouteWallet}, "WHERE route = ?", []any{string(core.RouteWallet)}},
		{"failed by QR", till.SaleQuery{Status: till.StatusFailed, Route: core.RouteQR}, "WHERE status = ? AND route = ?",
			[]any{string(till.StatusFailed), string(core.RouteQR)}},
		{"failed in a range", till.SaleQuery{Status: till.StatusFailed, From: day(20), To: day(7)}, "WHERE status = ? AND id >= ? AND id < ?",
			append([]any{string(till.StatusFailed)}, span(day(20), day(7))...)},
		{"cashier", till.SaleQuery{Cashier: "Huda"}, "WHERE cashier = ?", []any{"Huda"}},
		{"cashier, failed", till.SaleQuery{Cashier: "Bilal", Status: till.StatusFailed}, "WHERE cashier = ? AND status = ?", []any{"Bilal", string(till.StatusFailed)}},
		{"amounts from 50.000", till.SaleQuery{Amounts: till.Amounts{Currency: "LYD", Min: 50_000}}, "WHERE currency = ? AND minor >= ?", []any{"LYD", 50_000}},
		{"hour, 16 to 17", till.SaleQuery{Hour: till.ClockHour{Zone: time.UTC, Hour: 16}}, "WHERE quarter / 4 % 24 = ?", []any{16}},
		{"search: transaction", till.SaleQuery{Search: sale.Session.TransactionID}, "WHERE txid >= ? AND txid < ?", prefix(lower(sale.Session.TransactionID))},
		{"search: order reference", till.SaleQuery{Search: sale.Reference}, "WHERE reference >= ? AND reference < ?", prefix(lower(sale.Reference))},
		{"search: amount", till.SaleQuery{Search: "113.750"}, "WHERE minor = ?", []any{113_750}},
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
		if len(one) == 0 && q.ours.Search != "" || !slices.EqualFunc(one, other, func(x, y till.Sale) bool {
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
	day := till.DayOf(lastDay.AddDate(0, 0, -3))
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
