//go:build linux

package reading

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// worked is the processor time of this process and of the server with what it started:
// a machine that does something else besides slows the clock's figures, and hardly
// these.
func (w *world) worked() (all time.Duration) {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) == nil {
		all = time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	server := strconv.Itoa(w.server.Process())
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
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
			all += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return all
}
