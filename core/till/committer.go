package till

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/sched"
)

// committer is the one place that writes to the store. It gives out the
// numbers of receipts and audit rows, and it is poisoned by a commit whose
// outcome is doubtful: from then on nothing is written until the store was
// reopened and read back.
type committer struct {
	t      *Till
	mu     sched.Mutex
	cond   *sync.Cond
	bad    *journal.StoreFault
	told   atomic.Pointer[journal.StoreFault] // bad, for those who must not wait for a commit
	day    journal.Day                        // of the commit under way, under mu
	newest atomic.Pointer[journal.SaleID]     // the newest sale of this till, for a preview of the next
	fails  int                                // reopenings since the last commit that went through
}

// The pauses before a store in trouble is reopened grow, so that a disk that
// keeps failing is not hammered.
const (
	firstReopen = 250 * time.Millisecond
	lastReopen  = 15 * time.Second
)

func (b *committer) init(t *Till) {
	b.t = t
	b.mu.Name("till", "committer")
	b.cond = sync.NewCond(&b.mu)
}

// commit numbers and writes one change. build gets the newest numbers and
// moves on those that it takes. Nil means durable. ErrPoisoned, and any other
// error but ErrVersion and ErrRefused, means that the till is in trouble.
func (b *committer) commit(build func(h *journal.Head) journal.Change) error {
	return b.attempt(func(h *journal.Head) (journal.Change, error) { return build(h), nil })
}

// attempt is commit for a change that may turn out, while it is made, to be
// impossible: nothing is written then, and the error returned as it is.
func (b *committer) attempt(build func(h *journal.Head) (journal.Change, error)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bad != nil {
		return journal.ErrPoisoned
	}
	ctx := context.Background() // a commit is never cut off half way
	b.day = b.t.Today()
	h, err := b.t.cfg.Store.Head(ctx, b.day)
	var c journal.Change
	if err == nil {
		var impossible error
		if c, impossible = build(&h); impossible != nil {
			return impossible
		}
		err = b.t.cfg.Store.Commit(ctx, c)
	}
	if err == nil {
		b.fails = 0
		b.t.dayMoved(c)
		if c.Sale != nil && c.Sale.Version == 1 {
			id := c.Sale.ID
			b.newest.Store(&id)
		}
	}
	if err == nil || errors.Is(err, journal.ErrVersion) || errors.Is(err, journal.ErrRefused) {
		return err
	}
	b.poison(err)
	return err
}

// unwritten is a commit that failed and was looked for in vain: the disk does not have
// it, for certain.
type unwritten struct{ error }

func (e unwritten) Unwrap() error { return e.error }

// surely is attempt for what a person would do again if it were called not saved.
// A commit in doubt is waited out, and nil means that the disk has it after all:
// the book of decisions then holds its rows under their numbers. A change without
// such rows is attempted alone. Errors: those of attempt, by which nothing was
// written; CodeUnavailable when the till closes over the doubt, and the next start
// shows what is there.
func (b *committer) surely(build func(h *journal.Head) (journal.Change, error)) error {
	var rows []journal.AuditRow
	err := b.attempt(func(h *journal.Head) (journal.Change, error) {
		c, err := build(h)
		rows = c.Audit
		return c, err
	})
	return b.settled(rows, err)
}

// settled waits out whether the rows of an attempt that returned err are on the disk,
// for a caller that holds no lock; nil means that they are. See surely.
func (b *committer) settled(rows []journal.AuditRow, err error) error {
	if err == nil || len(rows) == 0 || journal.CodeOf(err) != "" || errors.Is(err, journal.ErrRefused) || errors.Is(err, journal.ErrVersion) {
		return err
	}
	last := rows[len(rows)-1]
	for n := 0; ; n++ {
		if err := b.wait(); err != nil {
			return journal.Refuse(journal.CodeUnavailable, err)
		}
		found, readErr := b.t.cfg.Store.Audit(context.Background(), last.Seq+1, 1)
		switch {
		case readErr != nil:
			if !b.t.pause(n) {
				return journal.Refuse(journal.CodeUnavailable, readErr)
			}
		case len(found) == 1 && found[0].SameAs(last):
			return nil
		default:
			return unwritten{err}
		}
	}
}

