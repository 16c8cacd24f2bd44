package commit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/sched"
	"sanduq/core/till/internal/work"
)

// Config is what a Writer is made of. Nothing in it is nil.
type Config struct {
	Store   journal.Store
	Now     func() time.Time // in the shop's zone
	Logger  *slog.Logger
	Publish func(journal.Notice)
	Work    *work.Group
	// Committed is called with each change that is durable, in the order of the
	// commits, while the writer's lock is held.
	Committed func(journal.Change)
	// Change is held, before the writer's lock, while Reload runs: nobody changes
	// what Reload replaces.
	Change sync.Locker
	// Reload takes over what the reopened store holds and commits depend on.
	Reload func(context.Context) error
	// Reopened is called, with no lock held, after the store works again.
	Reopened func()
}

// Writer is the one place that writes to the store. It gives out the numbers of
// sales, receipts and audit rows. A commit whose outcome is indeterminate poisons
// it: from then on nothing is written until the store was reopened and read back.
type Writer struct {
	cfg    Config
	mu     sched.Mutex
	cond   *sync.Cond
	fault  *journal.StoreFault
	told   atomic.Pointer[journal.StoreFault] // fault, for those who must not wait for a commit
	newest atomic.Pointer[journal.SaleID]     // the newest sale of this till, for a preview of the next
	fails  int                                // reopenings since the last commit that went through
	first  atomic.Pointer[journal.Day]        // the first day that may be booked on; nil while it has to be read
	known  map[journal.SaleID]journal.Sale    // records as their newest commit left them; see newestOf
	broken atomic.Pointer[journal.StoreFault] // see Broken
}

// The pauses before a store with a fault is reopened grow, so that a disk that
// keeps failing is not asked all the time.
const (
	firstReopen = 250 * time.Millisecond
	lastReopen  = 15 * time.Second
)

// New returns a Writer that works until the group stops.
func New(cfg Config) *Writer {
	w := &Writer{cfg: cfg}
	w.mu.Name("till", "committer")
	w.cond = sync.NewCond(&w.mu)
	return w
}

// Update numbers and writes one change. build gets the newest numbers, and the
// business day of the commit, which is never one that the books have left, and moves
// on those numbers that it takes; an error of build is returned as it is, and nothing
// is written. Nil means durable. journal.CodeOwnError, which wraps journal.ErrRefused: the
// change breaks an invariant, nothing of it was written, and the till is Broken.
// journal.ErrPoisoned, and any other error but journal.ErrVersion,
// journal.ErrRefused and those of build, means that the store has a fault.
func (w *Writer) Update(build func(h *journal.Head, day journal.Day) (journal.Change, error)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fault != nil {
		return journal.ErrPoisoned
	}
	ctx := context.Background() // a commit is never cut off half way
	var c journal.Change
	var h journal.Head
	day, err := w.day(ctx)
	if err == nil {
		h, err = w.cfg.Store.Head(ctx, day)
	}
	if err == nil {
		var impossible error
		has := h
		if c, impossible = build(&h, day); impossible != nil {
			return impossible
		}
		if err = w.lawful(ctx, has, day, &c); err == nil {
			err = w.cfg.Store.Commit(ctx, c)
		}
	}
	if err == nil {
		w.fails = 0
		w.remember(c.Sale)
		if c.Shift != nil || c.Z != nil {
			w.first.Store(nil)
			_, _ = w.day(ctx) // where it cannot be read, the next commit does
		}
		w.cfg.Committed(c)
		if c.Sale != nil && c.Sale.Version == 1 {
			w.Began(c.Sale.ID)
		}
	}
	if err == nil || errors.Is(err, journal.ErrVersion) || errors.Is(err, journal.ErrRefused) {
		return err
	}
	w.poison(err)
	return err
}

