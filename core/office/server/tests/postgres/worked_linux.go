package postgres

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Worked is the processor time of this process, and of the server with all its
// children: a machine that does something else besides slows the clock's figures,
// and hardly these.
func (s *Server) Worked() (here, server time.Duration) {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) == nil {
		here = time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	first := strconv.Itoa(s.Process())
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest) // from the third on
		if len(fields) < 15 || fields[1] != first && filepath.Base(filepath.Dir(path)) != first {
			continue
		}
		for _, at := range []int{11, 12, 13, 14} { // of itself, and of children that ended
			ticks, _ := strconv.Atoi(fields[at])
			server += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return here, server
}
