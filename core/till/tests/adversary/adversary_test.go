package adversary

import (
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sanduq/core/tests/soak"
	"sanduq/core/till/tests/oracle"
)

// standard is where the standard log goes: everything of it is looked at.
type standard struct {
	mu    sync.Mutex
	found []string
	lines int
}

func (s *standard) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines++
	if mark := secretIn(string(b)); mark != "" && len(s.found) < 5 {
		s.found = append(s.found, fmt.Sprintf("%s: %.300q", mark, b))
	}
	return len(b), nil
}

// drain returns what was found since the last time.
func (s *standard) drain() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.found
	s.found = nil
	return found
}

var stdlog = new(standard)

func TestMain(m *testing.M) {
	log.SetOutput(io.Writer(stdlog))
	os.Exit(m.Run())
}

// TestAdversary plays scripts. A seed that is played alone writes its trace out.
func TestAdversary(t *testing.T) {
	if seed, alone := soak.Alone(t); alone {
		report(t, write(seed), Run(t, write(seed), Options{Keep: true}))
		return
	}
	n := soak.N(t, 600)
	done := soak.Begin(t, "adversary", n)
	counts := playAll(t, soak.First(t, 0), n)
	for _, found := range stdlog.drain() {
		t.Errorf("law %q: %s", lawLog, found)
	}
	for _, must := range []string{"receipts", "codes", "taken", "paid twice", endingNames[calmly], endingNames[never], endingNames[atLast]} {
		if counts[must] == 0 && n >= 1000 {
			t.Errorf("never happened: %s", must)
		}
	}
	done("%d broken; %d calm, %d never, %d to the end of every watch; %d replies, of which %d are read otherwise by the second oracle; "+
		"%d codes, %d receipts, %d paid twice; %d legs debited again, %d of them denied by the gateway", counts["broken"],
		counts[endingNames[calmly]], counts[endingNames[never]], counts[endingNames[atLast]], counts["replies"], counts["disagreement"],
		counts["codes"], counts["receipts"], counts["paid twice"], counts["legs debited again"], counts["debited again, untold"])
	t.Log(counts)
}

// playAll plays scripts on all processors, and tells of the first that break a
// law.
func playAll(t *testing.T, from uint64, n int) map[string]int {
	var mu sync.Mutex
	var next, told atomic.Int64
	counts, laws := map[string]int{}, map[oracle.Law][]uint64{}
	t.Run("scripts", func(t *testing.T) {
		for range runtime.GOMAXPROCS(0) {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
					s := write(from + uint64(i))
					out := Run(t, s, Options{})
					mu.Lock()
					for what, k := range out.Counts {
						counts[what] += k
					}
					first := false
					for _, p := range out.Problems {
						if !slices.Contains(laws[p.Law], s.seed) {
							first = first || len(laws[p.Law]) < 3
							laws[p.Law] = append(laws[p.Law], s.seed)
						}
					}
					if len(out.Problems) > 0 {
						counts["broken"]++
					}
					mu.Unlock()
					if len(out.Problems) > 0 && first && told.Add(1) < 25 {
						less, again := Shrink(t, s, Options{}, out.Problems[0].Law)
						if len(again.Problems) == 0 {
							again.Problems = out.Problems
						}
						report(t, less, again)
					}
				}
			})
		}
	})
	for law, seeds := range laws {
		t.Errorf("law %q is broken by %d scripts: seeds %v", law, len(seeds), seeds[:min(len(seeds), 20)])
	}
	return counts
}

// report writes a script and what came of it out.
func report(t *testing.T, s script, r Result) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d, ends %s\n", s.seed, endingNames[s.end])
	for _, a := range s.acts {
		fmt.Fprintf(&b, "  %v\n", a)
	}
	for _, line := range untilBroken(r.Trace) {
		b.WriteString(line + "\n")
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "BROKEN %s: %s\n", p.Law, p.What)
	}
	if len(r.Problems) > 0 {
		fmt.Fprintf(&b, "again: %s\n", soak.Again("adversary", s.seed))
		t.Error(b.String())
		return
	}
	t.Log(b.String())
}

// untilBroken is a trace up to the first problem, all of it when there is none.
func untilBroken(trace []string) []string {
	at := slices.IndexFunc(trace, func(line string) bool { return strings.Contains(line, " PROBLEM ") })
	if at < 0 {
		return trace
	}
	return trace[:at+1]
}
