package backup

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// The times of the daily backup.
const (
	every      = 24 * time.Hour
	settled    = time.Hour        // after a start, before an old backup is made good
	patient    = 30 * time.Minute // how long a backup waits for a quiet moment
	retryAfter = 15 * time.Minute // after one that failed
	lookEvery  = time.Minute
)

// SchedulerOptions say how a Scheduler works. All are optional.
type SchedulerOptions struct {
	// Quiet reports whether no sale would notice a backup now; nil is always.
	Quiet func() bool
	// Mirror is the folder that copies go to as well; blank for none.
	Mirror string
	// Changed is called, from any goroutine, when Status has changed.
	Changed func()
	Zone    *time.Location // whose midnight ends a day; nil is the machine's
}

// Scheduler makes a backup of a store by itself: at the change of the day, or an
// hour after the start when the newest is older than a day. It waits for a
// quiet moment, but not for ever, and tries again when one failed. All methods
// may be called from any goroutine.
type Scheduler struct {
	store   *storage.Store
	opts    SchedulerOptions
	now     func() time.Time
	log     *slog.Logger
	started time.Time

	making sync.Mutex // one backup at a time

	mu     sync.Mutex
	status Status
	dueAt  time.Time // since when a backup is due; zero when none is
	retry  time.Time // not before
}

// Status is what a person should know of the backups.
type Status struct {
	Folder  string
	Last    time.Time // when the newest verified copy was made; zero when there is none
	Working bool

	// Since is when making one began to fail, Err why; nil while all is well.
	Since time.Time
	Err   error

	Mirror     string    // the other folder; blank for none
	MirrorLast time.Time // the newest copy there; zero when not known
	// MirrorErr is why the newest copy is not there: ErrAbsent when the folder
	// is not, as with a stick that was taken out.
	MirrorErr error
}

// NewScheduler prepares a Scheduler. Nothing happens before Run.
func NewScheduler(s *storage.Store, o SchedulerOptions) *Scheduler {
	if o.Quiet == nil {
		o.Quiet = func() bool { return true }
	}
	if o.Changed == nil {
		o.Changed = func() {}
	}
	if o.Zone == nil {
		o.Zone = time.Local
	}
	of := s.Options()
	k := &Scheduler{store: s, opts: o, now: of.Clock, log: of.Logger, started: of.Clock()}
	k.status.Folder, k.status.Mirror = files.BackupFolder(of.Dir), o.Mirror
	k.findNewest()
	return k
}

// Status returns what is known of the backups. It never waits for one.
func (k *Scheduler) Status() Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.status
}

// SetMirror chooses another mirror folder, or none, and sends the newest copy
// there with the next look.
func (k *Scheduler) SetMirror(folder string) {
	k.mu.Lock()
	k.status.Mirror, k.status.MirrorLast, k.status.MirrorErr = folder, time.Time{}, nil
	k.mu.Unlock()
	k.opts.Changed()
}

// Run makes backups when they are due until ctx ends.
func (k *Scheduler) Run(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		if k.wanted() {
			_ = k.Make(ctx) // told by Status
		} else {
			k.Follow(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Make makes a backup now, and a copy in the mirror folder, and waits for both.
// The error is that of the backup; Status tells of the copy.
func (k *Scheduler) Make(ctx context.Context) error {
	k.making.Lock()
	defer k.making.Unlock()
	k.change(func(s *Status) { s.Working = true })
	_, err := Make(ctx, k.store)
	now := k.now()
	k.mu.Lock()
	k.status.Working = false
	switch {
	case err == nil:
		k.status.Err, k.status.Since, k.dueAt, k.retry = nil, time.Time{}, time.Time{}, time.Time{}
	case ctx.Err() != nil: // the till is closing
	default:
		k.retry = now.Add(retryAfter)
		if k.status.Err == nil {
			k.status.Since = now
		}
		k.status.Err = err
		k.log.Error("backup failed", "err", err, "since", k.status.Since)
	}
	k.mu.Unlock()
	if err == nil {
		k.findNewest()
		k.sendMirror(ctx)
	}
	k.opts.Changed()
	return err
}

// findNewest reads which copy is the newest. One from the future is none: it would be the
// newest for years.
func (k *Scheduler) findNewest() {
	found, err := files.Backups(k.Status().Folder)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.status.Last = time.Time{}
	if newest := files.NewestBackup(found, k.now()); err == nil && newest != "" {
		k.status.Last = files.BackupTime(newest)
	}
}

// wanted reports whether a backup is to be made at this moment.
func (k *Scheduler) wanted() bool {
	now := k.now()
	k.mu.Lock()
	if now.Before(k.started) { // the clock was ahead, and is put right
		k.started = now
	}
	last, retry := k.status.Last, k.retry
	if !k.due(now, last) {
		k.dueAt = time.Time{}
	} else if k.dueAt.IsZero() {
		k.dueAt = now
	}
	dueAt := k.dueAt
	k.mu.Unlock()
	if dueAt.IsZero() || now.Before(retry) && retry.Sub(now) <= retryAfter {
		return false
	}
	return k.opts.Quiet() || now.Sub(dueAt) >= patient
}

// due is the rule: the day has changed since the newest copy and since the
// start, or the start is an hour ago and the newest copy a day.
func (k *Scheduler) due(now, last time.Time) bool {
	day := func(t time.Time) string { return t.In(k.opts.Zone).Format("20060102") }
	if day(now) > day(k.started) && day(last) != day(now) {
		return true
	}
	age := now.Sub(last)
	return now.Sub(k.started) >= settled && (age >= every || age < -time.Hour)
}

func (k *Scheduler) change(f func(*Status)) {
	k.mu.Lock()
	f(&k.status)
	k.mu.Unlock()
	k.opts.Changed()
}

// FaultCode tells why a backup failed: CodeFull, CodeDamaged when the store
// itself did not pass the check, or CodeBackup.
func FaultCode(err error) fault.Code {
	switch {
	case files.IsFull(err):
		return fault.CodeFull
	case errors.Is(err, journal.ErrCorrupt):
		return fault.CodeDamaged
	}
	return fault.CodeBackup
}
