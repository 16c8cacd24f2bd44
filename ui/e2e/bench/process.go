//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"time"
)

// tick is the unit in which Linux tells processor time to programs.
const tick = 10 * time.Millisecond

// processorTime is what a process has used so far, all its threads together.
func processorTime(pid int) (time.Duration, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	var user, system int64
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:])) // the name before may hold blanks
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		return 0, err
	}
	return time.Duration(user+system) * tick, nil
}

// memory is what a process holds, in bytes: resident, its share of what it
// holds together with others, and what it alone holds and has written.
type memory struct{ resident, share, dirty int64 }

func memoryOf(pid int) (m memory, err error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return m, err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		var kib int64
		if n, _ := fmt.Sscanf(lines.Text(), "Rss: %d kB", &kib); n == 1 {
			m.resident = kib << 10
		}
		if n, _ := fmt.Sscanf(lines.Text(), "Pss: %d kB", &kib); n == 1 {
			m.share = kib << 10
		}
		if n, _ := fmt.Sscanf(lines.Text(), "Private_Dirty: %d kB", &kib); n == 1 {
			m.dirty = kib << 10
		}
	}
	if m.resident == 0 || m.share == 0 || m.dirty == 0 {
		return m, fmt.Errorf("process %d: its memory cannot be read", pid)
	}
	return m, lines.Err()
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.0f MB", float64(bytes)/1e6) }
