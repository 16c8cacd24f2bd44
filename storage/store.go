package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"sync"

	"github.com/gofrs/flock"
	"go.etcd.io/bbolt"

	"sanduq/core/till"
)

const fileName = "till.db"

// Store implements till.Store on one bbolt file. Open makes one; the zero Store
// is not usable. All methods may be called from any goroutine.
type Store struct {
	opts Options
	lock *flock.Flock
	seal *sealer

	// life is held for reading by every call and for writing by Reopen and
	// Close, which thereby wait for the calls in flight.
	life   sync.RWMutex
	db     *bbolt.DB
	closed bool

	// gate is held for writing while a commit runs and for reading while a
	// read begins. bbolt would show a new state before it is synced; a read
	// that began outside a commit sees only what is durable.
	gate     sync.RWMutex
	poisoned bool

	marker *marker

	long  longReads
	moves moves

	warnMu   sync.Mutex
	warnings []Warning

	faults faults
}

// faults lets tests fail a commit before and after it reached the disk.
type faults struct {
	before func() error
	after  func() error
}

var _ till.Store = (*Store)(nil)

// Path returns the database file's path.
func (s *Store) Path() string { return filepath.Join(s.opts.Dir, fileName) }

// KeyPlace tells where the data key lives.
func (s *Store) KeyPlace() KeyPlace { return s.opts.Keys.Place() }

// view runs a read on one durable state of the file.
func (s *Store) view(ctx context.Context, read func(tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.life.RLock()
	defer s.life.RUnlock()
	return guarded(func() error {
		begun, err := s.begin()
		if err != nil {
			return err
		}
		defer rollback(begun)
		return read(tx{begun, s.seal})
	})
}

func (s *Store) begin() (*bbolt.Tx, error) {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if err := s.usable(); err != nil {
		return nil, err
	}
	begun, err := s.db.Begin(false)
	if err != nil {
		return nil, fmt.Errorf("storage: begin: %w", err)
	}
	return begun, nil
}

// usable is called with life and gate held.
func (s *Store) usable() error {
	if s.closed {
		return ErrClosed
	}
	if s.poisoned || s.db == nil {
		return till.ErrPoisoned
	}
	return nil
}

// guarded turns what a damaged page makes bbolt do, panics and faults of the
// mapped file, into an error.
func guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = corrupt("the file cannot be read: %v", r)
		}
	}()
	return f()
}

// rollback ends a transaction; after a commit it does nothing.
func rollback(t *bbolt.Tx) {
	_ = t.Rollback() // the only error there is says that it has ended
}

// Reopen implements till.Store.
func (s *Store) Reopen(ctx context.Context) error {
	defer s.long.end()()
	s.life.Lock()
	defer s.life.Unlock()
	if s.closed {
		return ErrClosed
	}
	if err := s.shut(); err != nil {
		return err
	}
	if err := s.openFile(ctx); err != nil {
		return err
	}
	s.poisoned = false
	return nil
}

// Close implements till.Store. Closing again does nothing.
func (s *Store) Close() error {
	s.marker.stop()
	defer s.long.end()()
	s.life.Lock()
	defer s.life.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	err := s.shut()
	if err == nil && !s.poisoned {
		err = removeIfThere(s.dirtyPath())
	}
	return errors.Join(err, s.lock.Unlock())
}

// shut closes the file.
func (s *Store) shut() error {
	if s.db == nil {
		return nil
	}
	err := guarded(s.db.Close)
	if err == nil {
		s.db = nil
	}
	return err
}
