package main

import (
	"fmt"
	"runtime"
	"time"
)

// used is processor time: a machine that does something else besides slows the
// clock's figures, and hardly these.
type used struct{ here, database time.Duration }

func (u used) less(o used) used { return used{u.here - o.here, u.database - o.database} }

// of says what one of n cost, and how many of them all processors could do if
// nothing else ran and nothing waited.
func (u used) of(n int, what string) string {
	if n == 0 || u.here+u.database <= 0 {
		return "nothing was measured"
	}
	each := func(d time.Duration) float64 { return float64(d) / float64(n) / float64(time.Microsecond) }
	whole := float64(runtime.NumCPU()) * float64(time.Second) / (float64(u.here+u.database) / float64(n))
	return fmt.Sprintf("processor time for a %s: %.1f µs in collector and clients, %.1f µs in PostgreSQL; by it %d processors alone would do %.0f/s at the very most",
		what, each(u.here), each(u.database), runtime.NumCPU(), whole)
}

// used reads the time of this process, and of the server with all its children.
func (o *place) used() (u used) {
	u.here, u.database = o.server.Worked()
	return u
}
