package storage

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/storage/codec"
)

// A term's prefix is a kind, a word and a zero: all sales of one term lie
// together in the order of time.
const (
	byTime   = 'd' // every sale; the word is blank
	byStatus = 's'
	byRoute  = 'r'
	byBoth   = 'b'
	byAmount = 'a'
	byNumber = 'n'
	byTail   = 't'
	byName   = 'p'
)

// paperPrefix starts every paper name, folded.
const paperPrefix = "till-"

func indexPrefix(kind byte, term string) []byte {
	if len(term) > maxTerm {
		term = term[:maxTerm]
	}
	return append(append([]byte{kind}, strings.ReplaceAll(term, "\x00", " ")...), 0)
}

func bothTerm(status till.Status, route core.Route) string {
	return string(status) + "/" + string(route)
}

// entries lists the prefixes of the terms under which a sale stands. Names that
// follow from the SaleID are not indexed: they are found by the SaleID itself.
func entries(sale *till.Sale) map[string]struct{} {
	out := make(map[string]struct{}, 12)
	add := func(kind byte, term string) { out[string(indexPrefix(kind, term))] = struct{}{} }
	status := sale.Status()
	add(byTime, "")
	add(byStatus, string(status))
	add(byRoute, string(sale.Route))
	add(byBoth, bothTerm(status, sale.Route))
	add(byNumber, numberTerm(sale.ID.Number()))
	if amount, ok := saleAmount(sale.Amount); ok {
		add(byAmount, string(amount))
	}
	for end := indexedEnd(tail(sale.Session.MaskedAccount)); end != ""; {
		add(byTail, end)
		_, size := utf8.DecodeRuneInString(end)
		end = end[size:]
	}
	paper := fold(sale.ID.Paper())
	derived := strings.HasPrefix(string(sale.ID), "20")
	for _, name := range names(sale) {
		if name != "" && !(derived && strings.HasPrefix(name, paper)) {
			add(byName, name)
		}
	}
	return out
}

// indexedEnd bounds how much of an account's end is indexed; the record is
// compared with the rest.
func indexedEnd(end string) string {
	for utf8.RuneCountInString(end) > 12 {
		_, size := utf8.DecodeRuneInString(end)
		end = end[size:]
	}
	return end
}

// reindex moves a sale's entries in every index and its share of the totals.
func (w *writer) reindex(old *till.Sale, sale till.Sale) error {
	index, err := w.in(indexBucket)
	if err != nil {
		return err
	}
	id, ok := codec.Pack(sale.ID)
	if !ok {
		return refused("sale ID %q", sale.ID)
	}
	p, fresh := postings{bucket: index}, entries(&sale)
	if old != nil {
		for prefix := range entries(old) {
			if _, stays := fresh[prefix]; stays {
				delete(fresh, prefix)
				continue
			}
			if err := p.remove([]byte(prefix), id); err != nil {
				return err
			}
			w.entry(prefix, id, -1)
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(fresh)) { // the same file from the same sales
		if err := p.add([]byte(prefix), id); err != nil {
			return err
		}
		w.entry(prefix, id, 1)
	}
	if err := w.openIndex(old != nil && old.Open(), sale); err != nil {
		return err
	}
	return w.total(old, sale)
}

// entry counts an index entry that came or went.
func (w *writer) entry(prefix string, id uint64, sign int64) {
	w.head.Entries += uint64(sign)
	if w.noting {
		w.moved = append(w.moved, move{name: indexBucket, key: appendPacked([]byte(prefix), id), entry: sign})
	}
}

func (w *writer) openIndex(was bool, sale till.Sale) error {
	open, err := w.in(openBucket)
	if err != nil || was == sale.Open() {
		return err
	}
	if was {
		w.head.Open--
		return open.Delete([]byte(sale.ID))
	}
	w.head.Open++
	return open.Put([]byte(sale.ID), nil)
}

// total moves a sale from one figure of the day to another.
func (w *writer) total(old *till.Sale, sale till.Sale) error {
	key := totalKey(&sale)
	was, is := "", bothTerm(sale.Status(), sale.Route)
	if old != nil {
		was = bothTerm(old.Status(), old.Route)
	}
	w.head.recount(was, is)
	if old != nil {
		oldKey := totalKey(old)
		if string(oldKey) == string(key) && old.Amount.Minor == sale.Amount.Minor {
			return nil
		}
		if err := w.addTotal(oldKey, -1, old.Amount.Minor); err != nil {
			return err
		}
	}
	return w.addTotal(key, 1, sale.Amount.Minor)
}

func (w *writer) addTotal(key []byte, sign int64, minor int64) error {
	b, err := w.in(totalsBucket)
	if err != nil {
		return err
	}
	payload, oldMAC, err := b.get(key)
	if err != nil {
		return err
	}
	count, sum, err := decodeTotal(payload)
	if err != nil {
		return err
	}
	count += sign
	if sign < 0 {
		sum -= minor // a part of the sum: no overflow
	} else if sum > 0 && minor > math.MaxInt64-sum || sum < 0 && minor < math.MinInt64-sum {
		return refused("the day's total exceeds what can be counted")
	} else {
		sum += minor
	}
	switch {
	case count < 0 || count == 0 && sum != 0:
		return corrupt("total %q does not add up", key)
	case count == 0:
		w.replaced(&w.head.Totals, move{name: totalsBucket, key: key, hadOld: payload != nil, old: oldMAC})
		return b.Delete(key)
	}
	mac, err := b.put(key, encodeTotal(count, sum))
	w.replaced(&w.head.Totals, move{name: totalsBucket, key: key, hadOld: payload != nil, old: oldMAC, hasNew: true, fresh: mac})
	return err
}

// totalKey names a figure: day, status, route, currency.
func totalKey(sale *till.Sale) []byte {
	return []byte(strings.Join([]string{string(sale.ID.Day()), string(sale.Status()), string(sale.Route),
		sale.Amount.Currency}, "\x00"))
}

func encodeTotal(count, sum int64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(count)), uint64(sum))
}

func decodeTotal(payload []byte) (count, sum int64, err error) {
	if payload == nil {
		return 0, 0, nil
	}
	if len(payload) != 16 {
		return 0, 0, corrupt("total of %d bytes", len(payload))
	}
	return int64(binary.BigEndian.Uint64(payload)), int64(binary.BigEndian.Uint64(payload[8:])), nil
}

func numberTerm(number int) string { return strconv.Itoa(number) }
