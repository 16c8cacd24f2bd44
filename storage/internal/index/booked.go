package index

import (
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/record"
)

// EachBooked visits the chunks of sales that are booked on the days from one to the
// other, both in it, and are of another day themselves; blank is open.
func EachBooked(terms record.Bucket, from, to journal.Day, visit func(day journal.Day, key, value []byte) error) error {
	c := terms.Cursor()
	for key, value := c.Seek(append([]byte{ByBooked}, from...)); len(key) > PackedSize+1 && key[0] == ByBooked; key, value = c.Next() {
		day := journal.Day(key[1 : len(key)-PackedSize-1])
		if to != "" && day > to {
			break
		}
		if err := visit(day, key, value); err != nil {
			return err
		}
	}
	return nil
}

// BookedBetween lists those sales, oldest first.
func BookedBetween(terms record.Bucket, from, to journal.Day) (ids []uint64, err error) {
	err = EachBooked(terms, from, to, func(_ journal.Day, key, value []byte) (err error) {
		ids, err = UnpackChunk(ids, key, value)
		return err
	})
	slices.Sort(ids)
	return ids, err
}

// CountBooked returns how many they are.
func CountBooked(terms record.Bucket, from, to journal.Day) (n int64, err error) {
	err = EachBooked(terms, from, to, func(_ journal.Day, _, value []byte) error {
		n += SizeOfChunk(value)
		return nil
	})
	return n, err
}

// BookedSource walks them from the newest on, below an ID where one is given.
func BookedSource(terms record.Bucket, q journal.SaleQuery) (Source, error) {
	ids, err := BookedBetween(terms, q.From, q.To)
	return func() journal.SaleID {
		for len(ids) > 0 {
			id := codec.Unpack(ids[len(ids)-1])
			if ids = ids[:len(ids)-1]; q.Before == "" || id < q.Before {
				return id
			}
		}
		return ""
	}, err
}
