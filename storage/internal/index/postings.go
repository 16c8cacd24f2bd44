package index

import (
	"bytes"
	"encoding/binary"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/record"
)

// The index bucket holds, for each term, the sales that it stands for. They
// lie in chunks: the key is the term's prefix and the first sale's packed ID,
// the value the distances from each sale to the next. A term of one sale costs
// little more than its name, one of a million a byte or two for each.

// PackedSize is the length of a packed ID in a key.
const PackedSize = 6

// MaxChunk is how many sales one chunk holds: enough for two pages of a list,
// few enough that a commit rewrites some hundred bytes.
const MaxChunk = 128

// LastPacked is beyond the packed ID of every sale.
const LastPacked = 1<<(8*PackedSize) - 1

func AppendPacked(key []byte, packed uint64) []byte {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], packed)
	return append(key, b[8-PackedSize:]...)
}

func PackedOf(key []byte) uint64 {
	var b [8]byte
	copy(b[8-PackedSize:], key[len(key)-PackedSize:])
	return binary.BigEndian.Uint64(b[:])
}

// IsChunk reports whether a key is a chunk of the term with this prefix.
func IsChunk(key, prefix []byte) bool {
	return len(key) == len(prefix)+PackedSize && bytes.HasPrefix(key, prefix)
}

// UnpackChunk appends a chunk's packed IDs, in the order of time.
func UnpackChunk(to []uint64, key, value []byte) ([]uint64, error) {
	if len(key) < PackedSize {
		return nil, record.Corrupt("index entry %q", key)
	}
	id := PackedOf(key)
	to = append(to, id)
	for len(value) > 0 {
		step, n := binary.Uvarint(value)
		if n <= 0 || step == 0 || step > LastPacked-id {
			return nil, record.Corrupt("index entry %q", key)
		}
		id, value = id+step, value[n:]
		to = append(to, id)
	}
	return to, nil
}

func PackChunk(ids []uint64) []byte {
	var value []byte
	for i := 1; i < len(ids); i++ {
		value = binary.AppendUvarint(value, ids[i]-ids[i-1])
	}
	return value
}

// Postings is the index inside a writing transaction.
type Postings struct {
	record.Bucket
	ids []uint64
}

// find returns the chunk in which an ID stands or would stand: the one that
// begins at or before it, else the term's first one behind it; nil without.
func findChunk(c *record.Cursor, prefix []byte, id uint64) (key, value []byte) {
	key, value = c.Seek(AppendPacked(slices.Clone(prefix), id))
	if IsChunk(key, prefix) && PackedOf(key) == id {
		return key, value
	}
	next, nextValue := slices.Clone(key), slices.Clone(value)
	if key == nil {
		key, value = c.Last()
	} else {
		key, value = c.Prev()
	}
	if IsChunk(key, prefix) {
		return key, value
	}
	if IsChunk(next, prefix) {
		return next, nextValue
	}
	return nil, nil
}

// Add enters a sale under a term; nothing happens when it is there.
func (p *Postings) Add(prefix []byte, id uint64) error {
	key, value := findChunk(p.Cursor(), prefix, id)
	if key == nil {
		return p.Put(AppendPacked(slices.Clone(prefix), id), nil)
	}
	ids, err := UnpackChunk(p.ids[:0], key, value)
	if err != nil {
		return err
	}
	at, there := slices.BinarySearch(ids, id)
	if there {
		return nil
	}
	ids = slices.Insert(ids, at, id)
	p.ids = ids
	switch {
	case len(ids) <= MaxChunk:
		return p.replace(key, prefix, ids)
	case at == len(ids)-1: // a sale that came later: the full chunk stays as it is
		return p.Put(AppendPacked(slices.Clone(prefix), id), nil)
	}
	half := len(ids) / 2
	if err := p.replace(key, prefix, ids[:half]); err != nil {
		return err
	}
	return p.replace(nil, prefix, ids[half:])
}

// Remove takes a sale out; nothing happens when it is not there.
func (p *Postings) Remove(prefix []byte, id uint64) error {
	key, value := findChunk(p.Cursor(), prefix, id)
	if key == nil {
		return nil
	}
	ids, err := UnpackChunk(p.ids[:0], key, value)
	if err != nil {
		return err
	}
	p.ids = ids
	at, there := slices.BinarySearch(ids, id)
	if !there {
		return nil
	}
	return p.replace(key, prefix, slices.Delete(ids, at, at+1))
}

