package crash

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/tests/soak"
)

// TestMain lets the test binary be every process that is killed.
func TestMain(m *testing.M) {
	if !Child() {
		os.Exit(m.Run())
	}
}

// killsAFolder is after how many kills a new folder is begun.
const killsAFolder = 60

// again is the command that plays a folder again: two workers share the kills, and
// the first begins with the folder of that seed.
func again(seed uint64) string { return soak.AgainFrom("kill", seed, 2*killsAFolder) }

// TestKilledTillsTellTheTruth kills tills under a stream of sales.
func TestKilledTillsTellTheTruth(t *testing.T) {
	n := soak.N(t, 25)
	end := soak.Begin(t, "kill", n)
	total := newTally()
	defer func() { end("%s", total) }()
	seed, dir := soak.First(t, 1), t.TempDir()
	const workers = 2
	var (
		mu     sync.Mutex
		left   = n
		next   uint64
		failed error
		wg     sync.WaitGroup
	)
	size := min(killsAFolder, max(1, (n+workers-1)/workers))
	for range workers {
		wg.Go(func() {
			for {
				mu.Lock()
				p := Plan{Dir: filepath.Join(dir, fmt.Sprint(next)), Seed: seed + next, Kills: min(left, size)}
				left -= p.Kills
				next++
				stop := p.Kills == 0 || failed != nil || len(total.Violations) > 20
				mu.Unlock()
				if stop {
					return
				}
				tally, err := Run(t.Context(), p)
				_ = os.RemoveAll(p.Dir)
				mu.Lock()
				if tally != nil {
					total.add(tally)
					if total.Kills%3000 < size {
						t.Logf("%d kills so far, %d breaches", total.Kills, len(total.Violations))
					}
				}
				if err != nil && failed == nil {
					failed = fmt.Errorf("%w; again: %s", err, again(p.Seed))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if failed != nil {
		t.Error(failed)
	}
	for _, v := range total.Violations {
		t.Errorf("%v; again: %s", v, again(v.Seed))
	}
	if total.Kills != n {
		t.Errorf("only %d kills", total.Kills)
	}
	if total.Looks < n/2 || total.Paid() < n/4 || total.Sales < n/2 {
		t.Errorf("too little happened: %d restarts looked at, %d sales, %d paid", total.Looks, total.Sales, total.Paid())
	}
	t.Logf("%d kills in %d folders, %d tills opened; kills left open sales at %v; ends %v", total.Kills, total.Folders, total.Lives,
		total.Found, total.Ends)
	if n >= 1000 {
		everyStep(t, total)
	}
}

// everyStep makes sure that kills struck everywhere.
func everyStep(t *testing.T, total *Tally) {
	for _, step := range []journal.Step{journal.StepIntent, journal.StepCreated, journal.StepQRIntent, journal.StepValidateIntent, journal.StepOTPIntent,
		journal.StepSession} {
		if total.Found[step] == 0 {
			t.Errorf("no kill struck at %s", step)
		}
	}
	for _, route := range []string{"qr", "account", "wallet"} {
		if total.Receipts[route] == 0 {
			t.Errorf("nobody paid by %s", route)
		}
	}
	if total.Late == 0 || total.Aside == 0 || total.Linked == 0 || total.Twice == 0 {
		t.Errorf("late %d, set aside %d, replaced %d, paid twice %d", total.Late, total.Aside, total.Linked, total.Twice)
	}
}

// TestWrongJournalsAreCaught makes sure that the proof above can fail: each
// deliberately wrong journal is caught by the same checks, and by the very one
// that is meant for it.
func TestWrongJournalsAreCaught(t *testing.T) {
	n := soak.N(t, 300)
	end := soak.Begin(t, "wrong-journals", n)
	var rows []string
	defer func() { end("%s", strings.Join(rows, "; ")) }()
	for _, j := range Journals {
		row := j.Name + ": "
		kills, first, caught := 0, "", false
		for seed := soak.First(t, 1); kills < n && !caught; seed++ {
			tally, err := Run(t.Context(), Plan{Dir: t.TempDir(), Seed: seed, Kills: min(killsAFolder, n-kills), Journal: j.Name, Until: j.Breach})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range tally.Violations {
				if first == "" {
					first = fmt.Sprintf("first seen after %d kills (%s)", kills+v.Kill, v.Breach)
				}
				if v.Breach == j.Breach && !caught {
					caught = true
					row += fmt.Sprintf("%s, as %q after %d kills", first, v.Breach, kills+v.Kill)
					t.Logf("%s: %v", j.Name, v)
				}
			}
			kills += tally.Kills
		}
		if !caught {
			row += fmt.Sprintf("NOT caught as %q within %d kills; %s", j.Breach, kills, first)
			t.Error(row)
		}
		rows = append(rows, row)
	}
}
