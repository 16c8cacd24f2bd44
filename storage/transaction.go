package storage

import (
	"fmt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
)

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
		if t, err = t.Settle(&h); err != nil {
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