// replace writes a chunk in the place of the one under key, nil for none.
func (p *Postings) replace(key, prefix []byte, ids []uint64) error {
	if key != nil && (len(ids) == 0 || PackedOf(key) != ids[0]) {
		if err := p.Delete(slices.Clone(key)); err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return p.Put(AppendPacked(slices.Clone(prefix), ids[0]), PackChunk(ids))
}

// Listed reports whether a sale stands under a term. It copies nothing: a proof of the
// whole file asks it for each entry.
func Listed(terms record.Bucket, prefix []byte, id uint64) (bool, error) {
	c := terms.Cursor()
	at := AppendPacked(append(make([]byte, 0, len(prefix)+PackedSize), prefix...), id)
	key, _ := c.Seek(at)
	if bytes.Equal(key, at) {
		return true, nil // a chunk begins with it
	}
	var value []byte
	if key == nil {
		key, value = c.Last()
	} else {
		key, value = c.Prev()
	}
	if !IsChunk(key, prefix) {
		return false, nil
	}
	for stands := PackedOf(key); len(value) > 0; {
		step, n := binary.Uvarint(value)
		if n <= 0 || step == 0 || step > LastPacked-stands {
			return false, record.Corrupt("index entry %q", key)
		}
		if stands, value = stands+step, value[n:]; stands == id {
			return true, nil
		}
	}
	return false, nil
}

// Bounds are the packed IDs from which and below which a span lies. They may
// be wider than the span where its ends are no days or IDs.
func (r Span) Bounds() (low, high uint64) {
	high = LastPacked
	if id, ok := codec.Pack(journal.SaleID(r.Low)); ok {
		low = id
	} else if day, ok := codec.PackDay(journal.Day(r.Low)); ok {
		low = day
	}
	if id, ok := codec.Pack(journal.SaleID(r.High)); ok {
		high = id
	} else if len(r.High) == len("20261120.") {
		if day, ok := codec.PackDay(journal.Day(r.High[:8])); ok {
			high = day + 1<<20
		}
	}
	return low, high
}

// TermSource walks the sales of one term, newest first. What it cannot read
// ends it with *failed set.
func TermSource(terms record.Bucket, prefix []byte, r Span, failed *error) Source {
	low, high := r.Bounds()
	c := terms.Cursor()
	var ids []uint64
	started := false
	chunk := func() (key, value []byte) {
		if started {
			return c.Prev()
		}
		started = true
		if key, _ = c.Seek(AppendPacked(slices.Clone(prefix), high)); key == nil {
			return c.Last()
		}
		return c.Prev()
	}
	return func() journal.SaleID {
		for {
			for len(ids) > 0 {
				id := ids[len(ids)-1]
				if ids = ids[:len(ids)-1]; id >= high {
					continue
				}
				if id < low {
					return ""
				}
				if name := codec.Unpack(id); string(name) < r.High && string(name) >= r.Low {
					return name
				}
			}
			key, value := chunk()
			if !IsChunk(key, prefix) {
				return ""
			}
			var err error
			if ids, err = UnpackChunk(ids[:0], key, value); err != nil {
				*failed = err
				return ""
			}
		}
	}
}

// CountTerm returns how many sales of a day stand under a term.
func CountTerm(terms record.Bucket, prefix []byte, day journal.Day) (n int64, err error) {
	low, ok := codec.PackDay(day)
	if !ok {
		return 0, nil
	}
	return CountBetween(terms, prefix, low, low+1<<20)
}

// CountBetween returns how many sales from low on and below high stand under a
// term.
func CountBetween(terms record.Bucket, prefix []byte, low, high uint64) (n int64, err error) {
	c := terms.Cursor()
	var ids []uint64
	key, value := seekChunk(c, prefix, low)
	for IsChunk(key, prefix) && PackedOf(key) < high {
		next, nextValue := c.Next()
		if PackedOf(key) >= low && IsChunk(next, prefix) && PackedOf(next) <= high {
			n += SizeOfChunk(value) // all of it lies between
		} else {
			if ids, err = UnpackChunk(ids[:0], key, value); err != nil {
				return 0, err
			}
			from, _ := slices.BinarySearch(ids, low)
			to, _ := slices.BinarySearch(ids, high)
			n += int64(to - from)
		}
		key, value = next, nextValue
	}
	return n, nil
}

// SizeOfChunk counts a chunk's sales: each distance ends with a small byte.
func SizeOfChunk(value []byte) (n int64) {
	n = 1
	for _, b := range value {
		if b < 0x80 {
			n++
		}
	}
	return n
}

// seekChunk puts the cursor on the first chunk that may hold an ID from low on.
func seekChunk(c *record.Cursor, prefix []byte, low uint64) (key, value []byte) {
	key, value = c.Seek(AppendPacked(slices.Clone(prefix), low))
	if IsChunk(key, prefix) && PackedOf(key) == low {
		return key, value
	}
	if key == nil {
		key, value = c.Last()
	} else {
		key, value = c.Prev()
	}
	if IsChunk(key, prefix) {
		return key, value
	}
	return c.Seek(AppendPacked(slices.Clone(prefix), low))
}
