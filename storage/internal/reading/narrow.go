package reading

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// A list that is narrowed to a cashier, a currency, an hour or a range of
// amounts stands under several terms at once. Their lists are walked together,
// newest first, each jumping to where the others are: a million sales are a few
// milliseconds even when no sale is in all of them.

// narrowed reports whether a query asks for more than days, status and route.
func narrowed(q journal.SaleQuery) bool {
	return q.Cashier != "" || q.Amounts.Currency != "" || q.Hour.Zone != nil
}

func ofCashier(q journal.SaleQuery, name string) bool {
	return q.Cashier == "" || name == q.Cashier || q.Cashier == journal.Nobody && name == ""
}

// list is the packed IDs of some sales.
type list interface {
	// upTo returns the greatest one up to a limit, 0 when there is none. The
	// limit never grows from one call to the next.
	upTo(limit uint64) uint64
}

// narrowSource walks the sales that a narrowed query may select, newest first.
func narrowSource(terms record.Bucket, q journal.SaleQuery, failed *error) index.Source {
	r := index.SpanOf(q)
	low, high := r.Bounds()
	term := func(prefix []byte) list {
		return &termList{cursor: terms.Cursor(), prefix: prefix, low: low, failed: failed}
	}
	all := everyOf{term(termOf(q))}
	if q.Cashier != "" {
		all = append(all, term(index.IndexPrefix(index.ByCashier, strings.TrimPrefix(q.Cashier, journal.Nobody))))
	}
	if q.Amounts.Currency != "" {
		all = append(all, term(index.IndexPrefix(index.ByCurrency, q.Amounts.Currency)))
	}
	if q.Hour.Zone != nil {
		all = append(all, hourList(q.Hour, term))
	}
	if digits, err := money.FractionDigits(q.Amounts.Currency); q.Amounts.Bounded() && err == nil {
		all = append(all, &amountList{terms: terms, amounts: q.Amounts, digits: digits, low: low, failed: failed})
	}
	limit := high - 1
	return func() journal.SaleID {
		for *failed == nil {
			id := all.upTo(limit)
			if id < max(low, 1) {
				return ""
			}
			limit = id - 1
			if name := codec.Unpack(id); string(name) < r.High && string(name) >= r.Low {
				return name
			}
		}
		return ""
	}
}

// termList is the sales of one term. What it cannot read ends it with *failed
// set.
type termList struct {
	cursor *record.Cursor
	prefix []byte
	low    uint64
	ids    []uint64 // of the chunk, ascending
	begun  bool
	failed *error
}

func (l *termList) upTo(limit uint64) uint64 {
	if !l.begun || len(l.ids) > 0 && l.ids[0] > limit {
		if !l.load(limit) {
			l.ids = nil
		}
	}
	at, there := slices.BinarySearch(l.ids, limit)
	if there {
		at++
	}
	if l.ids = l.ids[:at]; at == 0 || l.ids[at-1] < l.low {
		return 0
	}
	return l.ids[at-1]
}

// load reads the chunk in which the limit lies or would lie: mostly the one
// before the last.
func (l *termList) load(limit uint64) bool {
	var key, value []byte
	if l.begun {
		key, value = l.cursor.Prev()
	}
	l.begun = true
	if !index.IsChunk(key, l.prefix) || index.PackedOf(key) > limit {
		key, value = l.cursor.Seek(index.AppendPacked(slices.Clone(l.prefix), limit))
		switch {
		case key == nil:
			key, value = l.cursor.Last()
		case !index.IsChunk(key, l.prefix) || index.PackedOf(key) != limit:
			key, value = l.cursor.Prev()
		}
	}
	if !index.IsChunk(key, l.prefix) {
		return false
	}
	var err error
	if l.ids, err = index.UnpackChunk(l.ids[:0], key, value); err != nil {
		*l.failed = err
		return false
	}
	return true
}

// everyOf is what stands in all of some lists.
type everyOf []list

