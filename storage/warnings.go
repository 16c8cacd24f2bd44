package storage

import (
	"fmt"
	"time"
)

// Warning is something that a manager should be told about a store that could
// be opened all the same.
type Warning struct {
	Code   WarningCode
	Detail string // for the log
}

// WarningCode names a warning; the application's catalogue holds its sentence.
type WarningCode string

// The warnings.
const (
	// WarnRollback: the file is older than what was last seen of it, or
	// another one: someone restored a copy, or the disk lost writes.
	WarnRollback WarningCode = "STORE_ROLLED_BACK"
	// WarnClock: the newest commit is from the future. The clock was set back, or
	// the whole computer was put back to an older state.
	WarnClock WarningCode = "STORE_CLOCK_BACK"
	// WarnUnmarked: the checkpoint could not be read, so a rollback would go
	// unnoticed.
	WarnUnmarked WarningCode = "STORE_UNMARKED"
)

// The warnings about where the data lie.
const (
	// WarnNetwork: the folder is on another machine. Its locks and syncs cannot
	// be relied on.
	WarnNetwork WarningCode = "STORE_ON_NETWORK"
	// WarnSynced: a program copies the folder elsewhere and back by itself. It
	// may put an old file in the place of the newest, or copy half of one.
	WarnSynced WarningCode = "STORE_SYNCED"
)

// Warnings returns what was found when the store was opened.
func (s *Store) Warnings() []Warning {
	s.warnMu.Lock()
	defer s.warnMu.Unlock()
	return append([]Warning(nil), s.warnings...)
}

func (s *Store) warn(code WarningCode, detail string) {
	s.opts.Logger.Warn("store", "warning", string(code), "detail", detail)
	s.warnMu.Lock()
	defer s.warnMu.Unlock()
	s.warnings = append(s.warnings, Warning{Code: code, Detail: detail})
}

// clockBack is how far the clock may stand before the newest commit: clocks are
// set right by some minutes now and then.
const clockBack = 10 * time.Minute

// compareClock looks for a commit from the future. A computer that was put back
// whole, keyring and all, has nothing else by which that could be noticed, and
// not even this once its clock was set again.
func (s *Store) compareClock() {
	if ahead := s.last.At.Sub(s.opts.Clock()); ahead > clockBack {
		s.warn(WarnClock, fmt.Sprintf("the newest commit is %s ahead of the clock", ahead.Round(time.Second)))
	}
}
