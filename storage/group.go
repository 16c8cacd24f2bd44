package storage

import (
	"context"
	"errors"
	"sync"

	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/writing"
)

// A disk takes as long for ten sales as for one. A caller that commits while a
// transaction is being written waits in a queue, and what stands there in the
// end is the next transaction: in the order in which it came, each change on
// top of the ones before it. A change that breaks the contract's rules is left
// out, and its own caller is told; what befalls the transaction befalls all who
// are in it.

// waiting is one caller's change. done is sent to once.
type waiting struct {
	writing.Attempt
	done chan error
}

// queue holds the changes that come while others are written.
type queue struct {
	mu   sync.Mutex
	next []*waiting
	led  bool // someone takes what is queued
}

// maxTogether is how many changes one transaction takes.
const maxTogether = 64

// enter queues a change and reports whether the caller is to lead.
func (q *queue) enter(w *waiting) (lead bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.next = append(q.next, w)
	lead, q.led = !q.led, true
	return lead
}

// nextBatch returns the changes of the next transaction; none ends the lead.
func (q *queue) nextBatch() (all []*waiting) {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(len(q.next), maxTogether)
	all, q.next = q.next[:n:n], q.next[n:]
	q.led = n > 0
	return all
}

// Commit implements journal.Store. It is not cut short by ctx: a change that was
// asked for is made, however little the caller still cares. Changes that come
// at the same time share a transaction.
func (s *Store) Commit(_ context.Context, c journal.Change) error {
	if s.poisoned.Load() && !s.ended.Load() {
		return journal.ErrPoisoned // without waiting for what may hang
	}
	w := &waiting{Attempt: writing.Attempt{Change: c}, done: make(chan error, 1)}
	if s.queue.enter(w) {
		if s.opts.Patience < 0 {
			s.lead()
		} else {
			go s.lead()
		}
	}
	err := s.await(w.done)
	if errors.Is(err, fault.ErrSlow) { // it may be durable yet: indeterminate
		s.poison(err)
	}
	return err
}

// lead writes what is queued until nothing is.
func (s *Store) lead() {
	for s.commitQueued() {
	}
}

// commitQueued makes one transaction of what is queued and reports whether there
// was anything.
func (s *Store) commitQueued() bool {
	s.life.RLock()
	defer s.life.RUnlock()
	s.gate.Lock()
	defer s.gate.Unlock()
	all := s.queue.nextBatch() // not before: a reopening that came between has told them all
	if len(all) == 0 {
		return false
	}
	answerAll(all, s.commitNow(attempts(all), false))
	return true
}

// attempts are the changes of those who wait.
func attempts(all []*waiting) []*writing.Attempt {
	list := make([]*writing.Attempt, len(all))
	for i, w := range all {
		list[i] = &w.Attempt
	}
	return list
}

// answerAll gives everyone their answer.
func answerAll(all []*waiting, err error) {
	for _, w := range all {
		if w.Err == nil { // else it was left out, whatever became of the others
			w.Err = err
		}
		w.done <- w.Err
	}
}

// dismiss tells all who are queued that nothing came of it. life is held for
// writing.
func (q *queue) dismiss(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	answerAll(q.next, err)
	q.next = nil
}
