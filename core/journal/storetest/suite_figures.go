package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// Zones of whole and of broken hours, with summer time and without.
var newYork, kathmandu = zone("America/New_York"), zone("Asia/Kathmandu")

// zone returns a function, so that who never asks needs no list of zones.
func zone(name string) func() *time.Location {
	return sync.OnceValue(func() *time.Location {
		loaded, err := time.LoadLocation(name)
		if err != nil {
			panic(err)
		}
		return loaded
	})
}

func figuresOf(t tester, s journal.Store, from, to journal.Day) (all []journal.Figure) {
	t.Helper()
	for f, err := range s.Figures(context.Background(), from, to) {
		if err != nil {
			t.Fatalf("figures: %v", err)
		}
		all = append(all, f)
	}
	return all
}

// figures are what counting all sales gives, for every range of days.
func figures(t *testing.T, open opener) {
	s := open(t).Store
	if all := figuresOf(t, s, "", ""); len(all) != 0 {
		t.Errorf("an empty store has figures: %v", all)
	}
	var all []journal.Sale
	receipt := uint64(0)
	for i, day := range []journal.Day{"20261117", "20261118", today, "20271231"} {
		for n := 1; n <= 12; n++ {
			sale := fresh(day, n)
			sale.CreatedAt = noon.AddDate(0, 0, i).Add(time.Duration(n%5) * 14 * time.Minute)
			sale.Cashier = []string{"", "Amal", "فاطمة"}[n%3]
			sale.Amount.Currency = []string{"LYD", "USD"}[n%2]
			sale.Route = []core.Route{core.RouteQR, core.RouteWallet}[n/3%2]
			mustCommit(t, s, journal.Change{Sale: &sale})
			if n%4 != 0 {
				receipt++
				paid, r := settled(sale, receipt)
				mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &r})
				sale = paid
			}
			all = append(all, sale)
		}
	}
	for _, c := range [][2]journal.Day{{"", ""}, {"20261118", "20261118"}, {"20261118", ""}, {"", "20261118"}, {"20261119", "20261119"}, {today, "20261118"},
		{"20250101", "20301231"}, {"2026", "2027"}, {"20271231", "20271231"}} {
		of := slices.DeleteFunc(slices.Clone(all), func(s journal.Sale) bool {
			return c[0] != "" && s.ID.Day() < c[0] || c[1] != "" && s.ID.Day() > c[1]
		})
		same(t, fmt.Sprintf("figures of %v", c), figuresOf(t, s, c[0], c[1]), count(of))
	}
	for f, err := range s.Figures(t.Context(), "", "") {
		if err != nil || f.Number == 0 {
			t.Fatalf("%+v, %v", f, err)
		}
		mustSale(t, s, all[0].ID)
		another := next(mustSale(t, s, all[0].ID), func(s *journal.Sale) { s.Copies++ })
		mustCommit(t, s, journal.Change{Sale: &another}) // between two figures the store is free
		break
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range s.Figures(ended, "", "") {
		wantErr(t, "figures for nobody", err, context.Canceled)
	}
}

// figuresFollow takes one sale through all that moves it from one figure to
// another.
func figuresFollow(t *testing.T, open opener) {
	s := open(t).Store
	other := fresh(today, 2)
	mustCommit(t, s, journal.Change{Sale: &other})
	sale := fresh(today, 1)
	check := func(what string) {
		t.Helper()
		same(t, what, figuresOf(t, s, "", ""), count([]journal.Sale{sale, other}))
	}
	mustCommit(t, s, journal.Change{Sale: &sale})
	check("opened")
	for what, change := range map[string]func(*journal.Sale){
		"another route":    func(s *journal.Sale) { s.Route = core.RouteWallet },
		"another cashier":  func(s *journal.Sale) { s.Cashier = "Bilal" },
		"nobody's":         func(s *journal.Sale) { s.Cashier = "" },
		"another status":   func(s *journal.Sale) { s.Step = journal.StepRejected },
		"another amount":   func(s *journal.Sale) { s.Amount.Minor++ },
		"another currency": func(s *journal.Sale) { s.Amount.Currency = "EUR" },
		"another quarter":  func(s *journal.Sale) { s.CreatedAt = s.CreatedAt.Add(15 * time.Minute) },
		"another hour":     func(s *journal.Sale) { s.CreatedAt = s.CreatedAt.Add(-time.Hour) },
		"before 1970":      func(s *journal.Sale) { s.CreatedAt = time.Unix(-1, 0) },
		"nothing":          func(s *journal.Sale) { s.Copies++ },
	} {
		sale = next(sale, change)
		mustCommit(t, s, journal.Change{Sale: &sale})
		check(what)
	}
}

