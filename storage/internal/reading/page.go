package reading

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// Sales implements journal.Store.
func (s *Reader) Sales(ctx context.Context, q journal.SaleQuery) (page journal.SalePage, err error) {
	limit := q.Limit
	if limit <= 0 {
		limit = pageSize
	}
	err = s.view(ctx, func(t record.Tx) error {
		free := func() *journal.Sale {
			if n := len(page.Sales); n == cap(page.Sales) { // a search finds one or a page
				more := 4
				if n > 0 {
					more = max(min(limit+1, 2*pageSize)-n, n/2)
				}
				page.Sales = slices.Grow(page.Sales, more)
			}
			return &page.Sales[:len(page.Sales)+1][len(page.Sales)]
		}
		err := eachSale(ctx, t, q, free, func(*journal.Sale) bool {
			if len(page.Sales) == limit {
				page.More = true
				return false
			}
			page.Sales = page.Sales[:len(page.Sales)+1] // where it was read to
			return true
		})
		if err != nil || partial(q) {
			return err
		}
		if few, err := wholeTerm(t, q); few || err != nil {
			return errors.Join(err, wholeSpan(t, q, page))
		}
		if page.More || q.Before != "" {
			return wholeDays(t, q, page.Sales)
		}
		return wholeList(ctx, t, q, len(page.Sales))
	})
	if err != nil {
		return journal.SalePage{}, err
	}
	return page, nil
}

// partial reports whether a query selects by what no figure counts, so that
// nothing can be held against its answer: a search, what is owed back or was returned,
// days of booking, and what narrows a list further.
func partial(q journal.SaleQuery) bool {
	return q.Owed || q.Returned || ofBooking(q) || narrowed(q) || index.ReadSearch(q.Search).Text != ""
}

// fewSales is how many sales of a status and route are counted for every page.
const fewSales = 4096

// wholeTerm holds all sales of a rare status or route against the manifest, which
// costs less than a look at each day on which one lies. few reports whether it
// did.
func wholeTerm(t record.Tx, q journal.SaleQuery) (few bool, err error) {
	h, err := t.Manifest()
	if err != nil {
		return false, err
	}
	want := h.CountSales(q.Status, q.Route)
	if want > fewSales {
		return false, nil
	}
	terms, err := t.In(record.IndexBucket)
	if err != nil {
		return true, err
	}
	listed, err := index.CountBetween(terms, termOf(q), 0, index.LastPacked)
	if err == nil && uint64(listed) != want {
		err = record.Corrupt("%d sales are listed where %d are", listed, want)
	}
	return true, err
}

// wholeSpan counts the sales of a page again, the other way along the index: a
// damaged one may look whole from one end and empty from the other.
func wholeSpan(t record.Tx, q journal.SaleQuery, page journal.SalePage) error {
	terms, err := t.In(record.IndexBucket)
	if err != nil {
		return err
	}
	low, high := index.SpanOf(q).Bounds()
	if page.More {
		oldest := page.Sales[len(page.Sales)-1].ID
		packed, ok := codec.Pack(oldest)
		if !ok {
			return record.Corrupt("sale %q", oldest)
		}
		low = packed
	}
	there, err := index.CountBetween(terms, termOf(q), low, max(low, high))
	if err == nil && there != int64(len(page.Sales)) {
		err = record.Corrupt("a page of %d sales where %d are", len(page.Sales), there)
	}
	return err
}

// wholeList checks the length of a list that one page holds in full.
func wholeList(ctx context.Context, t record.Tx, q journal.SaleQuery, listed int) error {
	var want uint64
	if q.From == "" && q.To == "" {
		h, err := t.Manifest()
		if err != nil {
			return err
		}
		want = h.CountSales(q.Status, q.Route)
	} else {
		sum := summed{}
		if _, err := sumDays(ctx, t, q, sum, false); err != nil {
			return err
		}
		for _, total := range sum {
			want += uint64(total.Count)
		}
	}
	if uint64(listed) != want {
		return record.Corrupt("a list of %d sales where %d are", listed, want)
	}
	return nil
}

