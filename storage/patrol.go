package storage

import (
	"context"
	"errors"
	"sync"
	"time"

	"sanduq/core/till"
	"sanduq/storage/fault"
)

// Patrol does what Verify does beside a working till: in many transactions of
// some milliseconds with pauses between them, so that no commit waits and the
// file does not grow. Commits that come meanwhile are taken into account: it
// tells whether the file as it is at the end is what was committed. A million
// sales take some minutes. It ends early, with context.Canceled, when the store
// is reopened or closed. Only one runs at a time.
func (s *Store) Patrol(ctx context.Context) (Report, error) {
	return s.patrol(ctx, patrolWork, patrolRest)
}

// Work and rest of a patrol: a twentieth of one processor.
const (
	patrolWork = 4 * time.Millisecond
	patrolRest = 76 * time.Millisecond
)

func (s *Store) patrol(ctx context.Context, work, rest time.Duration) (Report, error) {
	ctx, done := s.long.begin(ctx)
	defer done()
	s.moves.one.Lock()
	defer s.moves.one.Unlock()
	s.moves.watch(true)
	defer s.moves.watch(false)
	a := newAuditor(ctx)
	defer func() { s.release(a) }()
	var began time.Time
	a.renew = func() error {
		if a.Tx != nil && time.Since(began) < work {
			return nil
		}
		if a.Tx != nil {
			s.release(a)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(rest):
			}
		}
		began = time.Now()
		return s.take(a)
	}
	var report Report
	err := guarded(func() (err error) {
		if err = a.renew(); err != nil {
			return err
		}
		report, err = a.run()
		return err
	})
	if ctx.Err() != nil { // what was seen of a file that was being closed says nothing
		return Report{}, ctx.Err()
	}
	return report, err
}

// take begins a transaction and brings what was gathered to its state.
func (s *Store) take(a *auditor) error {
	s.life.RLock()
	if err := s.enter(a.ctx); err != nil {
		s.life.RUnlock()
		return err
	}
	defer s.gate.RUnlock()
	err := s.usable()
	if err == nil {
		a.Tx, err = s.transaction(false)
	}
	if err != nil {
		s.life.RUnlock()
		return err
	}
	a.seal = s.seal()
	for _, m := range s.moves.taken() {
		a.follow(m)
	}
	a.head, err = a.tx.head()
	return err
}

// release ends the transaction that take began.
func (s *Store) release(a *auditor) {
	if a.Tx != nil {
		s.rollback(a.Tx)
		a.Tx = nil
		s.life.RUnlock()
	}
}

// move is one record or index entry that a commit replaced, added or removed.
type move struct {
	name             string
	key              []byte
	hadOld, hasNew   bool
	old, fresh       digest
	oldSale, newSale *saleRecord
	entry            int64 // of the index: 1 for one more, -1 for one less
}

// follow takes a move into account, if what it changed was read before.
func (a *auditor) follow(m move) {
	if !a.place.passed(partOf[m.name], m.key) {
		return
	}
	if a.listed += m.entry; m.entry != 0 {
		return
	}
	a.found[m.name].replace(m.hadOld, m.old, m.hasNew, m.fresh)
	if m.oldSale != nil {
		a.count(m.oldSale, -1)
	}
	if m.newSale != nil {
		a.count(m.newSale, 1)
	}
}

// moves are the changes since a patrol looked last; none are kept without one.
type moves struct {
	one    sync.Mutex // held by the patrol that runs
	mu     sync.Mutex
	wanted bool
	list   []move
}

func (m *moves) watch(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wanted, m.list = on, nil
}

func (m *moves) watched() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.wanted
}

func (m *moves) add(list []move) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.wanted {
		m.list = append(m.list, list...)
	}
}

func (m *moves) taken() []move {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.list
	m.list = nil
	return list
}

// PatrolOptions say when patrols go and who is told.
type PatrolOptions struct {
	First time.Duration // after the start; 0 means two minutes
	Every time.Duration // from the end of one to the next; 0 means a day
	// Done is told how each ended: nil, or an error that matches
	// till.ErrCorrupt.
	Done func(Report, error)
}

// Patrols sends one patrol after the other until ctx ends. After one that found
// all well, a file that is mostly empty pages is compacted.
func (s *Store) Patrols(ctx context.Context, o PatrolOptions) {
	const again = 10 * time.Minute // after one that could not finish
	wait, every := o.First, o.Every
	if wait <= 0 {
		wait = 2 * time.Minute
	}
	if every <= 0 {
		every = 24 * time.Hour
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		report, err := s.Patrol(ctx)
		wait = every
		switch {
		case ctx.Err() != nil, errors.Is(err, fault.ErrClosed):
			return
		case err == nil, errors.Is(err, till.ErrCorrupt):
			s.opts.Logger.Info("store examined", "sales", report.Sales, "receipts", report.Receipts, "audit", report.Audit, "err", err)
			if o.Done != nil {
				o.Done(report, err)
			}
			if err == nil {
				s.compactIfWorthwhile(ctx)
			}
		default:
			wait = again
			s.opts.Logger.Warn("store examination did not finish", "err", err)
		}
	}
}
