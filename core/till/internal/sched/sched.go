// Package sched holds the mutex of the till. In the program it is a
// sync.Mutex. A test may install a Scheduler, which is then in charge of all of
// them and so decides in which order the till's goroutines go on: all orders
// can be gone through, one after the other.
package sched

import (
	"sync"
	"sync/atomic"
)

// Scheduler decides who holds a mutex, and when its users go on. Its methods
// are called on the goroutine that uses the mutex, and may block it.
type Scheduler interface {
	// Acquire returns when the caller holds m.
	Acquire(m *Mutex)
	// Try reports whether the caller now holds m.
	Try(m *Mutex) bool
	// Release gives m back. It must not block.
	Release(m *Mutex)
	// Named says what m is called, before its first use. It must not block.
	Named(m *Mutex, owner, name string)
}

var installed atomic.Pointer[Scheduler]

// Install puts s in charge of every Mutex until remove is called. Nobody may
// hold or wait for a Mutex at either moment. It is for tests alone, and for one
// at a time.
func Install(s Scheduler) (remove func()) {
	installed.Store(&s)
	return func() { installed.Store(nil) }
}

// Mutex is a sync.Mutex, unless a test has installed a Scheduler. The zero
// value is unlocked. It must not be copied after its first use.
type Mutex struct{ mu sync.Mutex }

// Name tells a Scheduler what the mutex is called and whose it is. It does
// nothing in the program.
func (m *Mutex) Name(owner, name string) {
	if s := installed.Load(); s != nil {
		(*s).Named(m, owner, name)
	}
}

// Lock implements sync.Locker.
func (m *Mutex) Lock() {
	if s := installed.Load(); s != nil {
		(*s).Acquire(m)
		return
	}
	m.mu.Lock()
}

// TryLock is sync.Mutex.TryLock.
func (m *Mutex) TryLock() bool {
	if s := installed.Load(); s != nil {
		return (*s).Try(m)
	}
	return m.mu.TryLock()
}

// Unlock implements sync.Locker.
func (m *Mutex) Unlock() {
	if s := installed.Load(); s != nil {
		(*s).Release(m)
		return
	}
	m.mu.Unlock()
}
