package storage

import (
	"context"
	"fmt"
	"path/filepath"
)

// migration takes a file from one schema to the next, inside one transaction.
type migration func(tx) error

// layout is which schema this program writes and how to get there: step i
// leads from schema i+1 to i+2.
type layout struct{ steps []migration }

func (l layout) schema() uint64 { return uint64(len(l.steps)) + 1 }

// current is the layout of this version. The first schema has no steps.
var current = layout{}

// migrate brings an older file to the layout of this program. A copy is kept
// as it was; nothing is changed unless the copy is proved good.
func (s *Store) migrate(ctx context.Context, l layout) error {
	var from uint64
	if err := s.view(ctx, func(t tx) error {
		h, err := t.head()
		from = h.Schema
		return err
	}); err != nil {
		return ErrDamaged.because(err)
	}
	if from >= l.schema() {
		return nil
	}
	s.opts.Logger.Info("store is being brought to a newer layout", "from", from, "to", l.schema())
	aside := filepath.Join(s.opts.Dir, fmt.Sprintf("till.schema-%d.db", from))
	if err := s.copyTo(ctx, aside); err != nil {
		return err
	}
	if err := guarded(func() error { return s.climb(l, from) }); err != nil {
		return fmt.Errorf("storage: migrate from schema %d: %w", from, err)
	}
	return nil
}

// climb runs the steps that are missing and writes the new number, all in one
// transaction.
func (s *Store) climb(l layout, from uint64) error {
	begun, err := s.db.Begin(true)
	if err != nil {
		return err
	}
	defer rollback(begun)
	t := tx{begun, s.seal}
	for _, step := range l.steps[from-1:] {
		if err := step(t); err != nil {
			return err
		}
	}
	h, err := t.head()
	if err != nil {
		return err
	}
	h.Schema = l.schema()
	if err := t.putSchema(h.Schema); err != nil {
		return err
	}
	if err := t.putHead(h); err != nil {
		return err
	}
	return begun.Commit()
}
