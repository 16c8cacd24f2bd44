package storage

import (
	"context"
	"errors"
	"time"

	"sanduq/core/journal"
	"sanduq/storage/fault"
)

// within runs f and waits for its end no longer than the store's patience:
// ErrSlow. f then goes on until the disk lets it; nobody may rely on what it
// does.
func (s *Store) within(f func() error) error {
	if s.opts.Patience < 0 {
		return f()
	}
	done := make(chan error, 1)
	go func() { done <- f() }()
	return s.await(done)
}

// await waits no longer than the store's patience.
func (s *Store) await(done <-chan error) error {
	if s.opts.Patience < 0 {
		return <-done
	}
	patience := time.NewTimer(s.opts.Patience)
	defer patience.Stop()
	select {
	case err := <-done:
		return err
	case <-patience.C:
		return fault.ErrSlow.Because(errors.New("nothing in " + s.opts.Patience.String()))
	}
}

// enter holds the gate for reading. A commit that the disk keeps does not keep
// readers: ErrPoisoned as soon as it was given up, and ctx's error.
func (s *Store) enter(ctx context.Context) error {
	if s.gate.TryRLock() {
		return nil
	}
	given, left := make(chan struct{}), make(chan struct{})
	go func() {
		s.gate.RLock()
		select {
		case given <- struct{}{}:
		case <-left:
			s.gate.RUnlock()
		}
	}()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-given:
			return nil
		case <-ctx.Done():
			close(left)
			return ctx.Err()
		case <-look.C:
			if s.poisoned.Load() {
				close(left)
				return journal.ErrPoisoned
			}
		}
	}
}

// poison ends the store's use until it is reopened.
func (s *Store) poison(err error) {
	if !s.poisoned.Swap(true) {
		s.opts.Logger.Error("store failed, nothing is written or read until it is reopened", "err", err)
	}
}
