package payment

import (
	"context"

	"sanduq/core/journal"
)

// lease is a sale that somebody changes at the moment who is not its own step.
type lease struct {
	run   *run
	users int
}

// acquire returns the run of a sale for the time of a change: the one in hand,
// which stays there meanwhile, or one from the store. Everyone who wants the
// same sale gets the same run, so that nobody writes on a record that is not
// the newest. Call done after the change. Errors: CodeUnavailable, CodeNoSale.
func (t *Teller) acquire(ctx context.Context, id journal.SaleID) (r *run, done func(), err error) {
	t.leasing.Lock()
	defer t.leasing.Unlock()
	l := t.leases[id]
	if l == nil {
		r, err = t.run(id)
		if journal.CodeOf(err) == journal.CodeNoSale {
			var s journal.Sale
			if s, err = t.cfg.Store.Sale(ctx, id); err != nil {
				return nil, nil, journal.Refuse(journal.CodeNoSale, err)
			}
			r = newRun(t, s)
		}
		if err != nil {
			return nil, nil, err
		}
		l = &lease{run: r}
		t.leases[id] = l
	}
	l.users++
	return l.run, func() { t.release(l) }, nil
}

func (t *Teller) release(l *lease) {
	t.leasing.Lock()
	l.users--
	last := l.users == 0
	if last {
		delete(t.leases, l.run.id)
		if l.run.view().Open() { // its change needs somebody's attention: a restart would bring it back
			t.mu.Lock()
			if !t.closed {
				t.runs[l.run.id] = l.run
			}
			t.mu.Unlock()
		}
	}
	t.leasing.Unlock()
	if last {
		t.evict(l.run)
	}
}

// evict lets go of a sale that a restart would not bring back either. While
// one of its steps is under way, or somebody changes it, it stays: they write
// on the record that everyone else writes on, and call this when they are done.
func (t *Teller) evict(r *run) {
	t.leasing.Lock()
	defer t.leasing.Unlock()
	if t.leases[r.id] != nil || r.view().Open() || r.chasing() || !r.op.TryLock() {
		return
	}
	defer r.op.Unlock()
	t.mu.Lock()
	if t.runs[r.id] == r {
		delete(t.runs, r.id)
	}
	t.mu.Unlock()
	r.close()
}
