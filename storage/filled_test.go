//go:build !race

package storage

import (
	"testing"

	"sanduq/core/journal"
	"sanduq/core/practice/demo"
)

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
