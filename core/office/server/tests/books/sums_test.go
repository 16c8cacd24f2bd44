package books

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
	"sanduq/core/report"
	"sanduq/core/report/export"
)

// zs adds up the Zs of a period, as the office holds them, by route and currency.
func (h *hall) zs(ctx context.Context, number int64, p report.Period) (map[string]int64, error) {
	rows, err := h.db.Query(ctx, "SELECT sums FROM zs WHERE till_id = $1 AND coalesce(booked, (at AT TIME ZONE 'UTC')::date) BETWEEN $2 AND $3", number, p.From.Time(time.UTC), p.To.Time(time.UTC))
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	sums := map[string]int64{}
	for _, text := range all {
		var z office.ZSums
		if err := json.Unmarshal([]byte(text), &z); err != nil {
			return nil, err
		}
		for _, taken := range z.Taken {
			sums[taken.Route+" "+taken.Currency] += taken.Minor
		}
	}
	return sums, err
}

func (h *hall) totals(ctx context.Context, number int64, p report.Period) (map[string]int64, error) {
	rows, err := h.db.Query(ctx, `SELECT x.route || ' ' || x.currency, sum(x.minor)::bigint FROM totals x JOIN tills t ON t.shop_id = x.shop_id
		WHERE t.id = $1 AND x.day BETWEEN $2 AND $3 AND x.status IN ('paid', 'cash') GROUP BY 1 HAVING sum(x.sales) <> 0`, number, p.From.Time(time.UTC), p.To.Time(time.UTC))
	if err != nil {
		return nil, err
	}
	sums := map[string]int64{}
	var key string
	var minor int64
	_, err = pgx.ForEachRow(rows, []any{&key, &minor}, func() error { sums[key] = minor; return nil })
	return sums, err
}

func (h *hall) reported(t *testing.T, from report.Source, p report.Period) map[string]int64 {
	t.Helper()
	said, err := report.Build(t.Context(), from, report.Query{Filter: report.Filter{Period: p}})
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]int64{}
	for _, one := range said.Reports {
		for _, route := range one.Rows[report.ByRoute] {
			if route.Now.Number != 0 {
				sums[route.Name+" "+one.Currency] += route.Now.Minor
			}
		}
		if one.Cash.Taken.Now.Number != 0 {
			sums["cash "+one.Currency] += one.Cash.Taken.Now.Minor
		}
	}
	return sums
}

// export is the money of a period as a file for programs, of what the office lists.
func (h *hall) export(t *testing.T, number int64, p report.Period, f fault) ([]byte, error) {
	t.Helper()
	q := journal.SaleQuery{From: p.From, To: p.To, Booked: f != byOwnDay, Place: fmt.Sprint("till:", number), Limit: 3}
	var all []journal.Sale
	for {
		got, err := h.window.Sales(t.Context(), q)
		if err != nil {
			return nil, err
		}
		all = append(all, got.Sales...)
		if !got.More {
			break
		}
		q.Before = all[len(all)-1].ID
	}
	slices.Reverse(all)
	var rows iter.Seq2[journal.Sale, error] = func(yield func(journal.Sale, error) bool) {
		for _, s := range all {
			if taken := s.Status() == journal.StatusPaid || s.Status() == journal.StatusCash; taken && !yield(s, nil) {
				return
			}
		}
	}
	var out bytes.Buffer
	_, err := export.Write(t.Context(), &out, export.Job{Format: export.Plain, Zone: time.UTC, About: export.About{Shop: "Shop", Till: "1", At: p.To.Time(time.UTC), Period: p},
		Tables: []export.Table{export.PlainSales(rows, 0, export.Returned{})}})
	return out.Bytes(), err
}

// sumsOf adds up what an exported file says was paid, or taken in cash, by route and
// currency.
func sumsOf(t *testing.T, file []byte) map[string]int64 {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(file), "\ufeff"))).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	at := map[string]int{}
	for i, head := range rows[0] {
		at[head] = i
	}
	sums := map[string]int64{}
	for _, row := range rows[1:] {
		sum := row[at["paid"]]
		if row[at["status"]] == string(journal.StatusCash) {
			sum = row[at["asked"]]
		}
		a, err := money.Parse(sum, row[at["currency"]])
		if err != nil {
			t.Fatalf("%q: %v", row, err)
		}
		sums[row[at["route"]]+" "+row[at["currency"]]] += a.Minor
	}
	return sums
}
