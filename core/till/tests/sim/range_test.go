package sim

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core/tests/soak"
)

// A range of seeds runs in a process of its own with one processor, without
// collecting garbage in the middle of a seed and without being interrupted:
// then goroutines take turns in the same order each time, and a seed passes
// again as it passed before.
var alone = []string{"GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1"}

// ranged is what one process reports at its end.
type ranged struct {
	Counts  map[string]int
	Failed  []string
	Slowest time.Duration
}

const report = "REPORT "

// spread plays seeds from first on in as many processes as there are
// processors, and returns what they counted and the slowest of what was learnt.
func spread(t *testing.T, child string, first, n int) (map[string]int, time.Duration) {
	t.Helper()
	shares := min(runtime.NumCPU(), n)
	var mu sync.Mutex
	var wg sync.WaitGroup
	total, slowest := map[string]int{}, time.Duration(0)
	for i := range shares {
		from, to := first+n*i/shares, first+n*(i+1)/shares
		wg.Go(func() {
			got, out, err := inProcess(child, fmt.Sprintf("%d-%d", from, to))
			mu.Lock()
			defer mu.Unlock()
			for what, k := range got.Counts {
				total[what] += k
			}
			total["failures"] += len(got.Failed)
			slowest = max(slowest, got.Slowest)
			for _, failure := range got.Failed {
				t.Error(failure)
			}
			if err != nil {
				t.Errorf("seeds %d to %d: %v\n%s", from, to-1, err, out)
			}
		})
	}
	wg.Wait()
	return total, slowest
}

// inProcess runs one test of this binary on a range of seeds.
func inProcess(child, seeds string) (got ranged, out string, err error) {
	cmd := exec.Command(os.Args[0], "-test.run=^"+child+"$", "-test.v", "-test.timeout=12h")
	cmd.Env = append(append(os.Environ(), alone...), "SIM_SEEDS="+seeds)
	raw, err := cmd.CombinedOutput()
	var rest bytes.Buffer
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if text, found := strings.CutPrefix(lines.Text(), report); found {
			if e := json.Unmarshal([]byte(text), &got); e != nil && err == nil {
				err = e
			}
			continue
		}
		fmt.Fprintln(&rest, lines.Text())
	}
	if err == nil && got.Counts == nil {
		err = fmt.Errorf("no report")
	}
	return got, rest.String(), err
}

// playRange is a range in this process: each seed once, and each 50th once more,
// which must pass as before.
func playRange(t *testing.T, row string, options func(seed uint64) Options) {
	var from, to int
	if _, err := fmt.Sscanf(os.Getenv("SIM_SEEDS"), "%d-%d", &from, &to); err != nil {
		t.Skip("a part of the proofs beside it")
	}
	all := ranged{Counts: map[string]int{}}
	one := to-from == 1
	Run(t, options(uint64(from))) // what is made only once in a process is made now
	for seed := from; seed < to; seed++ {
		again := !raced && seed%50 == 0
		o := options(uint64(seed))
		o.Export, o.Keep = exportSales, again || one
		out := Run(t, o)
		for _, p := range out.Problems {
			all.Failed = append(all.Failed, fmt.Sprintf("seed %d: %s; again: %s", seed, p, soak.Again(row, uint64(seed))))
		}
		for what, k := range out.Counts {
			all.Counts[what] += k
		}
		all.Counts["seeds"]++
		all.Slowest = max(all.Slowest, out.Slowest)
		if one {
			writeHistory(out.History)
		}
		if again {
			replay(t, options, uint64(seed), out.History, &all)
		}
		if seed%20 == 0 {
			runtime.GC()
		}
		if len(all.Failed) > 20 {
			break
		}
	}
	line, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("\n%s%s\n", report, line)
}

// replay plays a seed again and compares the whole history. Only the operating
// system can come in between, when it takes the processor away for long enough
// that Go's own watchman interrupts a goroutine: then a third run is made. On a
// busy machine even that may differ, which is counted and must stay rare.
func replay(t *testing.T, options func(seed uint64) Options, seed uint64, first map[string][]string, all *ranged) {
	all.Counts["replayed"]++
	once := func() map[string][]string {
		o := options(seed)
		o.Export, o.Keep = exportSales, true
		return Run(t, o).History
	}
	second := once()
	if digest(first) == digest(second) {
		return
	}
	all.Counts["replayed otherwise"]++
	if third := digest(once()); third != digest(first) && third != digest(second) {
		all.Counts["never the same"]++
		fmt.Printf("seed %d passed in three ways: %s\n", seed, differs(first, second))
	}
}

// writeHistory writes a history out.
func writeHistory(history map[string][]string) {
	for _, track := range slices.Sorted(maps.Keys(history)) {
		fmt.Printf("== %s\n", track)
		for _, line := range history[track] {
			fmt.Println(line)
		}
	}
}

func digest(history map[string][]string) string {
	raw, err := json.Marshal(history) // maps are written in the order of their keys
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%x", sha256.Sum256(raw))
}

func differs(a, b map[string][]string) string {
	for _, track := range slices.Sorted(maps.Keys(a)) {
		for i, line := range a[track] {
			if i >= len(b[track]) {
				return fmt.Sprintf("%s has no line %q", track, line)
			}
			if b[track][i] != line {
				return fmt.Sprintf("%s has %q instead of %q", track, b[track][i], line)
			}
		}
	}
	return "it is longer"
}

// room is a folder in memory where there is one: the practice bank syncs its
// ledger for each call, which must not cost more than it has to here.
func room(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "sim-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "gate")
}
