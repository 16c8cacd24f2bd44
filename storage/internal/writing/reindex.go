package writing

import (
	"maps"
	"math"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// derived is all that follows from the sales, each part kept in the transaction
// of the sale that it follows from: a part takes the step from what a sale was,
// nil for a new one, to what it is. What a part puts costs its bytes in the
// journal, not pages of its own. Verify recounts every part.
var derived = []func(w *Writer, old *journal.Sale, sale journal.Sale) error{
	(*Writer).reindex,
	(*Writer).reopen,
	(*Writer).total,
	(*Writer).figures,
}

// derive brings all that follows from a sale to its new state.
func (w *Writer) derive(old *journal.Sale, sale journal.Sale) error {
	for _, step := range derived {
		if err := step(w, old, sale); err != nil {
			return err
		}
	}
	return nil
}

// reindex moves a sale's entries in every index.
func (w *Writer) reindex(old *journal.Sale, sale journal.Sale) error {
	terms, err := w.In(record.IndexBucket)
	if err != nil {
		return err
	}
	id, ok := codec.Pack(sale.ID)
	if !ok {
		return record.Refused("sale ID %q", sale.ID)
	}
	p, fresh := index.Postings{Bucket: terms}, index.Entries(&sale)
	if old != nil {
		for prefix := range index.Entries(old) {
			if _, stays := fresh[prefix]; stays {
				delete(fresh, prefix)
				continue
			}
			if err := p.Remove([]byte(prefix), id); err != nil {
				return err
			}
			w.entry(prefix, id, -1)
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(fresh)) { // the same file from the same sales
		if err := p.Add([]byte(prefix), id); err != nil {
			return err
		}
		w.entry(prefix, id, 1)
	}
	return nil
}

// entry counts an index entry that came or went.
func (w *Writer) entry(prefix string, id uint64, sign int64) {
	w.Head.Entries += uint64(sign)
	if w.noting {
		w.Moved = append(w.Moved, Move{Name: record.IndexBucket, Key: index.AppendPacked([]byte(prefix), id), Entry: sign})
	}
}

// reopen keeps the list of the sales that a restart brings back.
func (w *Writer) reopen(old *journal.Sale, sale journal.Sale) error {
	was := old != nil && old.Open()
	open, err := w.In(record.OpenBucket)
	if err != nil || was == sale.Open() {
		return err
	}
	if was {
		w.Head.Open--
		return open.Delete([]byte(sale.ID))
	}
	w.Head.Open++
	return open.Put([]byte(sale.ID), nil)
}

// total moves a sale from one figure of the day to another.
func (w *Writer) total(old *journal.Sale, sale journal.Sale) error {
	key := index.TotalKey(&sale)
	was, is := "", index.BothTerm(sale.Status(), sale.Route)
	if old != nil {
		was = index.BothTerm(old.Status(), old.Route)
	}
	w.Head.Recount(was, is)
	if old != nil {
		oldKey := index.TotalKey(old)
		if string(oldKey) == string(key) && old.Amount.Minor == sale.Amount.Minor {
			return nil
		}
		if err := w.addTotal(oldKey, -1, old.Amount.Minor); err != nil {
			return err
		}
	}
	return w.addTotal(key, 1, sale.Amount.Minor)
}

func (w *Writer) addTotal(key []byte, sign int64, minor int64) error {
	b, err := w.In(record.TotalsBucket)
	if err != nil {
		return err
	}
	payload, oldMAC, err := b.Read(key)
	if err != nil {
		return err
	}
	count, sum, err := index.DecodeTotal(payload)
	if err != nil {
		return err
	}
	count += sign
	if sign < 0 {
		sum -= minor // a part of the sum: no overflow
	} else if sum > 0 && minor > math.MaxInt64-sum || sum < 0 && minor < math.MinInt64-sum {
		return record.Refused("the day's total exceeds what can be counted")
	} else {
		sum += minor
	}
	switch {
	case count < 0 || count == 0 && sum != 0:
		return record.Corrupt("total %q does not add up", key)
	case count == 0:
		w.replaced(&w.Head.Totals, Move{Name: record.TotalsBucket, Key: key, HadOld: payload != nil, Old: oldMAC})
		return b.Delete(key)
	}
	mac, err := b.Write(key, index.EncodeTotal(count, sum))
	w.replaced(&w.Head.Totals, Move{Name: record.TotalsBucket, Key: key, HadOld: payload != nil, Old: oldMAC, HasNew: true, Fresh: mac})
	return err
}
