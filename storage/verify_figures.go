package storage

import (
	"maps"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// recount holds the figures of the days that have been read. Sales are read day
// by day, and a day's figures are compared when the next one begins, in the
// same state of the file: never more than a few days are held.
type recount struct {
	from    journal.Day // what lies before it was compared
	figures map[journal.FigureKey]sumOf
}

type sumOf struct{ number, minor int64 }

// count adds a sale, or takes it off again. One of a day that was compared
// before is left to the next recount.
func (r *recount) count(sale *journal.Sale, sign int64) {
	if sale.ID.Day() < r.from {
		return
	}
	key := journal.FigureKeyOf(*sale)
	sum := r.figures[key]
	if sum = (sumOf{sum.number + sign, sum.minor + sign*sale.Amount.Minor}); sum == (sumOf{}) {
		delete(r.figures, key)
		return
	}
	r.figures[key] = sum
}

// afterAll lies behind every day.
const afterAll journal.Day = "\xff"

// compareFigures compares the figures of all days before one with those of the
// sales, which have been read, and names each that differs.
func (a *auditor) compareFigures(before journal.Day) error {
	r := &a.recounted
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
			if want := r.figures[f.FigureKey]; want != (sumOf{f.Number, f.Minor}) {
				a.problem(partHours, "figure %s is %d, %d; the sales add up to %d, %d", index.NameOf(f.FigureKey), f.Number, f.Minor, want.number, want.minor)
			}
			delete(r.figures, f.FigureKey)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(r.figures), journal.FigureKey.Compare) {
		sum := r.figures[key]
		a.problem(partHours, "figure %s is missing; the sales add up to %d, %d", index.NameOf(key), sum.number, sum.minor)
	}
	clear(r.figures)
	r.from = before
	return nil
}

// hours sums up the records of the figures.
func (a *auditor) hours() error {
	return a.each(record.HoursBucket, func(_, _ []byte, _ record.Digest) error { return nil })
}
