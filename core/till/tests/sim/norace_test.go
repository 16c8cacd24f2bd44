//go:build !race

package sim

import (
	"strings"
	"testing"
)

const raced = false

// TestASeedPassesAgain plays one seed in two processes and compares the whole
// history: every commit, call, fault and act with its time. When the machine is
// so busy that one of them was interrupted, a third decides.
func TestASeedPassesAgain(t *testing.T) {
	for _, seed := range []string{"7-8", "12-13"} {
		seen := map[string]bool{}
		for try := 0; ; try++ {
			_, history, err := inProcess("TestSimRange", seed)
			if err != nil || strings.Count(history, "\n") < 50 {
				t.Fatalf("%v: %s", err, history)
			}
			history = history[:strings.LastIndex(history, "--- PASS")] // which tells the time it took
			if seen[history] {
				break
			}
			if seen[history] = true; try == 4 {
				t.Fatalf("seed %s passed in %d ways", seed, len(seen))
			}
		}
	}
}