// UpdateAll writes many changes as one transaction. build gets the newest numbers
// of a day. It waits while the store has a fault. Errors: the store's, and the
// group's context's.
func (w *Writer) UpdateAll(ctx context.Context, bulk journal.Bulk, day journal.Day, build func(journal.Head) []journal.Change) error {
	for {
		err := w.updateAll(ctx, bulk, day, build)
		if !errors.Is(err, journal.ErrPoisoned) {
			return err
		}
		if err := w.Wait(); err != nil {
			return err
		}
	}
}

func (w *Writer) updateAll(ctx context.Context, bulk journal.Bulk, day journal.Day, build func(journal.Head) []journal.Change) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fault != nil {
		return journal.ErrPoisoned
	}
	h, err := w.cfg.Store.Head(ctx, day)
	if err != nil {
		if ctx.Err() == nil {
			w.poison(err)
		}
		return err
	}
	err = bulk.CommitAll(context.Background(), build(h))
	if err != nil && !errors.Is(err, journal.ErrVersion) && !errors.Is(err, journal.ErrRefused) {
		w.poison(err)
	}
	return err
}

// Began remembers the name of the newest sale.
func (w *Writer) Began(id journal.SaleID) { w.newest.Store(&id) }

// Newest is the name of the newest sale; blank before the first.
func (w *Writer) Newest() journal.SaleID {
	if id := w.newest.Load(); id != nil {
		return *id
	}
	return ""
}

// Rows numbers and dates rows of the audit for a commit.
func (w *Writer) Rows(h *journal.Head, rows ...journal.AuditRow) []journal.AuditRow {
	for i := range rows {
		h.Audit++
		rows[i].Seq, rows[i].At = h.Audit, w.cfg.Now()
	}
	return rows
}

// poison records the fault, tells everyone and begins to reopen. The caller
// holds mu.
func (w *Writer) poison(err error) {
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
	w.first.Store(nil)
	w.fault = &journal.StoreFault{Since: w.cfg.Now(), Code: code, Err: err}
	w.told.Store(w.fault)
	w.cfg.Logger.Error("store failed; nothing is sent or shown until it was reopened", "err", err)
	w.cfg.Publish(journal.Notice{Kind: journal.NoticeStoreFault, StoreFault: w.fault})
	fails := w.fails
	w.fails++
	w.cfg.Work.Go(func() { w.reopen(fails) })
}

// reopen tries until the store works again or the till closes. fails is how
// often it was reopened in vain before.
func (w *Writer) reopen(fails int) {
	for ; ; fails++ {
		if !w.cfg.Work.Rest(min(lastReopen, firstReopen<<min(fails, 10))) {
			return
		}
		err := w.cfg.Store.Reopen(w.cfg.Work.Context())
		if err == nil {
			err = w.reload()
		}
		if err == nil {
			break
		}
		w.cfg.Logger.Error("reopen store", "err", err)
	}
	w.cond.Broadcast()
	w.cfg.Logger.Info("store works again")
	w.cfg.Publish(journal.Notice{Kind: journal.NoticeStoreFault, StoreFault: w.Broken()})
	w.cfg.Publish(journal.Notice{Kind: journal.NoticeDay})
	w.cfg.Reopened()
}

// reload takes over what the reopened store has, and only then lets anybody write
// again: what follows from the state before would be refused for ever, or take back
// what was committed.
func (w *Writer) reload() error {
	w.cfg.Change.Lock()
	defer w.cfg.Change.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.cfg.Reload(w.cfg.Work.Context()); err != nil {
		return err
	}
	w.fault = nil
	w.told.Store(nil)
	return nil
}

// Wait blocks until the store works, or the till closes.
func (w *Writer) Wait() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.fault != nil {
		if err := w.cfg.Work.Context().Err(); err != nil {
			return fmt.Errorf("till is closing: %w", err)
		}
		w.cond.Wait()
	}
	return w.cfg.Work.Context().Err()
}

// WakeAll lets waiters see that the till closes.
func (w *Writer) WakeAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cond.Broadcast()
}

// Fault returns why nothing can be written; nil while all is well. It never waits
// for the disk.
func (w *Writer) Fault() *journal.StoreFault { return w.told.Load() }
