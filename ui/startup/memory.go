package startup

import (
	"os"
	"runtime/debug"
	"time"
)

// What the collector may let grow, in percent of what is in use: much while the
// window opens, when nearly all of it stays, and little afterwards, since a
// till runs all day beside other programs.
const (
	starting = 400
	running  = 40
	// settled is how long after its first picture the window has all it needs.
	settled = 3 * time.Second
)

// Hurry lets memory grow until Settle, unless GOGC decides.
func Hurry() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(starting)
	}
}

// ReleaseMemory gives back, a little later, what only the start needed.
func ReleaseMemory() {
	if os.Getenv("GOGC") != "" {
		return
	}
	time.AfterFunc(settled, func() {
		debug.SetGCPercent(running)
		debug.FreeOSMemory()
	})
}
