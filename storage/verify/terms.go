package verify

import (
	"bytes"

	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// terms counts the entries there are. A chunk may be split, joined or begun
// again between two transactions: entries tell the place, not chunks.
func (a *Auditor) terms() error {
	b, err := a.In(record.IndexBucket)
	if err != nil {
		return err
	}
	c := b.Cursor()
	var ids []uint64
	var entry []byte
	key, value := c.First()
	for key != nil {
		if ids, err = index.UnpackChunk(ids[:0], key, value); err != nil {
			return err
		}
		prefix := key[:len(key)-index.PackedSize]
		for _, id := range ids {
			if entry = index.AppendPacked(append(entry[:0], prefix...), id); a.place.last == nil || bytes.Compare(entry, a.place.last) > 0 {
				a.listed++
			}
		}
		if a.place.last == nil || bytes.Compare(entry, a.place.last) > 0 {
			a.place.last = append(a.place.last[:0], entry...)
		}
		renewed, err := a.step(a.place.last)
		if err != nil {
			return err
		}
		if renewed {
			if b, err = a.In(record.IndexBucket); err != nil {
				return err
			}
			c = b.Cursor()
			key, value = chunkAt(c, a.place.last)
			continue // what was passed of it is not counted again
		}
		key, value = c.Next()
	}
	return nil
}

// chunkAt returns the last chunk that begins at or before an entry, else the
// first one.
func chunkAt(c *record.Cursor, entry []byte) (key, value []byte) {
	if key, value = c.Seek(entry); bytes.Equal(key, entry) {
		return key, value
	}
	if key == nil {
		return c.Last()
	}
	if key, value = c.Prev(); key != nil {
		return key, value
	}
	return c.First()
}
