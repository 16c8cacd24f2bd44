package sim

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"iter"
	"math/rand/v2"
	"sync"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/export"
)

// exportSales exports all sales while they go on: a page is read, and some time passes. What
// it says of a sale is what the disk had of it then, or later; its sums are those of its rows.
func exportSales(w *world) {
	r, p, shop, since := w.random("pages", fmt.Sprint(w.step)), w.now, w.shop, w.see.newestVersions()
	w.till.Aside(func() {
		var file bytes.Buffer
		table := export.PlainSales(slowPages(shop, p, r), 0, export.Returned{})
		out, err := export.Write(context.Background(), &file, export.Job{Format: export.Plain, Tables: []export.Table{table}, Zone: time.UTC})
		time.Sleep(time.Second) // a commit that was under way is told
		if err != nil || p.dead.Load() {
			w.see.count("exports broken off")
			return
		}
		w.see.count("exports")
		lines, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file.Bytes(), []byte("\xef\xbb\xbf")))).ReadAll()
		if err != nil {
			w.see.problem("%s: %v", Exported, err)
			return
		}
		w.see.exported(lines, out, since)
	})
}

// slowPages reads sales two by two, newest first, and lets time pass in between.
func slowPages(shop journal.Store, p *process, r *rand.Rand) iter.Seq2[journal.Sale, error] {
	return func(yield func(journal.Sale, error) bool) {
		q := journal.SaleQuery{Limit: 2}
		for {
			page, err := shop.Sales(context.Background(), q)
			if err == nil && p.dead.Load() {
				err = errDead
			}
			if err != nil {
				yield(journal.Sale{}, err)
				return
			}
			for _, s := range page.Sales {
				if q.Before = s.ID; !yield(s, nil) {
					return
				}
			}
			if !page.More {
				return
			}
			time.Sleep(rand1(r, 8*time.Second))
		}
	}
}

// exported holds the rows of an export against what the disk had since it began.
func (s *witness) exported(lines [][]string, out export.Result, since map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen, sum, paid := map[string]int{}, int64(0), 0
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, head := range lines[0] {
			row[head] = line[i]
		}
		order := row["order"]
		seen[order]++
		said := told{status: row["status"], receipt: row["receipt"] != "", paid: row["paid"] != ""}
		if trail := s.trails[order]; !contains(trail[min(since[order], len(trail)):], said) {
			s.problemLocked("%s: %s is exported as %+v, the disk had %v", Exported, order, said, trail)
		}
		if said.paid {
			a, err := money.Parse(row["paid"], row["currency"])
			if err != nil {
				s.problemLocked("%s: %s is paid with %q", Exported, order, row["paid"])
			}
			sum, paid = sum+a.Minor, paid+1
		}
	}
	for order := range since {
		if seen[order] != 1 {
			s.problemLocked("%s: %s is exported %d times", Exported, order, seen[order])
		}
	}
	for _, have := range out.Sums {
		if lines[0][have.Column] == "paid" && (have.Minor != sum || have.Rows != paid) {
			s.problemLocked("%s: %d rows come to %d, and %d of them to %d are said", Exported, paid, sum, have.Rows, have.Minor)
		}
	}
}

func contains(trail []told, said told) bool {
	for _, one := range trail {
		if one == said {
			return true
		}
	}
	return false
}

// oldPages goes on with what it read first of each sale.
type oldPages struct {
	journal.Store
	mu    sync.Mutex
	first map[journal.SaleID]journal.Sale
}

func (o *oldPages) Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	page, err := o.Store.Sales(ctx, q)
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, s := range page.Sales {
		if first, before := o.first[s.ID]; before {
			page.Sales[i] = first
		} else {
			o.first[s.ID] = s
		}
	}
	return page, err
}

// twofold reads one sale of each page twice.
type twofold struct{ journal.Store }

func (o twofold) Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	page, err := o.Store.Sales(ctx, q)
	if n := len(page.Sales); n > 0 && q.Limit == 2 {
		page.Sales = append(page.Sales, page.Sales[n-1])
	}
	return page, err
}
