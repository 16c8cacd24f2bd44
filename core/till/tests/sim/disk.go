package sim

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// Disk is where the till's store lives: what a new process finds there.
type Disk interface {
	Start() (journal.Store, error)
	Stop(journal.Store) error
}

// Memory is a disk that models one.
type Memory struct{ store *storetest.Memory }

// NewMemory returns an empty one.
func NewMemory() Memory { return Memory{storetest.NewMemory()} }

// Start implements Disk.
func (m Memory) Start() (journal.Store, error) { return m.store, nil }

// Stop implements Disk. What was committed stays.
func (m Memory) Stop(journal.Store) error { return nil }

// process is one run of the application, from its start to its end or death.
type process struct {
	n     int
	zone  *time.Location
	dead  atomic.Bool
	died  chan struct{} // closed when it dies in the middle of a commit
	once  sync.Once
	tries atomic.Int64
}

func (p *process) die() {
	p.dead.Store(true)
	p.once.Do(func() { close(p.died) })
}

var (
	errDead = errors.New("sim: the process is dead")
	errDisk = errors.New("sim: the disk failed")
)

// handle is the store as one process holds it. It fails commits, before or
// after they reached the disk, and kills its process in the middle of some.
// Reads are the store's own.
type handle struct {
	journal.Store
	w   *world
	p   *process
	mu  sync.Mutex
	bad bool
	fat map[string]int // commits tried, by what they change
}

func (h *handle) usable() error {
	if h.p.dead.Load() {
		return errDead
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.bad {
		return journal.ErrPoisoned
	}
	return nil
}

func (h *handle) poison(err error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bad = true
	return err
}

// Commit implements journal.Store.
func (h *handle) Commit(ctx context.Context, c journal.Change) error {
	if err := h.usable(); err != nil {
		return err
	}
	what := "settings"
	if c.Sale != nil {
		what = string(c.Sale.ID)
	}
	h.mu.Lock()
	h.fat[what]++
	r := h.w.random("disk", fmt.Sprint(h.p.n), what, fmt.Sprint(h.fat[what]))
	h.mu.Unlock()
	luck := 1000
	if !h.w.sound.Load() {
		luck = r.IntN(1000)
	}
	switch {
	case luck < 12: // lost
		h.w.see.count("commit lost")
		return h.poison(errDisk)
	case luck < 16: // the plug is pulled before it
		h.w.see.count("death before a commit")
		h.p.die()
		return errDead
	}
	if err := h.Store.Commit(ctx, c); err != nil {
		if !errors.Is(err, journal.ErrVersion) && !errors.Is(err, journal.ErrRefused) {
			return h.poison(err)
		}
		h.w.see.problem("the store refused a commit: %v", err)
		return err
	}
	h.w.see.committed(c)
	h.w.see.books(c, h.p.zone)
	switch {
	case luck < 28: // kept, although it seems to have failed
		h.w.see.count("commit kept")
		return h.poison(errDisk)
	case luck < 34: // the plug is pulled after it
		h.w.see.count("death after a commit")
		h.p.die()
		return errDead
	}
	return nil
}

// Reopen implements journal.Store.
func (h *handle) Reopen(ctx context.Context) error {
	if h.p.dead.Load() {
		return errDead
	}
	r := h.w.random("reopen", fmt.Sprint(h.p.n), fmt.Sprint(h.p.tries.Add(1)))
	if !h.w.sound.Load() && r.IntN(4) == 0 {
		return errDisk
	}
	if err := h.Store.Reopen(ctx); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bad = false
	return nil
}

// Sale implements journal.Store.
func (h *handle) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	if err := h.usable(); err != nil {
		return journal.Sale{}, err
	}
	return h.Store.Sale(ctx, id)
}

// OpenSales implements journal.Store.
func (h *handle) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	if err := h.usable(); err != nil {
		return nil, err
	}
	return h.Store.OpenSales(ctx)
}

// Head implements journal.Store.
func (h *handle) Head(ctx context.Context, day journal.Day) (journal.Head, error) {
	if err := h.usable(); err != nil {
		return journal.Head{}, err
	}
	return h.Store.Head(ctx, day)
}

// start begins a new process on the disk.
func (w *world) start() {
	w.processes++
	p := &process{n: w.processes, zone: w.zone, died: make(chan struct{})}
	store, err := w.disk.Start()
	if err != nil {
		w.see.problem("the store does not open: %v", err)
		return
	}
	w.recall(store)
	w.now, w.store = p, &handle{Store: store, w: w, p: p, fat: map[string]int{}}
	for try := 0; ; try++ {
		if w.open(p) == nil {
			return
		}
		if try == 20 {
			w.see.problem("the till does not open")
			return
		}
		if p.dead.Load() { // it died while it restored: the next process
			w.stop()
			if err := w.disk.Stop(store); err != nil {
				w.see.problem("the store does not close: %v", err)
			}
			time.Sleep(time.Second)
			w.start()
			return
		}
		_ = w.store.Reopen(context.Background())
		time.Sleep(time.Second)
	}
}
