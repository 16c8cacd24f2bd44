package sim

import (
	"context"
	"net/http"
	"sync"
	"time"

	"sanduq/core/journal"
	"sanduq/core/wire"
)

// Injected faults that only the world around the till brings to light.

// ownClock signs by the machine's clock alone, whatever the gateway tells.
type ownClock struct{ wire.Signer }

func (s ownClock) Sign(in wire.SignInput) (http.Header, error) {
	in.Now = time.Time{}
	return s.Signer.Sign(in)
}

// credulous goes on with the first time that it was told, as far from the machine's clock.
type credulous struct {
	wire.Signer
	mu    sync.Mutex
	first *time.Duration
}

func (s *credulous) Sign(in wire.SignInput) (http.Header, error) {
	s.mu.Lock()
	if s.first == nil && !in.Now.IsZero() {
		off := time.Until(in.Now)
		s.first = &off
	}
	if s.first != nil {
		in.Now = time.Now().Add(*s.first)
	}
	s.mu.Unlock()
	return s.Signer.Sign(in)
}

// undated forgets the day on which a Z stands, which then is that of its moment in
// whatever zone the till is.
type undated struct{ journal.Store }

func (u undated) Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error) {
	all, err := u.Store.Zs(ctx, before, limit)
	for i := range all {
		all[i].Booked = ""
	}
	return all, err
}

// backdated takes the newest Z, and the opening of a shift, for days older than they are.
type backdated struct {
	journal.Store
	mu   sync.Mutex
	said time.Time
}

const backdating = 72 * time.Hour

func (b *backdated) Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error) {
	all, err := b.Store.Zs(ctx, before, limit)
	for i := range all {
		all[i].At, all[i].Booked = all[i].At.Add(-backdating), ""
	}
	return all, err
}

func (b *backdated) Shift(ctx context.Context, number uint64) (journal.ShiftState, error) {
	s, err := b.Store.Shift(ctx, number)
	if s.Opened != nil {
		opened := *s.Opened
		opened.At = opened.At.Add(-backdating)
		s.Opened = &opened
		b.mu.Lock()
		b.said = opened.At
		b.mu.Unlock()
	}
	return s, err
}

func (b *backdated) Commit(ctx context.Context, c journal.Change) error {
	if c.Shift != nil {
		next := *c.Shift
		next.Opened, c.Shift = b.truly(next.Opened), &next
	}
	if c.Z != nil {
		z := *c.Z
		z.Opened, c.Z = b.truly(z.Opened), &z
	}
	return b.Store.Commit(ctx, c)
}

// truly is an opening as it was before it was backdated.
func (b *backdated) truly(o *journal.Opening) *journal.Opening {
	b.mu.Lock()
	defer b.mu.Unlock()
	if o == nil || !o.At.Equal(b.said) {
		return o
	}
	whole := *o
	whole.At = o.At.Add(backdating)
	return &whole
}
