package sched

import (
	"slices"
	"sync"
	"testing"
)

// recorder lets everyone go on at once and keeps what it was asked.
type recorder struct {
	free  bool
	calls []string
}

func (r *recorder) Acquire(*Mutex)              { r.calls = append(r.calls, "acquire") }
func (r *recorder) Try(*Mutex) bool             { r.calls = append(r.calls, "try"); return r.free }
func (r *recorder) Release(*Mutex)              { r.calls = append(r.calls, "release") }
func (r *recorder) Named(_ *Mutex, o, n string) { r.calls = append(r.calls, o+"."+n) }

func TestSchedulerIsAsked(t *testing.T) {
	r := &recorder{}
	remove := Install(r)
	var m Mutex
	m.Name("sale", "mu")
	m.Lock()
	//lint:ignore SA2001 what the scheduler hears is looked at
	m.Unlock()
	if m.TryLock() {
		t.Error("taken although the scheduler said no")
	}
	r.free = true
	if !m.TryLock() {
		t.Error("not taken although the scheduler said yes")
	}
	m.Unlock()
	remove()
	m.Lock()
	//lint:ignore SA2001 as above
	m.Unlock()
	want := []string{"sale.mu", "acquire", "release", "try", "try", "release"}
	if !slices.Equal(r.calls, want) {
		t.Errorf("the scheduler was asked %v, want %v", r.calls, want)
	}
}

// TestPlainMutex: without a scheduler it excludes as a sync.Mutex does, and
// serves as the lock of a sync.Cond.
func TestPlainMutex(t *testing.T) {
	var m Mutex
	m.Name("nobody", "hears")
	cond := sync.NewCond(&m)
	sum := 0
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 1000 {
				m.Lock()
				sum++
				m.Unlock()
			}
			cond.Broadcast()
		})
	}
	m.Lock()
	for sum < 8000 {
		cond.Wait()
	}
	if m.TryLock() {
		t.Error("taken twice")
	}
	m.Unlock()
	wg.Wait()
}

// The cost in the program, beside the mutex of the standard library.
func BenchmarkMutex(b *testing.B) {
	b.Run("sync", func(b *testing.B) {
		var m sync.Mutex
		for b.Loop() {
			m.Lock()
			//lint:ignore SA2001 the pair is what is measured
			m.Unlock()
		}
	})
	b.Run("sched", func(b *testing.B) {
		var m Mutex
		for b.Loop() {
			m.Lock()
			//lint:ignore SA2001 the pair is what is measured
			m.Unlock()
		}
	})
	b.Run("sync contended", func(b *testing.B) {
		var m sync.Mutex
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				m.Lock()
				//lint:ignore SA2001 the pair is what is measured
				m.Unlock()
			}
		})
	})
	b.Run("sched contended", func(b *testing.B) {
		var m Mutex
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				m.Lock()
				//lint:ignore SA2001 the pair is what is measured
				m.Unlock()
			}
		})
	})
}
