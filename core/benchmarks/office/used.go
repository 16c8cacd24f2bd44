package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
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
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) == nil {
		u.here = time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	server := strconv.Itoa(o.server.Process())
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest) // from the third on
		if len(fields) < 15 || fields[1] != server && filepath.Base(filepath.Dir(path)) != server {
			continue
		}
		for _, at := range []int{11, 12, 13, 14} { // of itself, and of children that ended
			ticks, _ := strconv.Atoi(fields[at])
			u.database += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return u
}
