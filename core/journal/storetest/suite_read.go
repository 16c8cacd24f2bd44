package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// history commits sales of three days in mixed conditions and returns them
// newest first.
func history(t tester, s journal.Store) []journal.Sale {
	t.Helper()
	var all []journal.Sale
	seq := uint64(0)
	for _, day := range []journal.Day{"20261118", "20261119", today} {
		for n := 1; n <= 9; n++ {
			sale := fresh(day, n)
			sale.Route = append([]core.Route{""}, wire.Routes()...)[n%4]
			if n%3 == 0 {
				sale.Amount.Currency = "USD"
			}
			mustCommit(t, s, journal.Change{Sale: &sale})
			switch {
			case n%4 == 1:
				seq++
				paid, receipt := settled(sale, seq)
				mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})
				sale = paid
			case n%4 == 2:
				sale = next(sale, func(s *journal.Sale) {
					s.Step, s.Session.State, s.AcknowledgedAt = journal.StepSession, core.StateFailed, noon
					s.Watch = journal.Watch{Since: noon}
				})
				mustCommit(t, s, journal.Change{Sale: &sale})
			}
			all = append(all, sale)
		}
	}
	slices.Reverse(all)
	return all
}

func heads(t *testing.T, open opener) {
	s, ctx := open(t).Store, context.Background()
	history(t, s)
	for day, number := range map[journal.Day]int{"20261117": 0, "20261118": 9, today: 9, "20261121": 0, "": 0} {
		got := must[journal.Head](t)(s.Head(ctx, day))
		same(t, "head of "+string(day), got, journal.Head{Number: number, Receipt: 9})
	}
	far := fresh("20261121", 999_999)
	mustCommit(t, s, journal.Change{Sale: &far, Audit: []journal.AuditRow{auditRow(1)}})
	same(t, "head", must[journal.Head](t)(s.Head(ctx, "20261121")), journal.Head{Number: 999_999, Receipt: 9, Audit: 1})
}

func openSales(t *testing.T, open opener) {
	h := open(t)
	all := history(t, h.Store)
	want := slices.DeleteFunc(slices.Clone(all), func(s journal.Sale) bool { return !s.Open() })
	slices.Reverse(want)
	if len(want) == 0 || len(want) == len(all) {
		t.Fatal("the fixture has no mixture")
	}
	same(t, "open sales", must[[]journal.Sale](t)(h.Store.OpenSales(context.Background())), want)
	ended := next(want[0], func(s *journal.Sale) {
		s.AcknowledgedAt, s.LateAlertRead, s.Print, s.Watch = noon, noon, journal.PrintDone, journal.Watch{Since: noon}
		s.ResolvedOutside = &journal.Decision{At: noon, Reason: "cash"}
	})
	if ended.Open() {
		t.Fatal("the fixture does not end")
	}
	mustCommit(t, h.Store, journal.Change{Sale: &ended})
	again := h.Crash(t)
	same(t, "after one ended", must[[]journal.Sale](t)(again.OpenSales(context.Background())), want[1:])
}

// readPages reads a query page by page and checks each page's form.
func readPages(t tester, s journal.Store, q journal.SaleQuery) []journal.Sale {
	t.Helper()
	limit := q.Limit
	if limit <= 0 {
		limit = 50
	}
	var all []journal.Sale
	for {
		page := must[journal.SalePage](t)(s.Sales(context.Background(), q))
		if len(page.Sales) > limit || page.More && len(page.Sales) != limit {
			t.Fatalf("page of %d sales, more %v, limit %d", len(page.Sales), page.More, limit)
		}
		all = append(all, page.Sales...)
		if !page.More {
			return all
		}
		q.Before = all[len(all)-1].ID
	}
}

func pages(t *testing.T, open opener) {
	s, ctx := open(t).Store, context.Background()
	all := history(t, s)
	for _, limit := range []int{1, 2, 3, 9, 26, 27, 28} {
		same(t, fmt.Sprintf("pages of %d", limit), readPages(t, s, journal.SaleQuery{Limit: limit}), all)
	}
	for _, limit := range []int{27, 28} {
		if must[journal.SalePage](t)(s.Sales(ctx, journal.SaleQuery{Limit: limit})).More {
			t.Errorf("more than all with limit %d", limit)
		}
	}
	for number := 10; number <= 60; number++ {
		sale := fresh(today, number)
		mustCommit(t, s, journal.Change{Sale: &sale})
	}
	for _, limit := range []int{0, -3} {
		page := must[journal.SalePage](t)(s.Sales(ctx, journal.SaleQuery{Limit: limit}))
		if len(page.Sales) != 50 || !page.More {
			t.Errorf("limit %d gives %d sales, more %v", limit, len(page.Sales), page.More)
		}
	}
}

