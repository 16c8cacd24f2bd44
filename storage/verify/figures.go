package verify

import (
	"maps"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// Recount holds the figures of the days that have been read. Sales are read day
// by day, and a day's figures are compared when the next one begins, in the
// same state of the file: never more than a few days are held.
type Recount struct {
	from    journal.Day // what lies before it was compared
	Figures map[journal.FigureKey]SumOf
}

type SumOf struct{ Number, Minor int64 }

// Count adds a sale, or takes it off again. One of a day that was compared
// before is left to the next recount.
func (r *Recount) Count(sale *journal.Sale, sign int64) {
	if sale.ID.Day() < r.from {
		return
	}
	key := journal.FigureKeyOf(*sale)
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
		sum := r.Figures[key]
		a.problem(partHours, "figure %s is missing; the sales add up to %d, %d", index.NameOf(key), sum.Number, sum.Minor)
	}
	clear(r.Figures)
	r.from = before
	return nil
}

// hours sums up the records of the figures.
func (a *Auditor) hours() error {
	return a.each(record.HoursBucket, func(_, _ []byte, _ record.Digest) error { return nil })
}
