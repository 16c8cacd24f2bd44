package verify

import (
	"maps"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// Recount holds the figures of the days that have been read. Sales are read day
// by day, and a day's figures are compared when the next one begins, in the
// same state of the file: never more than a few days are held, and the few sales that
// are booked on a later day than their own.
type Recount struct {
	from    journal.Day // what lies before it was compared
	Figures map[journal.FigureKey]SumOf
}

type SumOf struct{ Number, Minor int64 }

// Count adds a sale, or takes it off again. One of a day that was compared
// before is left to the next recount.
func (r *Recount) Count(sale *journal.Sale, sign int64) {
	key := journal.FigureKeyOf(*sale)
	if key.Day < r.from {
		return
	}
	sum := r.Figures[key]
	if sum = (SumOf{sum.Number + sign, sum.Minor + sign*sale.Amount.Minor}); sum == (SumOf{}) {
		delete(r.Figures, key)
		return
	}
	r.Figures[key] = sum
}

// afterAll lies behind every day.
const afterAll journal.Day = "\xff"

// compareFigures compares the figures of all days before one with those of the
// sales, which have been read, and names each that differs.
func (a *Auditor) compareFigures(before journal.Day) error {
	r := &a.recounted
	if err := a.bookedEarlier(before); err != nil {
		return err
	}
	b, err := a.In(record.HoursBucket)
	if err != nil {
		return err
	}
	var reader index.HourReader
	var figures []journal.Figure
	c := b.Cursor()
	for key, value := c.Seek([]byte(r.from)); key != nil && string(key) < string(before); key, value = c.Next() {
		payload, _, err := b.Authenticate(key, value)
		if err == nil {
			figures, err = reader.Read(figures[:0], key, payload)
		}
		if err != nil {
			a.problem(partHours, "%v", err)
			continue
		}
		for _, f := range figures {
			if want := r.Figures[f.FigureKey]; want != (SumOf{f.Number, f.Minor}) {
				a.problem(partHours, "figure %s is %d, %d; the sales add up to %d, %d", index.NameOf(f.FigureKey), f.Number, f.Minor, want.Number, want.Minor)
			}
			delete(r.Figures, f.FigureKey)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(r.Figures), journal.FigureKey.Compare) {
		if key.Day >= before {
			break // of a sale that was passed; the rest of the day is still to come
		}
		sum := r.Figures[key]
		a.problem(partHours, "figure %s is missing; the sales add up to %d, %d", index.NameOf(key), sum.Number, sum.Minor)
		delete(r.Figures, key)
	}
	r.from = before
	return nil
}

// bookedEarlier counts the sales from a day on that are booked on the days that are to
// be compared: the clock was ahead when they were opened. They are not counted again
// when they are read.
func (a *Auditor) bookedEarlier(before journal.Day) error {
	terms, err := a.In(record.IndexBucket)
	if err != nil {
		return err
	}
	return index.EachBooked(terms, a.recounted.from, before, func(day journal.Day, key, value []byte) error {
		ids, err := index.UnpackChunk(nil, key, value)
		for _, packed := range ids {
			id := codec.Unpack(packed)
			if day >= before || id.Day() < before {
				continue
			}
			r, found, err := a.SaleRecord(id)
			if err != nil || !found {
				return record.Corrupt("sale %s is booked on %s and cannot be read", id, day)
			}
			if r.Sale.Booked == day {
				a.recounted.Count(&r.Sale, 1)
			}
		}
		return err
	})
}
