package update

import (
	"context"
	"crypto/ed25519"
	"errors"
	"sync"
	"time"
)

const (
	// Period is the least time between two questions, restarts or not.
	Period = 24 * time.Hour
	// settle is how long after the start nobody is asked.
	settle = time.Minute
	// glance is how often it is looked whether a question is due, and whether
	// the till is quiet.
	glance = time.Minute
	// alert is how often it is looked, while a question runs, whether a sale
	// has begun.
	alert = 100 * time.Millisecond
)

// Options are what a watcher needs. All are required but Failed.
type Options struct {
	Running Version // this program
	Key     ed25519.PublicKey
	Fetch   func(context.Context) ([]byte, error)
	Memory  Memory
	Quiet   func() bool // no sale is on its way; called from several goroutines
	Failed  func(error) // for the log
}

// State is what a person may be told.
type State struct {
	On    bool
	Asked time.Time // zero: never
	// Answered is when an answer was last good; zero: never.
	Answered time.Time
	// Err is why the last question of this run brought nothing; nil when it
	// brought something, or when none was asked.
	Err error
	// Newer is a version after the running one; zero when none is known.
	Newer Version
}

// Watcher asks for news. Its methods may be called from any goroutine; State waits for no
// disk.
type Watcher struct {
	o     Options
	disk  sync.Mutex // one reads or writes what is known at a time; locked before mu
	mu    sync.Mutex // guards the rest, which changes with both locked
	known Known
	err   error
}

// New reads what is known. Where that cannot be read the watcher is off, and
// Failed hears why.
func New(o Options) *Watcher {
	w := &Watcher{o: o}
	known, err := o.Memory.Load()
	if err != nil {
		w.fail(err)
		known = Known{}
	}
	w.known = known
	return w
}

func (w *Watcher) fail(err error) {
	if w.o.Failed != nil {
		w.o.Failed(err)
	}
}

// State is the newest.
func (w *Watcher) State() State {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := State{On: w.known.On, Asked: w.known.Asked, Answered: w.known.Answered, Err: w.err}
	if w.known.On && w.known.Version.Newer(w.o.Running) {
		s.Newer = w.known.Version
	}
	return s
}

// Set switches the questions on or off, and remembers it. Switching never
// shortens the time to the next question.
func (w *Watcher) Set(on bool) error {
	w.disk.Lock()
	defer w.disk.Unlock()
	w.reload()
	return w.saveKnown(func(k *Known) { k.On = on })
}

// reload takes over what another program wrote down: practice and live run beside each
// other over one file. Disk is locked.
func (w *Watcher) reload() {
	if known, err := w.o.Memory.Load(); err == nil {
		w.take(known)
	}
}

func (w *Watcher) take(known Known) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.known = known
}

// saveKnown changes what is known, on disk first. Disk is locked.
func (w *Watcher) saveKnown(change func(*Known)) error {
	next := w.known
	change(&next)
	if err := w.o.Memory.Save(next); err != nil {
		return err
	}
	w.take(next)
	return nil
}

// Run asks until ctx ends: once a day at most, while switched on, and only
// while no sale is on its way.
func (w *Watcher) Run(ctx context.Context) {
	for wait := settle; ; wait = glance {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if w.o.Quiet() && w.begin(time.Now()) {
			w.ask(ctx)
		}
	}
}

// begin reports whether a question is due, and writes down that it begins: what
// is not on disk is not asked, so that no restart asks twice a day.
func (w *Watcher) begin(now time.Time) bool {
	w.disk.Lock()
	defer w.disk.Unlock()
	w.reload()
	now = now.Round(0) // the wall clock; the other one may stand still in sleep
	since := now.Sub(w.known.Asked)
	if !w.known.On || since >= 0 && since < Period {
		return false
	}
	if err := w.saveKnown(func(k *Known) { k.Asked = now }); err != nil {
		w.fail(err)
		return false
	}
	return since >= 0 // else the clock was put back: count from here
}

// errSale ends a question when a sale begins.
var errSale = errors.New("update: a sale began")

// ask puts one question and remembers a good answer.
func (w *Watcher) ask(ctx context.Context) {
	asking, stop := context.WithCancelCause(ctx)
	var looking sync.WaitGroup
	looking.Go(func() {
		for asking.Err() == nil {
			select {
			case <-asking.Done():
			case <-time.After(alert):
				if !w.o.Quiet() {
					stop(errSale)
				}
			}
		}
	})
	file, err := w.o.Fetch(asking)
	if errors.Is(context.Cause(asking), errSale) {
		err = errors.Join(ErrUnreached, errSale)
	}
	stop(nil)
	looking.Wait()
	if ctx.Err() != nil {
		return
	}
	w.disk.Lock()
	defer w.disk.Unlock()
	w.reload()
	var s Statement
	if err == nil {
		now := time.Now()
		if s, err = Read(file, w.o.Key, now, w.known.Issued); err == nil {
			err = w.saveKnown(func(k *Known) { k.Answered, k.Issued, k.Version = now.Round(0), s.Issued, s.Version })
		}
	}
	w.mu.Lock()
	w.err = err
	w.mu.Unlock()
	if err != nil {
		w.fail(err)
	}
}
