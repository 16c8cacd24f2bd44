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
	if errors.Is(err, fault.ErrSlow) { // it may be durable yet: indeterminate
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
		s.checkpoints.offer(checkpointOf(w.Head, s.seal()))
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

// write is one bbolt transaction.
func (s *Store) write(all []*writing.Attempt, bulk bool) (w *writing.Writer, err error) {
	begun, err := s.transaction(true)
	if err != nil {
		return w, err
	}
	defer s.rollback(begun)
	if w, err = writing.NewWriter(record.NewTx(begun, s.seal()), s.moves.Watched()); err != nil {
		return w, err
	}
	if w.Head.Commits != s.last.Commits { // somebody wrote into the file itself
		return w, fault.ErrReplaced.Because(fmt.Errorf("it stands at %d commits, not at %d", w.Head.Commits, s.last.Commits))
	}
	if bulk {
		err = w.Direct(all)
	} else {
		err = w.Together(all)
	}
	if err != nil {
		return w, err
	}
	mac, err := w.End(s.opts.Clock().UTC())
	if err != nil {
		return w, err
	}
	if s.faults.before != nil {
		if err := s.faults.before(); err != nil {
			return w, err
		}
	}
	if err := begun.Commit(); err != nil {
		return w, err
	}
	if err := s.Present(); err != nil {
		return w, err
	}
	if s.faults.after != nil {
		if err := s.faults.after(); err != nil {
			return w, err
		}
	}
	w.Seal.Newest.Store(w.State(mac, w.Head))
	return w, nil
}

// drain brings the journal into the trees, which changes nothing that anyone
// reads: a file that was closed properly has none to read. Nobody else uses the
// store.
func (s *Store) drain() error {
	return record.Guarded(func() error {
		begun, err := s.transaction(true)
		if err != nil {
			return err
		}
		defer s.rollback(begun)
		t := record.NewTx(begun, s.seal())
		h, err := t.Manifest()
		if err != nil || h.Journal == (record.Counted{}) {
			return err
		}
		if t, err = t.Merge(&h); err != nil {
			return err
		}
		if err := t.PutManifest(h); err != nil {
			return err
		}
		if err := begun.Commit(); err != nil {
			return err
		}
		s.last = h
		return nil
	})
}
