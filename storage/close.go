package storage

import (
	"context"
	"errors"
	"sync/atomic"

	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
)

// Reopen implements journal.Store. ErrReplaced when the file at its path is not
// the one that was open, or lacks what was committed: it is left as it is, and
// stays so until the next start. ErrSlow when the disk does not answer.
func (s *Store) Reopen(ctx context.Context) error {
	var left atomic.Bool
	err := s.within(func() error {
		s.turning.Lock()
		defer s.turning.Unlock()
		if left.Load() {
			return nil // nobody waits for it any more
		}
		return s.reopen(ctx, &left)
	})
	left.Store(errors.Is(err, fault.ErrSlow))
	return err
}

func (s *Store) reopen(ctx context.Context, left *atomic.Bool) error {
	defer s.long.end()()
	s.life.Lock()
	defer s.life.Unlock()
	if s.ended.Load() {
		return fault.ErrClosed
	}
	if s.db != nil {
		if err := s.Present(); err != nil {
			s.poison(err)
			s.saveHeld(ctx)
			return err
		}
	}
	if err := s.shut(); err != nil {
		return err
	}
	if err := s.openFile(ctx); err != nil {
		s.poison(err)
		return err
	}
	s.queue.dismiss(journal.ErrPoisoned) // or what someone gave up would be made now
	if !left.Load() {
		s.poisoned.Store(false)
	}
	return nil
}

// Close implements journal.Store. Closing again does nothing. ErrSlow when the
// disk does not answer: the file is then closed when it does, or with the
// process.
func (s *Store) Close() error {
	s.checkpoints.stop()
	err := s.within(s.close)
	if errors.Is(err, fault.ErrSlow) {
		s.poison(err)
	}
	return err
}

func (s *Store) close() error {
	defer s.long.end()()
	s.life.Lock()
	defer s.life.Unlock()
	if s.ended.Swap(true) {
		return nil
	}
	gone := s.Present()
	if gone != nil {
		s.saveHeld(context.Background())
	} else if s.db != nil && !s.poisoned.Load() {
		if err := s.drain(); err != nil { // nothing is lost: the next opening examines the file, and reads the journal
			s.poison(err)
		}
	}
	err := s.shut()
	if err == nil && gone == nil && !s.poisoned.Load() {
		err = files.Remove(s.place.mark())
	}
	return errors.Join(err, s.place.lock.Unlock())
}

// shut closes the file. One whose locks a fault left held is let go of instead:
// what is mapped of it stays mapped.
func (s *Store) shut() error {
	if s.db == nil {
		return nil
	}
	var err error
	if s.broken.Load() {
		err = files.LetGo(s.place.file.Load().handle)
	} else if err = record.Guarded(s.db.Close); errors.Is(err, record.ErrFault) {
		s.broken.Store(true)
	}
	if err == nil {
		s.db = nil
	}
	return err
}
