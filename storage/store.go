package storage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/reading"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
	"sanduq/storage/keys"
)

// Store implements journal.Store on one bbolt file. Open makes one; the zero Store
// is not usable. All methods may be called from any goroutine.
type Store struct {
	*reading.Reader // the reading half of journal.Store

	opts   Options
	place  place
	keys   sealers
	copies copier

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

	last  record.Manifest // the newest one known to be durable, guarded by gate
	saved bool            // what a file without a name held

	checkpoints *checkpoints
	queue       queue

	long  longReads
	moves writing.Moves

	warnings warnings

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

var _ journal.Store = (*Store)(nil)

// newStore makes one that nothing is open of yet.
func newStore(o Options) *Store {
	o = o.withDefaults()
	s := &Store{opts: o, place: place{opts: o}, warnings: warnings{opts: o}}
	s.copies = copier{opts: o, keys: &s.keys}
	s.Reader = reading.NewReader(s.view)
	return s
}

// Path returns the database file's path.
func (s *Store) Path() string { return s.place.path() }

// Options returns what the store works with; what was left blank is filled in.
func (s *Store) Options() Options { return s.opts }

// KeyName tells stores apart by their keys, in eight letters, without telling
// anything about the key.
func (s *Store) KeyName() string {
	sum := sha256.Sum256(s.seal().Check)
	return hex.EncodeToString(sum[:4])
}

// KeyPlace tells where the data key lives.
func (s *Store) KeyPlace() keys.Place { return s.opts.Keys.Place() }

// Warnings returns what was found when the store was opened.
func (s *Store) Warnings() []Warning { return s.warnings.list() }

func (s *Store) seal() *record.Sealer { return s.keys.now.Load() }

// view runs a read on one durable state of the file.
func (s *Store) view(ctx context.Context, read func(record.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.poisoned.Load() && !s.ended.Load() {
		return journal.ErrPoisoned // without waiting for what may hang
	}
	s.life.RLock()
	defer s.life.RUnlock()
	return record.Guarded(func() error {
		begun, err := s.begin(ctx)
		if err != nil {
			return err
		}
		defer s.rollback(begun)
		return read(record.NewTx(begun, s.seal()))
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
	err = record.Guarded(func() (err error) {
		begun, err = s.db.Begin(writable)
		return err
	})
	if errors.Is(err, record.ErrFault) {
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
		return journal.ErrPoisoned
	}
	return nil
}

// rollback ends a transaction; after a commit it does nothing.
func (s *Store) rollback(t *bbolt.Tx) {
	err := record.Guarded(t.Rollback) // the only other error there is says that it has ended
	if errors.Is(err, record.ErrFault) {
		s.broken.Store(true)
		s.poison(err)
	}
}
