package storage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/gofrs/flock"
	"go.etcd.io/bbolt"

	"sanduq/core/till"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

// Store implements till.Store on one bbolt file. Open makes one; the zero Store
// is not usable. All methods may be called from any goroutine.
type Store struct {
	opts Options
	lock *flock.Flock

	// sealing is what the file is sealed with, of the ones that are known.
	sealing atomic.Pointer[sealer]
	known   []*sealer // guarded by life

	// life is held for reading by every call and for writing by Reopen and
	// Close, which thereby wait for the calls in flight.
	life  sync.RWMutex
	db    *bbolt.DB
	ended atomic.Bool

	// gate is held for writing while a commit runs and for reading while a
	// read begins. bbolt would show a new state before it is synced; a read
	// that began outside a commit sees only what is durable.
	gate     sync.RWMutex
	poisoned atomic.Bool
	broken   atomic.Bool // a fault left bbolt's own locks held: it cannot be closed

	turning sync.Mutex // held by the Reopen that is under way

	folder fs.FileInfo          // as it was opened; set once
	file   atomic.Pointer[held] // what its path must lead to
	last   head                 // the newest one known to be durable, guarded by gate
	coming *successor           // while files change places
	saved  bool                 // what a file without a name held

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
	step   func(name string) // of a change of the key
}

func (s *Store) step(name string) {
	if s.faults.step != nil {
		s.faults.step(name)
	}
}

var _ till.Store = (*Store)(nil)

// Path returns the database file's path.
func (s *Store) Path() string { return filepath.Join(s.opts.Dir, files.Database) }

// Options returns what the store works with; what was left blank is filled in.
func (s *Store) Options() Options { return s.opts }

// KeyName tells stores apart by their keys, in eight letters, without telling
// anything about the key.
func (s *Store) KeyName() string {
	sum := sha256.Sum256(s.seal().check)
	return hex.EncodeToString(sum[:4])
}

// KeyPlace tells where the data key lives.
func (s *Store) KeyPlace() keys.Place { return s.opts.Keys.Place() }

func (s *Store) seal() *sealer { return s.sealing.Load() }

// view runs a read on one durable state of the file.
func (s *Store) view(ctx context.Context, read func(tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.poisoned.Load() && !s.ended.Load() {
		return till.ErrPoisoned // without waiting for what may hang
	}
	s.life.RLock()
	defer s.life.RUnlock()
	return guarded(func() error {
		begun, err := s.begin(ctx)
		if err != nil {
			return err
		}
		defer s.rollback(begun)
		return read(tx{begun, s.seal()})
	})
}

// begin begins a read on the newest durable state. life is held.
func (s *Store) begin(ctx context.Context) (begun *bbolt.Tx, err error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.gate.RUnlock()
	if err := s.usable(); err != nil {
		return nil, err
	}
	return s.transaction(false)
}

// transaction begins one. A fault poisons the store: bbolt's locks stay held.
func (s *Store) transaction(writable bool) (begun *bbolt.Tx, err error) {
	err = guarded(func() (err error) {
		begun, err = s.db.Begin(writable)
		return err
	})
	if errors.Is(err, errFault) {
		s.broken.Store(true)
		s.poison(err)
	}
	if err != nil {
		return nil, fmt.Errorf("storage: begin: %w", err)
	}
	return begun, nil
}

// usable is called with life and gate held.
func (s *Store) usable() error {
	if s.ended.Load() {
		return fault.ErrClosed
	}
	if s.poisoned.Load() || s.db == nil {
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
			err = corrupt("the file cannot be read: %w: %v", errFault, r)
		}
	}()
	return f()
}

// errFault is what guarded caught. Where it happens while a transaction begins
// or ends, bbolt keeps its locks, and closing it would wait for them for ever.
var errFault = errors.New("fault")

// rollback ends a transaction; after a commit it does nothing.
func (s *Store) rollback(t *bbolt.Tx) {
	err := guarded(t.Rollback) // the only other error there is says that it has ended
	if errors.Is(err, errFault) {
		s.broken.Store(true)
		s.poison(err)
	}
}

// Reopen implements till.Store. ErrReplaced when the file at its path is not
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
	if !left.Load() {
		s.poisoned.Store(false)
	}
	return nil
}

// Close implements till.Store. Closing again does nothing. ErrSlow when the
// disk does not answer: the file is then closed when it does, or with the
// process.
func (s *Store) Close() error {
	s.marker.stop()
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
	}
	err := s.shut()
	if err == nil && gone == nil && !s.poisoned.Load() {
		err = files.Remove(s.dirtyPath())
	}
	return errors.Join(err, s.lock.Unlock())
}

// shut closes the file. One whose locks a fault left held is let go of instead:
// what is mapped of it stays mapped.
func (s *Store) shut() error {
	if s.db == nil {
		return nil
	}
	var err error
	if s.broken.Load() {
		err = files.LetGo(s.file.Load().handle)
	} else if err = guarded(s.db.Close); errors.Is(err, errFault) {
		s.broken.Store(true)
	}
	if err == nil {
		s.db = nil
	}
	return err
}
