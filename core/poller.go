package core

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Why a poller's run ended. A request in flight is given up, except on
// entering one-time-code entry and on clearing the token: its answer may still say
// that the money came.
var (
	errPollStopped  = errors.New("core: polling stopped")
	errEnteredOTP   = errors.New("core: polling is off during code entry")
	errTokenCleared = errors.New("core: the token was cleared")
)

// leavesFlight reports whether a run that ended so lets its request go on.
func leavesFlight(cause error) bool {
	return errors.Is(cause, errEnteredOTP) || errors.Is(cause, errTokenCleared)
}

// poller asks at the times of a schedule, one run at a time. It knows nothing
// of payments: tick and capped are the engine's. The engine calls start and
// stop under its own lock, so the poller never calls back from inside them.
type poller struct {
	schedule PollSchedule // of a run for which none is chosen

	clock Clock
	now   func() time.Time // for start, which must not call the clock; nil means the clock's
	// tick makes one request and returns true when the run is over.
	tick func(ctx context.Context, run *pollRun) bool
	// capped is called once when a run reached its cap.
	capped func(run *pollRun)

	mu       sync.Mutex
	run      *pollRun
	disposed bool
}

// pollRun is the polling of one payment from one start.
type pollRun struct {
	paymentID string
	schedule  PollSchedule
	since     time.Time // wall clock
	chosen    bool      // the program asked for it, or confirmed it
	cancel    context.CancelCauseFunc
}

func (r *pollRun) until() time.Time { return r.since.Add(r.schedule.Cap) }

// start begins a run and returns it; nil when the poller was disposed of or a
// run for the same payment goes on, unless that is to be replaced too.
func (p *poller) start(ctx context.Context, paymentID string, schedule PollSchedule, replace bool) *pollRun {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.disposed || p.run != nil && p.run.paymentID == paymentID && !replace {
		return nil
	}
	p.endLocked(errPollStopped)
	ctx, cancel := context.WithCancelCause(ctx)
	now := p.now
	if now == nil {
		now = p.clock.Now
	}
	p.run = &pollRun{paymentID: paymentID, schedule: schedule.normal(), since: now(), cancel: cancel}
	go p.loop(ctx, p.run)
	return p.run
}

// choose notes that the program itself wants the run that goes on. It returns
// true if nobody but the SDK had wanted it so far.
func (p *poller) choose() (first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.run == nil {
		return false
	}
	first, p.run.chosen = !p.run.chosen, true
	return first
}

// running reports whether there is a run.
func (p *poller) running() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run != nil
}

// stop ends the run, if there is one, and reports whether there was.
func (p *poller) stop(cause error) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.endLocked(cause)
}

// dispose ends the run and makes every later start do nothing.
func (p *poller) dispose() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.disposed = true
	return p.endLocked(errPollStopped)
}

// finish ends a run from within; false when it is not the current one any
// more.
func (p *poller) finish(run *pollRun) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run == run && p.endLocked(errPollStopped)
}

func (p *poller) endLocked(cause error) bool {
	if p.run == nil {
		return false
	}
	p.run.cancel(cause)
	p.run = nil
	return true
}

// loop ticks at absolute times counted from the start. Ticks whose time passed
// during a slow reply or a sleep merge into one; the last tick is never lost
// in this way, and one tick always follows a sleep before the cap is declared.
func (p *poller) loop(ctx context.Context, run *pollRun) {
	watch := newStopwatch(p.clock)
	for covered := time.Duration(0); ; {
		now := watch.elapsed()
		due, more := run.schedule.next(max(covered, now-1)) // a tick due right now still counts
		final := false
		if !more {
			if final = covered >= run.schedule.last(); final {
				due = run.schedule.Cap
			} else {
				due = now // the last tick fell into a slow reply
			}
		}
		woke, err := watch.reach(ctx, due)
		if err != nil {
			return
		}
		if final && !woke {
			p.capped(run)
			return
		}
		covered = watch.elapsed()
		if p.tick(ctx, run) {
			return
		}
	}
}

// stopwatch counts the time since its start, sleep of the machine included.
// Some monotonic clocks stand still during sleep: what the wall clock is then
// ahead by is added.
type stopwatch struct {
	clock Clock
	mono  time.Duration
	wall  time.Time
	total time.Duration
	woke  bool // a sleep was noticed and not yet reported
}

const (
	sleepNotice = 2 * time.Second // the wall clock may drift this far without meaning sleep
	glance      = time.Second     // after which the clocks are compared while waiting, up to three times as long for a long wait
)

func newStopwatch(clock Clock) *stopwatch {
	return &stopwatch{clock: clock, mono: clock.Monotonic(), wall: clock.Now()}
}

func (w *stopwatch) elapsed() time.Duration {
	mono, wall := w.clock.Monotonic(), w.clock.Now()
	step, wallStep := mono-w.mono, wall.Sub(w.wall)
	w.mono, w.wall = mono, wall
	if wallStep-step > sleepNotice {
		step, w.woke = wallStep, true
	}
	w.total += step
	return w.total
}

// reach waits until a time has come; true when the machine slept meanwhile,
// which ends the wait at once.
func (w *stopwatch) reach(ctx context.Context, due time.Duration) (woke bool, err error) {
	left := due - w.elapsed()
	for pause := min(max(left/3, glance), 3*glance); ; left = due - w.elapsed() {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if w.woke {
			w.woke = false
			return true, nil
		}
		if left <= 0 {
			return false, nil
		}
		select {
		case <-w.clock.After(min(left, pause)):
		case <-ctx.Done():
		}
	}
}