func filters(t *testing.T, open opener) {
	s := open(t).Store
	all := history(t, s)
	days := []journal.Day{"", "20261117", "20261118", "20261119", today, "20261121"}
	for _, from := range days {
		for _, to := range days {
			for _, status := range []journal.Status{"", journal.StatusPaid, journal.StatusFailed, journal.StatusChoosing, journal.StatusExpired} {
				for _, route := range []core.Route{"", core.RouteQR, core.RouteWallet} {
					q := journal.SaleQuery{From: from, To: to, Status: status, Route: route, Limit: 4}
					want := slices.DeleteFunc(slices.Clone(all), func(sale journal.Sale) bool { return !selects(q, sale) })
					same(t, fmt.Sprintf("%+v", q), readPages(t, s, q), want)
					same(t, fmt.Sprintf("totals of %+v", q), must[[]journal.Total](t)(s.Totals(context.Background(), q)), recount(want))
				}
			}
		}
	}
}

// recount adds up sales in the plainest way.
func recount(sales []journal.Sale) []journal.Total {
	var out []journal.Total
	for _, group := range journal.Groups() {
		for _, currency := range []string{"AED", "BHD", "EUR", "JPY", "LYD", "USD"} {
			total := journal.Total{Group: group, Currency: currency}
			for _, sale := range sales {
				if sale.Status().Group() == group && sale.Amount.Currency == currency {
					total.Count++
					total.Minor += sale.Amount.Minor
				}
			}
			if total.Count > 0 {
				out = append(out, total)
			}
		}
	}
	return out
}

func totals(t *testing.T, open opener) {
	s, ctx := open(t).Store, context.Background()
	all := history(t, s)
	same(t, "all", must[[]journal.Total](t)(s.Totals(ctx, journal.SaleQuery{})), recount(all))
	same(t, "before and limit", must[[]journal.Total](t)(s.Totals(ctx, journal.SaleQuery{Before: all[5].ID, Limit: 2})), recount(all))
	moved := next(all[0], func(s *journal.Sale) { s.Amount = money.Amount{Minor: 7, Currency: "AED"} })
	mustCommit(t, s, journal.Change{Sale: &moved})
	all[0] = moved
	same(t, "after an amount changed", must[[]journal.Total](t)(s.Totals(ctx, journal.SaleQuery{})), recount(all))
	q := journal.SaleQuery{Search: "txn20261119"}
	same(t, "of a search", must[[]journal.Total](t)(s.Totals(ctx, q)), recount(readPages(t, s, q)))
}

func auditPages(t *testing.T, open opener) {
	s, ctx := open(t).Store, context.Background()
	for seq := uint64(1); seq <= 7; seq++ {
		mustCommit(t, s, journal.Change{Audit: []journal.AuditRow{auditRow(seq)}})
	}
	for _, c := range []struct {
		before uint64
		limit  int
		want   []uint64
	}{
		{0, 3, []uint64{7, 6, 5}}, {5, 2, []uint64{4, 3}}, {3, 9, []uint64{2, 1}}, {1, 9, nil}, {99, 1, []uint64{7}}, {0, 0, nil},
	} {
		var got []uint64
		for _, row := range must[[]journal.AuditRow](t)(s.Audit(ctx, c.before, c.limit)) {
			want := auditRow(row.Seq)
			same(t, "row", row, want)
			got = append(got, row.Seq)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("audit before %d, limit %d: %v, want %v", c.before, c.limit, got, c.want)
		}
	}
	local := journal.AuditRow{Seq: 8, At: noon.In(time.UTC), Action: journal.AuditCopy, SaleID: journal.NewSaleID(today, 1)}
	mustCommit(t, s, journal.Change{Audit: []journal.AuditRow{local}})
	same(t, "row of a sale", must[[]journal.AuditRow](t)(s.Audit(ctx, 0, 1)), []journal.AuditRow{local})
}
