//go:build !race

package storage

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sanduq/core/tests/strace"
)

// TestAKilledMigrationLosesNothing kills one at each of its renamings and syncs
// in turn. Whatever is left opens and holds everything.
func TestAKilledMigrationLosesNothing(t *testing.T) {
	strace.Need(t)
	dir, holds, _ := olderFolder(t)
	asFirstLayout(t, dir) // two steps, one after the other
	withNextLayout(t)
	kills := 0
	for _, call := range []string{"renameat", "fsync", "fdatasync", "unlinkat"} {
		for n := 1; ; n++ {
			work := filepath.Join(t.TempDir(), "till")
			wholeFolder(t, dir, work)
			cmd := strace.Command(t.Context(), strace.Options{Out: work + ".trace", Trace: call,
				Inject: fmt.Sprintf("%s:signal=KILL:when=%d", call, n)}, os.Args[0], "migrate", work)
			out, err := cmd.CombinedOutput()
			killed := strace.Killed(err)
			if err != nil && !killed {
				t.Fatalf("%s %d: %v: %s", call, n, err, out)
			}
			s := openTest(t, work)
			if told(t, s) != holds {
				t.Errorf("killed at %s %d: something is lost", call, n)
			}
			closeStore(t, s)
			if !killed {
				break
			}
			kills++
		}
	}
	if kills < 8 {
		t.Errorf("only %d were killed", kills)
	}
	t.Logf("killed %d times", kills)
}
