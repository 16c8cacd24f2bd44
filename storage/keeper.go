package storage

import (
	"context"
	"errors"
	"sync"
	"time"

	"sanduq/core/till"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// The times of the daily backup.
const (
	backupEvery   = 24 * time.Hour
	backupSettled = time.Hour        // after a start, before an old backup is made good
	backupPatient = 30 * time.Minute // how long a backup waits for a quiet moment
	backupRetry   = 15 * time.Minute // after one that failed
	keeperLook    = time.Minute
)

// KeeperOptions say how a Keeper works. All are optional.
type KeeperOptions struct {
	// Quiet tells whether no sale would notice a backup now; nil is always.
	Quiet func() bool
	// Second is the folder that copies go to as well; blank for none.
	Second string
	// Changed is called, from any goroutine, when Status has changed.
	Changed func()
	Zone    *time.Location // whose midnight ends a day; nil is the machine's
}

// Keeper makes a backup of a store by itself: at the change of the day, or an
// hour after the start when the newest is older than a day. It waits for a
// quiet moment, but not for ever, and tries again when one failed. All methods
// may be called from any goroutine.
type Keeper struct {
	store   *Store
	opts    KeeperOptions
	started time.Time

	making sync.Mutex // one backup at a time

	mu     sync.Mutex
	status BackupStatus
	dueAt  time.Time // since when a backup is due; zero when none is
	retry  time.Time // not before
}

// BackupStatus is what a person should know of the backups.
type BackupStatus struct {
	Folder  string
	Last    time.Time // when the newest verified copy was made; zero when there is none
	Working bool

	// Since is when making one began to fail, Err why; nil while all is well.
	Since time.Time
	Err   error

	Second     string    // the other folder; blank for none
	SecondLast time.Time // the newest copy there; zero when not known
	// SecondErr is why the newest copy is not there: ErrAbsent when the folder
	// is not, as with a stick that was taken out.
	SecondErr error
}

// NewKeeper prepares a Keeper. Nothing happens before Run.
func NewKeeper(s *Store, o KeeperOptions) *Keeper {
	if o.Quiet == nil {
		o.Quiet = func() bool { return true }
	}
	if o.Changed == nil {
		o.Changed = func() {}
	}
	if o.Zone == nil {
		o.Zone = time.Local
	}
	k := &Keeper{store: s, opts: o, started: s.opts.Clock()}
	k.status.Folder, k.status.Second = s.backupFolder(), o.Second
	k.look()
	return k
}

// Status returns what is known of the backups. It never waits for one.
func (k *Keeper) Status() BackupStatus {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.status
}

// SetSecond chooses another second folder, or none, and sends the newest copy
// there with the next look.
func (k *Keeper) SetSecond(folder string) {
	k.mu.Lock()
	k.status.Second, k.status.SecondLast, k.status.SecondErr = folder, time.Time{}, nil
	k.mu.Unlock()
	k.opts.Changed()
}

// Run makes backups when they are due until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	ticker := time.NewTicker(keeperLook)
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

// Make makes a backup now, and a copy in the second folder, and waits for both.
// The error is that of the backup; Status tells of the copy.
func (k *Keeper) Make(ctx context.Context) error {
	k.making.Lock()
	defer k.making.Unlock()
	k.change(func(s *BackupStatus) { s.Working = true })
	_, err := k.store.Backup(ctx)
	now := k.store.opts.Clock()
	k.mu.Lock()
	k.status.Working = false
	switch {
	case err == nil:
		k.status.Err, k.status.Since, k.dueAt, k.retry = nil, time.Time{}, time.Time{}, time.Time{}
	case ctx.Err() != nil: // the till is closing
	default:
		k.retry = now.Add(backupRetry)
		if k.status.Err == nil {
			k.status.Since = now
		}
		k.status.Err = err
		k.store.opts.Logger.Error("backup failed", "err", err, "since", k.status.Since)
	}
	k.mu.Unlock()
	if err == nil {
		k.look()
		k.sendSecond(ctx)
	}
	k.opts.Changed()
	return err
}

// look reads which copy is the newest.
func (k *Keeper) look() {
	found, err := k.store.Backups()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.status.Last = time.Time{}
	if err == nil && len(found) > 0 {
		k.status.Last = backupTime(found[0])
	}
}

// wanted tells whether a backup is to be made at this moment.
func (k *Keeper) wanted() bool {
	now := k.store.opts.Clock()
	k.mu.Lock()
	last, retry := k.status.Last, k.retry
	if !k.due(now, last) {
		k.dueAt = time.Time{}
	} else if k.dueAt.IsZero() {
		k.dueAt = now
	}
	dueAt := k.dueAt
	k.mu.Unlock()
	if dueAt.IsZero() || now.Before(retry) && retry.Sub(now) <= backupRetry {
		return false
	}
	return k.opts.Quiet() || now.Sub(dueAt) >= backupPatient
}

// due is the rule: the day has changed since the newest copy and since the
// start, or the start is an hour ago and the newest copy a day. A copy from the
// future is no copy: a clock was wrong.
func (k *Keeper) due(now, last time.Time) bool {
	day := func(t time.Time) string { return t.In(k.opts.Zone).Format("20060102") }
	if day(now) > day(k.started) && day(last) != day(now) {
		return true
	}
	age := now.Sub(last)
	return now.Sub(k.started) >= backupSettled && (age >= backupEvery || age < -time.Hour)
}

func (k *Keeper) change(f func(*BackupStatus)) {
	k.mu.Lock()
	f(&k.status)
	k.mu.Unlock()
	k.opts.Changed()
}

// BackupCode tells why a backup failed: CodeFull, CodeDamaged when the store
// itself did not pass the check, or CodeBackup.
func BackupCode(err error) fault.Code {
	switch {
	case files.IsFull(err):
		return fault.CodeFull
	case errors.Is(err, till.ErrCorrupt):
		return fault.CodeDamaged
	}
	return fault.CodeBackup
}
