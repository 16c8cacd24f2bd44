package migrate

import (
	"context"
	"maps"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
	"sanduq/storage/verify"
)

// AddFigures leads from layout 3 to 4: what the sales add up to is kept by
// quarters of an hour, and each sale stands under its cashier, its currency and
// its quarter of the day.
var AddFigures = adding(record.FiguresSchema, func(ctx context.Context, from record.Tx, to *Rewriting, h *record.Manifest) error {
	b := figureBuilder{to: to, h: h, days: verify.Recount{Figures: map[journal.FigureKey]verify.SumOf{}}, chunks: map[string][]uint64{}}
	if err := to.Update(func(t record.Tx) error { _, err := t.CreateBucket([]byte(record.HoursBucket)); return err }); err != nil {
		return err
	}
	return b.readAll(ctx, from)
})

// figureBuilder makes figures and index entries of sales that come in their
// order, which is that of every list: chunks are full, and no page is written
// twice for long.
type figureBuilder struct {
	to     *Rewriting
	h      *record.Manifest
	days   verify.Recount // the figures of the day that is being read
	day    journal.Day
	chunks map[string][]uint64 // the last chunk of each term
	puts   []put
	size   int
}

// put is a record, or an index entry, that is to be written.
type put struct {
	name       string
	key, value []byte
}

func (b *figureBuilder) readAll(ctx context.Context, from record.Tx) error {
	if err := b.to.eachSale(ctx, from, b.h, b.add); err != nil {
		return err
	}
	for _, prefix := range slices.Sorted(maps.Keys(b.chunks)) {
		b.chunk(prefix)
	}
	b.endDay()
	return b.write()
}

func (b *figureBuilder) add(sale *journal.Sale) error {
	if day := sale.ID.Day(); day != b.day {
		b.endDay()
		b.day = day
	}
	b.days.Count(sale, 1)
	id, ok := codec.Pack(sale.ID)
	if !ok {
		return record.Corrupt("sale %q", sale.ID)
	}
	for _, prefix := range index.FigureEntries(sale) {
		if ids := b.chunks[string(prefix)]; len(ids) == index.MaxChunk {
			b.chunk(string(prefix))
		}
		b.chunks[string(prefix)] = append(b.chunks[string(prefix)], id)
		b.h.Entries++
	}
	if b.size < blockBytes {
		return nil
	}
	return b.write()
}

// chunk puts the last chunk of a term, and begins another.
func (b *figureBuilder) chunk(prefix string) {
	ids := b.chunks[prefix]
	b.put(record.IndexBucket, index.AppendPacked([]byte(prefix), ids[0]), index.PackChunk(ids))
	b.chunks[prefix] = ids[:0]
}

// endDay puts the records of the day.
func (b *figureBuilder) endDay() {
	keys := slices.SortedFunc(maps.Keys(b.days.Figures), journal.FigureKey.Compare)
	var figures []journal.Figure
	for i, key := range keys {
		sum := b.days.Figures[key]
		figures = append(figures, journal.Figure{FigureKey: key, Number: sum.Number, Minor: sum.Minor})
		at := index.HourKey(key.Day, key.Quarter)
		if i+1 < len(keys) && string(index.HourKey(keys[i+1].Day, keys[i+1].Quarter)) == string(at) {
			continue
		}
		mac, value := b.to.seal.Record(record.HoursBucket, at, index.EncodeHour(figures))
		b.h.Hours.Replace(false, mac, true, mac)
		b.put(record.HoursBucket, at, value)
		figures = figures[:0]
	}
	clear(b.days.Figures)
}

func (b *figureBuilder) put(name string, key, value []byte) {
	b.puts = append(b.puts, put{name, key, value})
	b.size += len(key) + len(value)
}

// write writes what was put.
func (b *figureBuilder) write() error {
	err := b.to.Update(func(t record.Tx) error {
		for _, p := range b.puts {
			into, err := t.In(p.name)
			if err == nil {
				err = into.Put(p.key, p.value)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	b.puts, b.size = b.puts[:0], 0
	return err
}