// wholeDays checks the days that a page without a search touches.
func wholeDays(t record.Tx, q journal.SaleQuery, sales []journal.Sale) error {
	var last journal.Day
	for _, sale := range sales {
		if day := sale.ID.Day(); day != last {
			last = day
			if err := wholeDay(t, q, day); err != nil {
				return err
			}
		}
	}
	return EveryDay(t, q, sales)
}

// EveryDay makes sure that a page leaves no day out: each one between its ends
// of which the totals speak is listed. A day that dropped out whole would
// otherwise not be missed.
func EveryDay(t record.Tx, q journal.SaleQuery, sales []journal.Sale) error {
	if len(sales) == 0 {
		return nil
	}
	totals, err := t.In(record.TotalsBucket)
	if err != nil {
		return err
	}
	oldest, next := sales[len(sales)-1].ID.Day(), 0
	walk := index.Backwards(totals.Cursor(), []byte(oldest), []byte(index.SpanOf(q).High))
	for key := walk(); key != nil; key = walk() {
		parts := bytes.SplitN(key, zero, 4)
		if len(parts) != 4 {
			return record.Corrupt("total %q", key)
		}
		day := journal.Day(parts[0])
		if day == q.Before.Day() || q.Status != "" && string(parts[1]) != string(q.Status) ||
			q.Route != "" && string(parts[2]) != string(q.Route) {
			continue
		}
		for next < len(sales) && sales[next].ID.Day() > day {
			next++
		}
		if next == len(sales) || sales[next].ID.Day() != day {
			return record.Corrupt("%s has sales and lists none", day)
		}
	}
	return nil
}

// each gives every sale that q selects to visit, newest first, until visit
// returns false. A sale is read to where free says, and is visit's to keep.
func eachSale(ctx context.Context, t record.Tx, q journal.SaleQuery, free func() *journal.Sale, visit func(*journal.Sale) bool) error {
	search := index.ReadSearch(q.Search)
	var failed error
	next, strict, err := planOf(t, q, search, &failed)
	if err != nil {
		return err
	}
	sales, err := t.In(record.SalesBucket)
	if err != nil {
		return err
	}
	reader := saleReader{sales: sales, cursor: sales.Cursor()}
	var last journal.SaleID
	for n := 1; ; n++ {
		id := next()
		if id == "" {
			return failed
		}
		if last != "" && id >= last {
			return record.Corrupt("%q follows %q", id, last)
		}
		last = id
		if n%CheckEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		sale := free()
		if err := reader.read(id, sale); err != nil {
			return err
		}
		if !Filtered(q, sale) {
			if strict {
				return record.Corrupt("sale %s stands in a wrong index", id)
			}
			continue
		}
		if search.Matches(sale) && !visit(sale) {
			return nil
		}
	}
}

// saleReader reads sales one after the other, mostly each the one before the
// last: then a step of the cursor finds it.
type saleReader struct {
	sales  record.Bucket
	cursor *record.Cursor
	begun  bool
	misses int // steps that found another sale
}

// read reads a sale that must be there.
func (r *saleReader) read(id journal.SaleID, into *journal.Sale) error {
	var key, value []byte
	if r.begun && r.misses < 4 {
		if key, value = r.cursor.Prev(); string(key) != string(id) {
			r.misses++
		}
	}
	if string(key) != string(id) {
		key, value = r.cursor.Seek([]byte(id))
	}
	if string(key) != string(id) {
		return record.Corrupt("sale %q is in an index only", id)
	}
	r.begun = true
	payload, _, err := r.sales.Authenticate(key, value)
	if err == nil {
		_, err = record.DecodeSale(id, payload, into)
	}
	return err
}

// Filtered reports whether a sale passes a query's filters. Its own day is part of
// its name.
func Filtered(q journal.SaleQuery, sale *journal.Sale) bool {
	if ofBooking(q) {
		if day := sale.BookingDay(); q.From != "" && day < q.From || q.To != "" && day > q.To {
			return false
		}
	}
	owes := !q.Owed && !q.Returned || !sale.OwedSince.IsZero() && (!q.Owed || sale.Owed()) && (!q.Returned || sale.Returned())
	return owes && (q.Status == "" || sale.Status() == q.Status) && (q.Route == "" || sale.Route == q.Route) &&
		(!narrowed(q) || ofCashier(q, sale.Cashier) && q.Amounts.Has(sale.Amount.Minor, sale.Amount.Currency) && q.Hour.Has(journal.QuarterOf(sale.BookedAt())))
}