func (all everyOf) upTo(limit uint64) uint64 {
	for agreed := 0; agreed < len(all); {
		agreed = 0
		for _, l := range all {
			id := l.upTo(limit)
			if id == 0 {
				return 0
			}
			if id < limit {
				limit, agreed = id, 0
			}
			agreed++
		}
	}
	return limit
}

// anyOf is what stands in one of some lists.
type anyOf []list

func (all anyOf) upTo(limit uint64) (id uint64) {
	for _, l := range all {
		id = max(id, l.upTo(limit))
	}
	return id
}

// hourList is the sales of the quarters that lie in an hour of a zone's clock, in
// summer or in winter: the record says which it was.
func hourList(h journal.ClockHour, term func(prefix []byte) list) list {
	offsets := map[int]bool{}
	const month, years = 30 * 24 * 3600, 130 // since 1970
	for at := int64(0); at < years*12*month; at += month {
		_, offset := time.Unix(at, 0).In(h.Zone).Zone()
		offsets[offset] = true
	}
	var all anyOf
	for q := journal.Quarter(0); q < index.QuartersOfDay; q++ {
		for offset := range offsets {
			if q.Hour(time.FixedZone("", offset)) == h.Hour {
				all = append(all, term(index.IndexPrefix(index.ByQuarter, index.QuarterTerm(q))))
				break
			}
		}
	}
	return all
}

// Probes is how many sales are looked at before the amounts of all are: most
// ranges fill a page with what came last.
const Probes = 512

// amountList is the sales whose amounts lie in a range. The first limits pass as
// they are, to be compared with the records.
type amountList struct {
	terms   record.Bucket
	amounts journal.Amounts
	digits  int
	low     uint64
	probed  int
	ids     []uint64 // ascending, once they were gathered
	failed  *error
}

func (l *amountList) upTo(limit uint64) uint64 {
	if l.probed < Probes {
		l.probed++
		return limit
	}
	if l.probed == Probes {
		l.probed++
		l.gather(limit)
	}
	at, there := slices.BinarySearch(l.ids, limit)
	if there {
		at++
	}
	if l.ids = l.ids[:at]; at == 0 {
		return 0
	}
	return l.ids[at-1]
}

// gather lists the sales up to a limit of every amount in the range, in
// whatever currency: another list says which.
func (l *amountList) gather(limit uint64) {
	c := l.terms.Cursor()
	var word []byte
	within := false
	for key, value := c.Seek([]byte{index.ByAmount}); len(key) > index.PackedSize+1 && key[0] == index.ByAmount; key, value = c.Next() {
		if its := key[1 : len(key)-index.PackedSize-1]; word == nil || !bytes.Equal(its, word) {
			word = append(word[:0], its...)
			minor, ok := index.Decimal(word).Minor(l.digits)
			within = ok && l.amounts.Has(minor, l.amounts.Currency)
		}
		if !within || index.PackedOf(key) > limit {
			continue
		}
		before := len(l.ids)
		if l.ids, *l.failed = index.UnpackChunk(l.ids, key, value); *l.failed != nil {
			l.ids = nil
			return
		}
		if l.ids[before] < l.low || l.ids[len(l.ids)-1] > limit {
			kept := slices.DeleteFunc(l.ids[before:], func(id uint64) bool { return id < l.low || id > limit })
			l.ids = l.ids[:before+len(kept)]
		}
	}
	slices.Sort(l.ids)
}

// termOf returns the prefix of the term that all sales of a query's status and
// route stand under.
func termOf(q journal.SaleQuery) []byte {
	switch {
	case q.Status != "" && q.Route != "":
		return index.IndexPrefix(index.ByBoth, index.BothTerm(q.Status, q.Route))
	case q.Status != "":
		return index.IndexPrefix(index.ByStatus, string(q.Status))
	case q.Route != "":
		return index.IndexPrefix(index.ByRoute, string(q.Route))
	}
	return index.IndexPrefix(index.ByTime, "")
}
