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
func (s *Store) belongs(t record.Tx, h record.Manifest) error {
	if s.opts.Environment == "" {
		return nil
	}
	found, err := environmentOf(t, h)
	if err != nil {
		return err
	}
	if found != "" && found != s.opts.Environment {
		return fault.ErrEnvironment.Because(fmt.Errorf("it is of %s, this till is %s", found, s.opts.Environment))
	}
	return nil
}

// bind writes down to which environment a file of an earlier version belongs.
func (s *Store) bind() error {
	if s.opts.Environment == "" || s.last.Environment != "" {
		return nil
	}
	return s.amend(func(_ record.Tx, h *record.Manifest) error {
		h.Environment = s.opts.Environment
		return nil
	})
}

// environmentFits is belongs for a file that is not open yet.
func (s *Store) environmentFits(t record.Tx) error {
	h, err := t.Manifest()
	if err != nil {
		return err
	}
	return s.belongs(t, h)
}
