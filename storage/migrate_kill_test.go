//go:build !race

package storage

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/tests/soak"
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
			if describe(t, s) != holds {
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

// TestTheDayIsAddedHoweverOftenItIsKilled: at moments spread over the whole of it.
// Whatever is left opens, holds every sale and each debt once. SOAK_N sets how
// often, DAY_SALES how large the file is.
func TestTheDayIsAddedHoweverOftenItIsKilled(t *testing.T) {
	number := func(name string, usual int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return usual
	}
	sales, kills := number("DAY_SALES", 2_000), soak.N(t, 3)
	done := soak.Begin(t, "day-migration", kills)
	dir := t.TempDir()
	s := openTest(t, dir)
	paidTwice(t, s)
	fillMany(t, s, sales)
	closeStore(t, s)
	withoutDay(t, dir)
	took := func(work string, after time.Duration) (whole time.Duration, killed bool) {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "open-older", work)
		began := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if after > 0 {
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
		err := cmd.Wait()
		return time.Since(began), err != nil
	}
	copyOf := func() string {
		work := filepath.Join(t.TempDir(), "till")
		wholeFolder(t, dir, work)
		return work
	}
	first := copyOf()
	whole, failed := took(first, 0)
	if failed {
		t.Fatal("it was not brought forward")
	}
	_ = os.RemoveAll(first) // a hundred large copies would fill the disk
	killed := 0
	for n := range kills {
		work := copyOf()
		if _, hit := took(work, whole*time.Duration(n+1)/time.Duration(kills+1)); hit {
			killed++
		}
		s := openTest(t, work)
		debts, err := s.Debts(t.Context(), journal.DebtQuery{})
		if report, verified := s.Verify(t.Context()); err != nil || verified != nil || len(debts) != 5 || report.Sales != uint64(sales+9) {
			t.Errorf("killed after %d of %d: %d debts, %d sales, %v, %v", n+1, kills+1, len(debts), report.Sales, err, verified)
		}
		closeStore(t, s)
		_ = os.RemoveAll(work)
	}
	if killed == 0 {
		t.Errorf("none of %d kills hit it", kills)
	}
	done("a file of %d sales is given its day in %v; killed %d times on the way, every sale and debt there once", sales, whole.Round(time.Millisecond), killed)
}
