package storage

import (
	"context"
	"sync"
)

// longReads lets Reopen and Close end the reads that may take seconds: a
// verification, a backup. The zero value is ready.
type longReads struct {
	mu      sync.Mutex
	ending  int // Reopens and Closes under way
	cancels map[*context.CancelFunc]struct{}
}

// begin returns a context that ends with ctx, with the returned function, or
// when the store is to be reopened or closed.
func (l *longReads) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ending > 0 {
		cancel()
		return ctx, cancel
	}
	if l.cancels == nil {
		l.cancels = map[*context.CancelFunc]struct{}{}
	}
	l.cancels[&cancel] = struct{}{}
	return ctx, func() {
		cancel()
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.cancels, &cancel)
	}
}

// end cancels the reads in flight and those to come, until the function that
// it returns is called.
func (l *longReads) end() func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ending++
	for cancel := range l.cancels {
		(*cancel)()
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.ending--
	}
}
