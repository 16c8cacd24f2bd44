package index

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

// Source yields SaleIDs from the newest to the oldest, blank at the end.
type Source func() journal.SaleID

// Span is a range of SaleIDs: from low on, below high.
type Span struct{ Low, High string }

// SpanOf returns the range that a query's days and page leave.
func SpanOf(q journal.SaleQuery) Span {
	r := Span{Low: string(q.From), High: "\xff"}
	if q.To != "" {
		r.High = string(q.To) + "." // after every number of that day
	}
	if q.Before != "" {
		r.High = min(r.High, string(q.Before))
	}
	return r
}

func (r Span) within(other Span) Span {
	return Span{Low: max(r.Low, other.Low), High: min(r.High, other.High)}
}

// Backwards walks keys from below high down to low; nil at the end. The keys
// belong to the transaction.
func Backwards(c *record.Cursor, low, high []byte) func() []byte {
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

// HistorySource walks all sales of a range.
func HistorySource(sales record.Bucket, r Span) Source {
	walk := Backwards(sales.Cursor(), []byte(r.Low), []byte(r.High))
	return func() journal.SaleID { return journal.SaleID(walk()) }
}

// NameSource gathers the sales of which some name begins with text; false when
// there are too many to gather.
func NameSource(terms record.Bucket, text string, r Span, failed *error) (Source, bool) {
	prefix := bytes.TrimSuffix(IndexPrefix(ByName, text), []byte{0})
	low, high := r.Bounds()
	var found []uint64
	cursor := terms.Cursor()
	for key, value := cursor.Seek(prefix); bytes.HasPrefix(key, prefix); key, value = cursor.Next() {
		before := len(found)
		if found, *failed = UnpackChunk(found, key, value); *failed != nil {
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
			if found = found[:len(found)-1]; string(id) >= r.Low && string(id) < r.High {
				return id
			}
		}
		return ""
	}, true
}

// PaperSource walks the sales whose paper name begins with text or begins
// text, by the SaleIDs that such a name can stand for.
func PaperSource(sales record.Bucket, text string, r Span) (Source, bool) {
	rest, ok := strings.CutPrefix(text, paperPrefix)
	if !ok {
		return nil, false
	}
	day, _, whole := strings.Cut(rest, "-")
	if len(day) > 6 || whole && len(day) < 6 || day != "" && !digits(day) {
		return nil, false
	}
	walk := HistorySource(sales, r.within(Span{Low: "20" + day, High: "20" + day + "\xff"}))
	return func() journal.SaleID {
		for {
			id := walk()
			paper := Fold(id.Paper())
			if id == "" || strings.HasPrefix(paper, text) || strings.HasPrefix(text, paper) {
				return id
			}
		}
	}, true
}

// Merged joins sources into one without doubles.
func Merged(sources ...Source) Source {
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
