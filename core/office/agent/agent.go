package agent

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

// Store is what the agent reads: a part of journal.Store.
type Store interface {
	Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error)
	OpenSales(ctx context.Context) ([]journal.Sale, error)
	Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error)
	Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error]
	Receipt(ctx context.Context, seq uint64) (journal.Receipt, error)
	Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error)
	Head(ctx context.Context, day journal.Day) (journal.Head, error)
	Z(ctx context.Context, seq uint64) (journal.Z, error)
	CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error)
	Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error)
	DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error)
}

// Config is what an Agent is made of.
type Config struct {
	Store       Store
	Office      Office
	Till        int64 // its number at the office
	Environment core.Environment
	// BackupFailing is since when backup copies fail; the zero time while they do not.
	// Nil where nobody knows.
	BackupFailing func() time.Time
	Now           func() time.Time // in the till's time zone, in which its days begin; nil is time.Now
	Logger        *slog.Logger     // nil is silence
}

// How often the agent does what. All but pauses end at once when somebody wakes
// it.
const (
	lookEvery     = 2 * time.Second  // it looks for news by itself
	beatEvery     = 30 * time.Second // it says at least so often that it is there
	daysEvery     = 24 * time.Hour   // it compares days
	gathering     = 50 * time.Millisecond
	firstPause    = time.Second // after an error; it doubles
	longestPause  = 5 * time.Minute
	hopelessPause = 15 * time.Minute // after what a person must put right

	// Between two batches of many it rests this many times as long as the one took:
	// weeks go out in a minute, and the till's processor is the till's.
	restTimes   = 4
	longestRest = time.Second
)

// Status is how it stands between till and office.
type Status struct {
	Heard   time.Time // when the office last said that it has everything sent; zero before the first time
	Pending uint64    // rows of chains that the office has not
	Epoch   int
	// Refused is why the office takes nothing, or, with CodeMalformed, not all; blank
	// while nobody need do anything.
	Refused office.Code
	// Failing is true while the newest try has failed, for whatever reason, or the office
	// refuses some rows: Err, and Since the first of the tries that have failed one after
	// the other.
	Failing bool
	Err     error
	Since   time.Time
}

// Agent sends what its till's office has not yet. Wake and Status may be called
// from any goroutine, Run once.
type Agent struct {
	cfg  Config
	log  *slog.Logger
	wake chan struct{}

	mu     sync.Mutex // guards the rest
	named  map[journal.SaleID]bool
	status Status
	at     map[office.Chain]office.Known // what the office was last known to have; nil before it was asked

	talk conversation // of Run alone
}

// New returns an agent that does nothing yet.
func New(cfg Config) (*Agent, error) {
	if cfg.Store == nil || cfg.Office == nil || cfg.Till <= 0 || cfg.Environment == "" {
		return nil, errors.New("agent: Store, Office, Till and Environment are required")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	return &Agent{cfg: cfg, log: cfg.Logger, wake: make(chan struct{}, 1), named: map[journal.SaleID]bool{}}, nil
}

// maxNamed is how many sales wait to be looked at again because somebody named
// them. Of more, the open ones are found all the same, and the others when days
// are compared.
const maxNamed = 10_000

// Wake says that there may be something to send, of a sale if one is named. It
// never waits.
func (a *Agent) Wake(id journal.SaleID) {
	a.mu.Lock()
	if id != "" && len(a.named) < maxNamed {
		a.named[id] = true
	}
	a.mu.Unlock()
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// Status returns how it stands.
func (a *Agent) Status() Status {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.status
}

// Waiting returns how many rows of chains the till has that the office has not
// answered for; false before the office was first asked what it has. It reads the
// store.
func (a *Agent) Waiting(ctx context.Context) (rows uint64, known bool, err error) {
	a.mu.Lock()
	at, known := a.at, a.at != nil
	a.mu.Unlock()
	if !known {
		return 0, false, nil
	}
	head, err := a.cfg.Store.Head(ctx, journal.DayOf(a.cfg.Now()))
	if err != nil {
		return 0, false, fmt.Errorf("read head: %w", err)
	}
	for chain, newest := range newest(head) {
		if has := at[chain].Seq; newest > has {
			rows += newest - has
		}
	}
	return rows, true, nil
}

// Run sends until ctx ends. It returns ctx's error.
func (a *Agent) Run(ctx context.Context) error {
	var pause time.Duration
	for ctx.Err() == nil {
		began := time.Now()
		more, err := a.sendBatch(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			pause = next(pause, err)
			a.log.Warn("not sent to the office", "err", err, "again in", pause)
			a.sleep(ctx, pause, false)
		case more:
			pause = 0
			a.sleep(ctx, min(restTimes*time.Since(began), longestRest), false)
		default:
			pause = 0
			if a.sleep(ctx, lookEvery, true) {
				a.sleep(ctx, gathering, false) // what comes together goes together
			}
		}
	}
	return ctx.Err()
}

// sleep waits, until somebody wakes the agent if it may be, and reports whether
// one did.
func (a *Agent) sleep(ctx context.Context, d time.Duration, wakeable bool) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	var wake <-chan struct{}
	if wakeable {
		wake = a.wake
	}
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-wake:
		return true
	}
	return false
}

// next is the pause after one more error: drawn from a span that doubles, so that
// tills that fell silent together do not come back together.
func next(pause time.Duration, err error) time.Duration {
	if said, ok := errors.AsType[*office.Refusal](err); ok && hopeless(said.Code) {
		return hopelessPause + rand.N(hopelessPause)
	}
	pause = min(max(2*pause, firstPause), longestPause)
	return pause/2 + rand.N(pause/2+1)
}

// hopeless reports whether a person must put it right.
func hopeless(code office.Code) bool {
	switch code {
	case office.CodeMalformed, office.CodeVersion, office.CodeKey, office.CodeOtherTill, office.CodeEnvironment, office.CodeHeld:
		return true
	}
	return false
}

// sendBatch sends one batch, if there is something to send or it is time to be heard,
// and reports whether there is more.
func (a *Agent) sendBatch(ctx context.Context) (more bool, err error) {
	t := &a.talk
	defer func() { a.setStatus(err) }()
	if !t.begun {
		if err := t.askCursor(ctx, a.cfg); err != nil {
			return false, err
		}
	}
	a.mu.Lock()
	for id := range a.named {
		t.named[id] = true
	}
	clear(a.named)
	a.mu.Unlock()
	b, more, err := t.batch(ctx, a.cfg)
	if err != nil {
		return false, err
	}
	if b.Size() == 0 && a.cfg.Now().Sub(t.heard).Abs() < beatEvery {
		return false, t.compareDays(ctx, a.cfg)
	}
	again, err := t.send(ctx, a.cfg, b)
	return more || again, err
}

// setStatus keeps what Status tells.
func (a *Agent) setStatus(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil {
		err = a.talk.withheld.err
	}
	if err != nil && !a.status.Failing {
		a.status.Since = a.cfg.Now()
	}
	a.status.Failing, a.status.Err, a.status.Refused = err != nil, err, ""
	if err == nil {
		a.status.Since = time.Time{}
	}
	if said, ok := errors.AsType[*office.Refusal](err); ok && hopeless(said.Code) {
		a.status.Refused = said.Code
	}
	a.status.Epoch, a.status.Pending, a.status.Heard = a.talk.cursor.Epoch, a.talk.pending, a.talk.heard
	if a.talk.cursor.Chains != nil {
		a.at = a.talk.cursor.Chains // never written to: each answer brings one of its own
	}
}
