package till

import "sync"

// background counts what the till does beside its callers, so that Close can
// wait for all of it and nothing begins behind its back.
type background struct {
	mu    sync.Mutex // held for an instant only, never over another lock
	ended bool
	wg    sync.WaitGroup
}

// Go runs work beside the caller and reports whether it does: not once the
// till has closed.
func (b *background) Go(work func()) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return false
	}
	b.wg.Go(work)
	return true
}

// Begin is Go for work on the caller's own goroutine: done ends it. It is nil
// once the till has closed.
func (b *background) Begin() (done func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return nil
	}
	b.wg.Add(1)
	return b.wg.Done
}

// End lets nothing begin any more and waits for what is under way.
func (b *background) End() {
	b.mu.Lock()
	b.ended = true
	b.mu.Unlock()
	b.wg.Wait()
}
