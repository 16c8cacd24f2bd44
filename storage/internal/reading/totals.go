package reading

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// Totals implements journal.Store. It adds up the totals of the days, or their
// figures where a cashier, a currency or an hour is asked for, whatever the
// number of sales; with a search or limits of the amount it walks the matches.
// Paid comes first, then open, then not paid; currencies by name.
func (s *Reader) Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	q.Before = ""
	sum := summed{}
	err := s.view(ctx, func(t record.Tx) error {
		if !partial(q) {
			return addDays(ctx, t, q, sum)
		}
		if !q.Owed && !q.Returned && !q.Amounts.Bounded() && index.ReadSearch(q.Search).Text == "" {
			return sumFigures(ctx, t, q, sum)
		}
		var one journal.Sale
		return eachSale(ctx, t, q, func() *journal.Sale { return &one }, func(sale *journal.Sale) bool {
			sum.add(sale.Status(), sale.Amount.Currency, 1, sale.Amount.Minor)
			return true
		})
	})
	if err != nil {
		return nil, err
	}
	return sum.sorted(), nil
}

// addDays walks the aggregates of the query's days, and holds them against the
// sales there are.
func addDays(ctx context.Context, t record.Tx, q journal.SaleQuery, sum summed) error {
	counted, err := sumDays(ctx, t, q, sum, true)
	if err != nil {
		return err
	}
	return wholeRange(ctx, t, index.SpanOf(q), counted)
}

// sumDays adds up the aggregates of the query's days. With all it reads those
// of other statuses and routes too, and counts the sales that they speak of.
func sumDays(ctx context.Context, t record.Tx, q journal.SaleQuery, sum summed, all bool) (counted uint64, err error) {
	b, err := t.In(record.TotalsBucket)
	if err != nil {
		return 0, err
	}
	end, cursor, n := []byte(index.SpanOf(q).High), b.Cursor(), 0
	for key, value := cursor.Seek([]byte(q.From)); key != nil && bytes.Compare(key, end) < 0; key, value = cursor.Next() {
		if n++; n%CheckEvery == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		_, rest, _ := bytes.Cut(key, zero)
		status, rest, _ := bytes.Cut(rest, zero)
		route, currency, ok := bytes.Cut(rest, zero)
		if !ok {
			return 0, record.Corrupt("total %q", key)
		}
		asked := (q.Status == "" || string(status) == string(q.Status)) && (q.Route == "" || string(route) == string(q.Route))
		if !asked && !all {
			continue
		}
		payload, _, err := b.Authenticate(key, value)
		if err != nil {
			return 0, err
		}
		count, minor, err := index.DecodeTotal(payload)
		if err != nil {
			return 0, err
		}
		counted += uint64(count)
		if asked {
			sum.add(journal.Status(status), string(currency), count, minor)
		}
	}
	return counted, nil
}

// wholeRange holds the number of sales that figures speak of against the
// number of sales there are, so that neither can be cut short.
func wholeRange(ctx context.Context, t record.Tx, r index.Span, counted uint64) error {
	var there uint64
	if r == index.SpanOf(journal.SaleQuery{}) {
		h, err := t.Manifest()
		if err != nil {
			return err
		}
		there = h.Sales.Count
	} else {
		sales, err := t.In(record.SalesBucket)
		if err != nil {
			return err
		}
		for next := index.HistorySource(sales, r); next() != ""; there++ {
			if there%CheckEvery == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	if there != counted {
		return record.Corrupt("the totals speak of %d sales, there are %d", counted, there)
	}
	return nil
}

var zero = []byte{0}

// wholeDay holds one day of a list against the day's figures: a sale that
// dropped out of an index would otherwise just not be listed.
func wholeDay(t record.Tx, q journal.SaleQuery, day journal.Day) error {
	if day == "" {
		return nil
	}
	totals, err := t.In(record.TotalsBucket)
	if err != nil {
		return err
	}
	prefix := string(day) + "\x00"
	if q.Status != "" {
		prefix += string(q.Status) + "\x00"
	}
	var counted int64
	cursor := totals.Cursor()
	for key, value := cursor.Seek([]byte(prefix)); bytes.HasPrefix(key, []byte(prefix)); key, value = cursor.Next() {
		if _, rest, _ := bytes.Cut(key[len(day)+1:], zero); q.Route != "" {
			if route, _, _ := bytes.Cut(rest, zero); string(route) != string(q.Route) {
				continue
			}
		}
		payload, _, err := totals.Authenticate(key, value)
		if err != nil {
			return err
		}
		count, _, err := index.DecodeTotal(payload)
		if err != nil {
			return err
		}
		counted += count
	}
	terms, err := t.In(record.IndexBucket)
	if err != nil {
		return err
	}
	listed, err := index.CountTerm(terms, termOf(q), day)
	if err != nil {
		return err
	}
	if listed != counted {
		return record.Corrupt("%s lists %d sales, its totals speak of %d", day, listed, counted)
	}
	return nil
}

type figure struct {
	group    journal.Group
	currency string
}

type summed map[figure]*journal.Total

func (s summed) add(status journal.Status, currency string, count, minor int64) {
	key := figure{status.Group(), currency}
	if s[key] == nil {
		s[key] = &journal.Total{Group: key.group, Currency: currency}
	}
	s[key].Count += int(count)
	s[key].Minor += minor
}

func (s summed) sorted() []journal.Total {
	order := journal.Groups()
	var out []journal.Total
	for _, total := range s {
		if total.Count != 0 {
			out = append(out, *total)
		}
	}
	slices.SortFunc(out, func(a, b journal.Total) int {
		if a.Group != b.Group {
			return slices.Index(order, a.Group) - slices.Index(order, b.Group)
		}
		return strings.Compare(a.Currency, b.Currency)
	})
	return out
}