// narrowedLists asks for cashiers, currencies, amounts and hours, alone and
// together, in lists of which each is somewhere dense and somewhere empty.
func narrowedLists(t *testing.T, open opener) {
	s := open(t).Store
	number := uint64(0)
	for i, day := range []journal.Day{"20260328", "20260329", "20261118", today} {
		for n := 1; n <= 40; n++ {
			sale := fresh(day, n)
			sale.CreatedAt = day.Time(time.UTC).Add(time.Duration(n*37%96) * 15 * time.Minute)
			sale.Cashier = []string{"", "Amal", "Bilal", "Amal"}[(n/7+i)%4]
			sale.Amount = money.Amount{Minor: int64(n*n%17) * 250, Currency: []string{"LYD", "LYD", "EUR", "JPY"}[n%4]}
			sale.Route = []core.Route{core.RouteQR, core.RouteWallet}[n%2]
			mustCommit(t, s, journal.Change{Sale: &sale})
			if n%3 == 0 {
				number++
				paid, receipt := settled(sale, number)
				mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})
			}
		}
	}
	moved := next(mustSale(t, s, journal.NewSaleID(today, 7)), func(s *journal.Sale) { s.Cashier, s.Amount.Minor = "Huda", 9_999 })
	mustCommit(t, s, journal.Change{Sale: &moved})
	all := readPages(t, s, journal.SaleQuery{})
	var queries []journal.SaleQuery
	for _, q := range []journal.SaleQuery{{}, {Cashier: "Amal"}, {Cashier: "Huda"}, {Cashier: journal.Nobody}, {Cashier: "amal"}, {Cashier: "Nobody"}} {
		for _, amounts := range []journal.Amounts{{}, {Currency: "LYD"}, {Currency: "EUR", Min: 1, Max: 1500}, {Currency: "LYD", Min: 9_999, Max: 9_999},
			{Currency: "JPY", Max: 250}, {Min: 9_000, Max: 9_001}, {Currency: "XXX"}, {Currency: "XXX", Min: 5}, {Currency: "LYD", Min: 400, Max: 300}} {
			for _, hour := range []journal.ClockHour{{}, {Zone: time.UTC, Hour: 11}, {Zone: newYork(), Hour: 2}, {Zone: kathmandu(), Hour: 23}} {
				q.Amounts, q.Hour = amounts, hour
				queries = append(queries, q)
			}
		}
	}
	for i, q := range queries {
		for _, more := range []func(*journal.SaleQuery){func(*journal.SaleQuery) {}, func(q *journal.SaleQuery) { q.Status = journal.StatusPaid },
			func(q *journal.SaleQuery) { q.Route, q.From, q.To = core.RouteWallet, "20260329", "20261118" }, func(q *journal.SaleQuery) { q.Search = "till-2611" },
			func(q *journal.SaleQuery) { q.Before = "20261118-000020" }} {
			q := q
			more(&q)
			q.Limit = 1 + i%7
			want := slices.DeleteFunc(slices.Clone(all), func(sale journal.Sale) bool {
				return !selects(q, sale) || q.Before != "" && sale.ID >= q.Before
			})
			same(t, fmt.Sprintf("%+v", q), readPages(t, s, q), want)
			if q.Before == "" {
				same(t, fmt.Sprintf("totals of %+v", q), must[[]journal.Total](t)(s.Totals(t.Context(), q)), recount(want))
			}
		}
	}
	if _, err := s.Sales(cancelledContext(), journal.SaleQuery{Cashier: "Amal"}); !errors.Is(err, context.Canceled) {
		t.Errorf("asked for nobody: %v", err)
	}
}

func cancelledContext() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
