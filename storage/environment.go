package storage

import (
	"fmt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
)

// environmentOf returns the environment that a file belongs to: what its manifest
// says or, in one of an earlier version, what its newest sale does. Blank when
// neither says one.
func environmentOf(t record.Tx, h record.Manifest) (core.Environment, error) {
	if h.Environment != "" {
		return h.Environment, nil
	}
	sales, err := t.In(record.SalesBucket)
	if err != nil {
		return "", err
	}
	key, _ := sales.Cursor().Last()
	if key == nil {
		return "", nil
	}
	r, _, err := t.SaleRecord(journal.SaleID(key))
	return r.Sale.Environment, err
}

// belongs reports whether a file is one of the store's environment, nil or an
// error that matches ErrEnvironment.
func (o Options) belongs(t record.Tx, h record.Manifest) error {
	if o.Environment == "" {
		return nil
	}
	found, err := environmentOf(t, h)
	if err != nil {
		return err
	}
	if found != "" && found != o.Environment {
		return fault.ErrEnvironment.Because(fmt.Errorf("it is of %s, this till is %s", found, o.Environment))
	}
	return nil
}

// environmentFits is belongs for a file that is not open yet.
func (o Options) environmentFits(t record.Tx) error {
	h, err := t.Manifest()
	if err != nil {
		return err
	}
	return o.belongs(t, h)
}