// commitDoubt is a commit that failed, with the rows by which it is known again where
// the disk has it all the same.
type commitDoubt struct {
	rows  []journal.AuditRow
	cause error
}

func (d *commitDoubt) Error() string { return d.cause.Error() }
func (d *commitDoubt) Unwrap() error { return d.cause }

// undoubted is settled for the error of a change that holds a commitDoubt; any other
// error is returned as it is.
func (b *committer) undoubted(err error) error {
	doubt, ok := errors.AsType[*commitDoubt](err)
	if !ok || len(doubt.rows) == 0 || doubt.rows[0].Seq == 0 {
		return err
	}
	switch after := b.settled(doubt.rows, doubt.cause); {
	case after == nil:
		return nil
	case journal.CodeOf(after) != "":
		return after
	}
	return unwritten{err}
}

// poison records the trouble, tells everyone and begins to reopen. The caller
// holds mu.
func (b *committer) poison(err error) {
	code := "store"
	switch {
	case errors.Is(err, journal.ErrFull):
		code = "diskFull"
	case errors.Is(err, journal.ErrCorrupt):
		code = "corrupt"
	case errors.Is(err, journal.ErrSlow):
		code = "slow"
	case errors.Is(err, journal.ErrReplaced):
		code = "replaced"
	}
	b.bad = &journal.StoreFault{Since: b.t.Now(), Code: code, Err: err}
	b.told.Store(b.bad)
	b.t.log.Error("store failed; nothing is sent or shown until it was reopened", "err", err)
	b.t.hub.Publish(journal.Notice{Kind: journal.NoticeStoreFault, StoreFault: b.bad})
	fails := b.fails
	b.fails++
	b.t.work.Go(func() { b.reopen(fails) })
}

// reopen tries until the store works again or the till closes. fails is how
// often it was reopened in vain before.
func (b *committer) reopen(fails int) {
	for ; ; fails++ {
		select {
		case <-b.t.ctx.Done():
			return
		case <-time.After(min(lastReopen, firstReopen<<min(fails, 10))):
		}
		err := b.t.cfg.Store.Reopen(b.t.ctx)
		if err == nil {
			err = b.believe()
		}
		if err == nil {
			break
		}
		b.t.log.Error("reopen store", "err", err)
	}
	b.cond.Broadcast()
	b.t.log.Info("store works again")
	b.t.hub.Publish(journal.Notice{Kind: journal.NoticeStoreFault})
	b.t.hub.Publish(journal.Notice{Kind: journal.NoticeDay})
	b.t.readBack()
}

// believe takes over settings, staff and shift as the reopened store has them, and
// only then lets anybody write again: what follows from the state before would be
// refused for ever, or take back what was committed. A change of staff or settings
// is made of what was in force when it began, so that none may be under way.
func (b *committer) believe() error {
	t := b.t
	t.staff.write.Lock()
	defer t.staff.write.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	_, err := t.loadSettings(t.ctx)
	if err = errors.Join(err, t.loadStaff(t.ctx), t.loadShift(t.ctx)); err != nil {
		return err
	}
	t.givenBack.forget()
	b.bad = nil
	b.told.Store(nil)
	return nil
}

// wait blocks until the store works, or the till closes.
func (b *committer) wait() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.bad != nil {
		if b.t.ctx.Err() != nil {
			return fmt.Errorf("till is closing: %w", b.t.ctx.Err())
		}
		b.cond.Wait()
	}
	return b.t.ctx.Err()
}

// wakeAll lets waiters see that the till closes.
func (b *committer) wakeAll() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cond.Broadcast()
}

// Trouble returns why the till can neither send nor show; nil while all is
// well. It never waits for the disk.
func (t *Till) StoreFault() *journal.StoreFault { return t.committer.told.Load() }
