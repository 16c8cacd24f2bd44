//go:build !race

package storage

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/internal/reading"
)

// TestNarrowedListsBeyondTheFirstSales: amounts that are rare among the newest
// sales are gathered from those of all, under every other filter, page by page.
func TestNarrowedListsBeyondTheFirstSales(t *testing.T) {
	s := openTest(t, t.TempDir())
	const n = 4 * reading.Probes
	if err := s.bulk(0, n, func(i int) journal.Change {
		c := aged(i, journal.NewSaleID(journal.DayOf(clock.AddDate(0, 0, (i-n+1)/200)), 1+i%200))
		c.Sale.Cashier = []string{"Amal", "Bilal", ""}[i/300%3]
		c.Sale.Amount.Minor = int64(1+i%37) * 500
		if i < n/2 {
			c.Sale.Amount.Minor += 100 // prices that are no more
		}
		c.Sale.Amount.Currency = []string{"LYD", "LYD", "LYD", "EUR"}[i%4]
		c.Sale.CreatedAt = clock.Add(time.Duration(i%90) * 13 * time.Minute)
		if c.Receipt != nil {
			c.Receipt.Amount = c.Sale.Amount
		}
		return c
	}); err != nil {
		t.Fatal(err)
	}
	all, err := s.Sales(t.Context(), journal.SaleQuery{Limit: n})
	if err != nil || len(all.Sales) != n {
		t.Fatal(len(all.Sales), err)
	}
	for _, amounts := range []journal.Amounts{{Currency: "LYD", Min: 600, Max: 600}, {Currency: "LYD", Max: 5000}, {Currency: "EUR", Min: 600, Max: 1600},
		{Currency: "EUR", Min: 18_600}, {Currency: "LYD", Min: 1, Max: 99}, {Currency: "USD", Min: 1}} {
		for _, q := range []journal.SaleQuery{{}, {Cashier: "Amal"}, {Cashier: journal.Nobody, Status: journal.StatusFailed}, {Route: core.RouteWallet},
			{From: "20261115"}, {To: "20261115"}, {From: "20261111", To: "20261117"}, {Hour: journal.ClockHour{Zone: time.UTC, Hour: 11}}} {
			q.Amounts, q.Limit = amounts, 7
			var want, got []journal.SaleID
			for _, sale := range all.Sales {
				if day := sale.ID.Day(); reading.Filtered(q, &sale) && (q.From == "" || day >= q.From) && (q.To == "" || day <= q.To) {
					want = append(want, sale.ID)
				}
			}
			for {
				page, err := s.Sales(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				for _, sale := range page.Sales {
					got = append(got, sale.ID)
				}
				if !page.More || len(got) > len(want) {
					break
				}
				q.Before = got[len(got)-1]
			}
			if !slices.Equal(got, want) {
				t.Errorf("%+v: %d sales, want %d; %s", q, len(got), len(want), firstDifference(got, want))
			}
		}
	}
}

func firstDifference(got, want []journal.SaleID) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("the %d. is %s, want %s", i+1, got[i], want[i])
		}
	}
	return "one has more"
}
