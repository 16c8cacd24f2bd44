package storage

import (
	"bytes"
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/record"
)

// maxNames bounds how many names of one beginning are gathered before walking
// the history itself is the shorter way.
const maxNames = 4096

// source yields SaleIDs from the newest to the oldest, blank at the end.
type source func() journal.SaleID

// span is a range of SaleIDs: from low on, below high.
type span struct{ low, high string }

// spanOf returns the range that a query's days and page leave.
func spanOf(q journal.SaleQuery) span {
	r := span{low: string(q.From), high: "\xff"}
	if q.To != "" {
		r.high = string(q.To) + "." // after every number of that day
	}
	if q.Before != "" {
		r.high = min(r.high, string(q.Before))
	}
	return r
}

func (r span) within(other span) span {
	return span{low: max(r.low, other.low), high: min(r.high, other.high)}
}

// backwards walks keys from below high down to low; nil at the end. The keys
// belong to the transaction.
func backwards(c *record.Cursor, low, high []byte) func() []byte {
	started := false
	return func() []byte {
		var key []byte
		switch {
		case started:
			key, _ = c.Prev()
		default:
			started = true
			if key, _ = c.Seek(high); key == nil {
				key, _ = c.Last()
			} else {
				key, _ = c.Prev()
			}
		}
		if key == nil || bytes.Compare(key, low) < 0 {
			return nil
		}
		return key
	}
}

// historySource walks all sales of a range.
func historySource(sales record.Bucket, r span) source {
	walk := backwards(sales.Cursor(), []byte(r.low), []byte(r.high))
	return func() journal.SaleID { return journal.SaleID(walk()) }
}

// nameSource gathers the sales of which some name begins with text; false when
// there are too many to gather.
func nameSource(terms record.Bucket, text string, r span, failed *error) (source, bool) {
	prefix := bytes.TrimSuffix(indexPrefix(byName, text), []byte{0})
	low, high := r.bounds()
	var found []uint64
	cursor := terms.Cursor()
	for key, value := cursor.Seek(prefix); bytes.HasPrefix(key, prefix); key, value = cursor.Next() {
		before := len(found)
		if found, *failed = unpackChunk(found, key, value); *failed != nil {
			return nil, true
		}
		kept := slices.DeleteFunc(found[before:], func(id uint64) bool { return id < low || id >= high })
		if found = found[:before+len(kept)]; len(found) > maxNames {
			return nil, false
		}
	}
	slices.Sort(found)
	return func() journal.SaleID {
		for len(found) > 0 {
			id := codec.Unpack(found[len(found)-1])
			if found = found[:len(found)-1]; string(id) >= r.low && string(id) < r.high {
				return id
			}
		}
		return ""
	}, true
}

// paperSource walks the sales whose paper name begins with text or begins
// text, by the SaleIDs that such a name can stand for.
func paperSource(sales record.Bucket, text string, r span) (source, bool) {
	rest, ok := strings.CutPrefix(text, paperPrefix)
	if !ok {
		return nil, false
	}
	day, _, whole := strings.Cut(rest, "-")
	if len(day) > 6 || whole && len(day) < 6 || day != "" && !digits(day) {
		return nil, false
	}
	walk := historySource(sales, r.within(span{low: "20" + day, high: "20" + day + "\xff"}))
	return func() journal.SaleID {
		for {
			id := walk()
			paper := fold(id.Paper())
			if id == "" || strings.HasPrefix(paper, text) || strings.HasPrefix(text, paper) {
				return id
			}
		}
	}, true
}

// merged joins sources into one without doubles.
func merged(sources ...source) source {
	if len(sources) == 1 {
		return sources[0]
	}
	heads := make([]journal.SaleID, len(sources))
	for i := range sources {
		heads[i] = sources[i]()
	}
	return func() journal.SaleID {
		newest := slices.Max(heads)
		if newest == "" {
			return ""
		}
		for i := range heads {
			for heads[i] == newest {
				heads[i] = sources[i]()
			}
		}
		return newest
	}
}