// planOf chooses what to walk. It is strict when every sale on the way must pass
// the query's status and route. What cannot be read on the way ends the walk
// with *failed set.
func planOf(t record.Tx, q journal.SaleQuery, search index.Searched, failed *error) (next index.Source, strict bool, err error) {
	if ofBooking(q) {
		return bookedPlan(t, q, search, failed)
	}
	sales, err := t.In(record.SalesBucket)
	if err != nil {
		return nil, false, err
	}
	terms, err := t.In(record.IndexBucket)
	if err != nil {
		return nil, false, err
	}
	r := index.SpanOf(q)
	if q.Owed || q.Returned { // few at any time, and both stand in one list
		return index.TermSource(terms, index.IndexPrefix(index.ByOwed, ""), r, failed), false, nil
	}
	if search.Text != "" {
		next, ok := searchSource(sales, terms, search, r, failed)
		if *failed != nil {
			return nil, false, *failed
		}
		if ok {
			paid, err := paperOf(t, search, r)
			if err != nil {
				return nil, false, err
			}
			return index.Merged(append(paid, next)...), false, nil
		}
	}
	if narrowed(q) {
		return narrowSource(terms, q, failed), false, nil
	}
	return index.TermSource(terms, termOf(q), r, failed), true, nil
}

// ofBooking reports whether a query's days are days of booking.
func ofBooking(q journal.SaleQuery) bool { return q.Booked && (q.From != "" || q.To != "") }

// bookedPlan walks the sales of a query's days, and with them those of other days that
// are booked there. What is found in another way is walked whatever its day.
func bookedPlan(t record.Tx, q journal.SaleQuery, search index.Searched, failed *error) (index.Source, bool, error) {
	own := q
	if own.Booked = false; q.Owed || q.Returned || search.Text != "" {
		own.From, own.To = "", ""
		next, _, err := planOf(t, own, search, failed)
		return next, false, err
	}
	next, _, err := planOf(t, own, search, failed)
	if err != nil {
		return nil, false, err
	}
	terms, err := t.In(record.IndexBucket)
	if err != nil {
		return nil, false, err
	}
	here, err := index.BookedSource(terms, q)
	return index.Merged(next, here), false, err
}

// paperOf are the sales of the receipt and of the cash receipt that a search
// names, if there are such in the range: they are found by the receipts
// themselves, which name their sales.
func paperOf(t record.Tx, search index.Searched, r index.Span) (found []index.Source, err error) {
	add := func(id journal.SaleID, missing error) {
		switch {
		case errors.Is(missing, journal.ErrNotFound):
		case missing != nil:
			err = missing
		case string(id) >= r.Low && string(id) < r.High:
			found = append(found, func() journal.SaleID {
				defer func() { id = "" }()
				return id
			})
		}
	}
	if search.Receipt > 0 {
		receipt, missing := readReceipt(t, search.Receipt)
		add(receipt.SaleID, missing)
	}
	if search.Cash > 0 {
		receipt, missing := ReadCashReceipt(t, search.Cash)
		add(receipt.SaleID, missing)
	}
	return found, err
}

// searchSource joins every index in which a match can stand; false when the
// matches are so many that walking the history finds a page sooner.
func searchSource(sales, terms record.Bucket, search index.Searched, r index.Span, failed *error) (index.Source, bool) {
	byName, ok := index.NameSource(terms, search.Text, r, failed)
	if !ok || *failed != nil {
		return nil, false
	}
	term := func(kind byte, word string) index.Source {
		return index.TermSource(terms, index.IndexPrefix(kind, word), r, failed)
	}
	sources := []index.Source{byName}
	if paper, ok := index.PaperSource(sales, search.Text, r); ok {
		sources = append(sources, paper)
	}
	if search.Number > 0 {
		sources = append(sources, term(index.ByNumber, index.NumberTerm(search.Number)))
	}
	if search.End != "" {
		sources = append(sources, term(index.ByTail, index.IndexedEnd(search.End)))
	}
	if search.HasAmount {
		sources = append(sources, term(index.ByAmount, string(search.Amount)))
	}
	return index.Merged(sources...), true
}
