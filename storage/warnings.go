package storage

import (
	"fmt"
	"sync"
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
	// WarnAlone: the second checkpoint, outside of the folder, is missing or not
	// readable, so that a folder put back as a whole would go unnoticed. It was written
	// again.
	WarnAlone WarningCode = "STORE_ALONE"
)

// The warnings about where the data lie.
const (
	// WarnNetwork: the folder is on another machine. Its locks and syncs cannot
	// be relied on. Practice alone: a live till refuses it.
	WarnNetwork WarningCode = "STORE_ON_NETWORK"
	// WarnSynced: a program copies the folder elsewhere and back by itself. It
	// may put an old file in the place of the newest, or copy half of one.
	WarnSynced WarningCode = "STORE_SYNCED"
)

// warnings are those of one store.
type warnings struct {
	opts Options
	mu   sync.Mutex
	all  []Warning // guarded by mu
}

func (w *warnings) list() []Warning {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Warning(nil), w.all...)
}

func (w *warnings) add(code WarningCode, detail string) {
	w.opts.Logger.Warn("store", "warning", string(code), "detail", detail)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, Warning{Code: code, Detail: detail})
}

// clockBack is how far the clock may stand before the newest commit: clocks are
// set right by some minutes now and then.
const clockBack = 10 * time.Minute

// compareClock looks for a commit from the future. A computer that was put back
// whole, keyring and all, has nothing else by which that could be noticed, and
// not even this once its clock was set again.
func (w *warnings) compareClock(newest time.Time) {
	if ahead := newest.Sub(w.opts.Clock()); ahead > clockBack {
		w.add(WarnClock, fmt.Sprintf("the newest commit is %s ahead of the clock", ahead.Round(time.Second)))
	}
}

// checkFolder looks at where the data lie.
func (w *warnings) checkFolder() {
	network, synced := w.opts.doubts(w.opts.Dir)
	if network != "" {
		w.add(WarnNetwork, fmt.Sprintf("%s is on %s", w.opts.Dir, network))
	}
	if synced != "" {
		w.add(WarnSynced, fmt.Sprintf("%s is within a folder of %s", w.opts.Dir, synced))
	}
}
