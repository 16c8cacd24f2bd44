package storage

import (
	"context"
	"errors"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/practice/demo"
	"sanduq/core/till"
)

func practiceTill(t testing.TB, s *Store) *till.Till {
	t.Helper()
	d, err := till.Open(context.Background(), till.Config{Store: s, Environment: core.Sandbox, BaseURL: "embedded", Zone: time.UTC,
		Now:      func() time.Time { return time.Date(2026, 11, 20, 14, 31, 0, 0, time.UTC) },
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func TestAFilledStoreAddsUp(t *testing.T) {
	s := openTest(t, t.TempDir())
	d := practiceTill(t, s)
	const total = 2000
	if err := demo.Fill(t.Context(), d, total, 1, nil); err != nil {
		t.Fatal(err)
	}
	report, err := s.Verify(t.Context())
	if err != nil || len(report.Problems) != 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	type key struct {
		day      journal.Day
		group    journal.Group
		currency string
	}
	type sum struct {
		count int
		minor int64
	}
	naive, receipts, read := map[key]sum{}, uint64(0), 0
	q := journal.SaleQuery{Limit: 300}
	for more := true; more; {
		page, err := s.Sales(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, sale := range page.Sales {
			read++
			for _, day := range []journal.Day{"", sale.ID.Day()} {
				k := key{day, sale.Status().Group(), sale.Amount.Currency}
				naive[k] = sum{naive[k].count + 1, naive[k].minor + sale.Amount.Minor}
			}
			receipts = max(receipts, sale.ReceiptSeq)
			q.Before = sale.ID
		}
		more = page.More
	}
	if read != total {
		t.Errorf("read %d sales", read)
	}
	days := map[journal.Day]bool{}
	for k := range naive {
		days[k.day] = true
	}
	for day := range days {
		totals, err := s.Totals(t.Context(), journal.SaleQuery{From: day, To: day})
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range totals {
			k := key{day, got.Group, got.Currency}
			if naive[k] != (sum{got.Count, got.Minor}) {
				t.Errorf("%v: %+v, recounted %+v", k, got, naive[k])
			}
			delete(naive, k)
		}
	}
	if len(naive) != 0 {
		t.Errorf("no totals for %v", naive)
	}
	sales := map[journal.SaleID]bool{}
	for seq := uint64(1); seq <= receipts; seq++ {
		r, err := s.Receipt(t.Context(), seq)
		if err != nil || sales[r.SaleID] || !r.Test() {
			t.Fatalf("receipt %d of %s: %v", seq, r.SaleID, err)
		}
		sales[r.SaleID] = true
	}
	if open, err := s.OpenSales(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("%d open, %v", len(open), err)
	}
}

func TestABlockIsAllOrNothing(t *testing.T) {
	s := openTest(t, t.TempDir())
	row := func(seq uint64) journal.Change {
		return journal.Change{Audit: []journal.AuditRow{{Seq: seq, Action: journal.AuditSettings}}}
	}
	if err := s.CommitAll(t.Context(), []journal.Change{row(1), row(2)}); err != nil {
		t.Fatal(err)
	}
	if err := s.CommitAll(t.Context(), []journal.Change{row(3), row(5)}); !errors.Is(err, journal.ErrRefused) {
		t.Errorf("a gap in a block: %v", err)
	}
	if h, err := s.Head(t.Context(), "20261120"); err != nil || h.Audit != 2 {
		t.Errorf("after a refused block: %+v, %v", h, err)
	}
	if err := s.CommitAll(t.Context(), nil); err != nil {
		t.Errorf("an empty block: %v", err)
	}
	failNext(s, storetest.Lost, errors.New("injected"))
	if err := s.CommitAll(t.Context(), []journal.Change{row(3)}); err == nil {
		t.Error("a block that failed was reported as durable")
	}
	if err := s.CommitAll(t.Context(), []journal.Change{row(3)}); !errors.Is(err, journal.ErrPoisoned) {
		t.Errorf("after a doubtful block: %v", err)
	}
}

// BenchmarkFill writes 100,000 invented sales with receipts into a new store.
func BenchmarkFill(b *testing.B) {
	for b.Loop() {
		d := practiceTill(b, openTest(b, b.TempDir()))
		if err := demo.Fill(context.Background(), d, 100_000, 1, nil); err != nil {
			b.Fatal(err)
		}
	}
}
