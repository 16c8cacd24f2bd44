// Package memory gives memory back to the system. A till runs all day beside other
// programs: it may take much while its window opens, and holds little at rest.
package memory

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// What the collector may let grow, in percent of what is in use: much while the
// window opens, when nearly all of it stays, and little afterwards.
const (
	starting = 400
	running  = 40
	// settled is how long after its first picture the window has all it needs.
	settled = 3 * time.Second
)

// A till is at rest when for a whole period it has allocated at most so many bytes: a window
// that nobody touches takes about a third of it.
const (
	period  = 15 * time.Second
	restful = 2 << 20
)

var watching sync.Once

// Hurry lets memory grow until Release, unless GOGC decides.
func Hurry() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(starting)
	}
}

// Release gives back, a little later, what only the start needed, and from then on what
// the work needed, each time the till has come to rest. It does nothing where GOGC decides.
func Release() {
	if os.Getenv("GOGC") != "" {
		return
	}
	time.AfterFunc(settled, func() {
		debug.SetGCPercent(running)
		debug.FreeOSMemory()
	})
	watching.Do(func() {
		r := &rest{before: allocated()}
		time.AfterFunc(period, r.look)
	})
}

// rest knows whether the till is at rest.
type rest struct {
	before uint64 // bytes allocated until the newest period
	calm   bool   // in that period
}

// look ends a period, and begins the next.
func (r *rest) look() {
	if r.begins(allocated()) {
		debug.FreeOSMemory()
	}
	time.AfterFunc(period, r.look)
}

// begins takes in what was allocated until the end of a period, and reports whether a rest
// began with it.
func (r *rest) begins(allocated uint64) bool {
	calm := allocated-r.before <= restful
	begins := calm && !r.calm
	r.before, r.calm = allocated, calm
	return begins
}

// allocated is how many bytes this process has allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
