package storage

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
)

// CommitAll applies changes in their order as one transaction, by the rules of
// Commit: all of them are durable, or none was made. It is for filling a store
// quickly; a few hundred at a time keep others from waiting.
func (s *Store) CommitAll(_ context.Context, changes []journal.Change) error {
	if s.poisoned.Load() && !s.ended.Load() {
		return journal.ErrPoisoned // without waiting for what may hang
	}
	all := make([]*writing.Attempt, len(changes))
	for i := range changes {
		all[i] = &writing.Attempt{Change: changes[i]}
	}
	err := s.within(func() error {
		s.life.RLock()
		defer s.life.RUnlock()
		s.gate.Lock()
		defer s.gate.Unlock()
		return s.commitNow(all, true)
	})
	if errors.Is(err, fault.ErrSlow) { // it may be durable yet: doubtful
		s.poison(err)
	}
	return err
}

// commitNow makes one transaction of changes. Each alone may be refused, which
// its err says, unless they are bulk: then the first refusal is that of all.
// life and gate are held.
func (s *Store) commitNow(all []*writing.Attempt, bulk bool) error {
	if err := s.usable(); err != nil {
		return err
	}
	var w *writing.Writer
	err := record.Guarded(func() (err error) {
		w, err = s.write(all, bulk)
		return err
	})
	if errors.Is(err, writing.ErrNothing) {
		return nil
	}
	if err == nil {
		s.last = w.Head
		s.moves.Add(w.Moved)
		s.checkpoints.offer(s.checkpointOf(w.Head))
		return nil
	}
	if writing.Rejected(err) {
		return err
	}
	s.poison(err)
	if files.IsFull(err) {
		return fault.ErrFull.Because(err)
	}
	return fmt.Errorf("storage: commit: %w", err)
}
