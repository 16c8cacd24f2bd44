package writing

import (
	"errors"

	"sanduq/core/journal"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// figures moves a sale from the figure that it counted towards to the one that
// it counts towards now.
func (w *Writer) figures(old *journal.Sale, sale journal.Sale) error {
	key := journal.FigureKeyOf(sale)
	add := func(all []journal.Figure) ([]journal.Figure, error) {
		return index.AddFigure(all, key, sale.Amount.Minor)
	}
	at := index.HourKey(key.Day, key.Quarter)
	if old == nil {
		return w.hour(at, add)
	}
	was := journal.FigureKeyOf(*old)
	if was == key && old.Amount.Minor == sale.Amount.Minor {
		return nil
	}
	remove := func(all []journal.Figure) ([]journal.Figure, error) {
		return index.RemoveFigure(all, was, old.Amount.Minor)
	}
	from := index.HourKey(was.Day, was.Quarter)
	if string(from) == string(at) {
		return w.hour(at, remove, add)
	}
	if err := w.hour(from, remove); err != nil {
		return err
	}
	return w.hour(at, add)
}

// hour changes the figures of a record. One without figures goes.
func (w *Writer) hour(key []byte, changes ...func([]journal.Figure) ([]journal.Figure, error)) error {
	b, err := w.In(record.HoursBucket)
	if err != nil {
		return err
	}
	payload, oldMAC, err := b.Read(key)
	if err != nil {
		return err
	}
	var all []journal.Figure
	if payload != nil {
		if all, err = new(index.HourReader).Read(nil, key, payload); err != nil {
			return err
		}
	}
	for _, change := range changes {
		if all, err = change(all); errors.Is(err, index.ErrTooLarge) {
			return record.Refused("%v", err)
		} else if err != nil {
			return err
		}
	}
	m := Move{Name: record.HoursBucket, Key: key, HadOld: payload != nil, Old: oldMAC, HasNew: len(all) > 0}
	if m.HasNew {
		m.Fresh, err = b.Write(key, index.EncodeHour(all))
	} else {
		err = b.Delete(key)
	}
	w.replaced(&w.Head.Hours, m)
	return err
}
