//go:build benchmarks

package benchmarks

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"
)

// setting reads a number from the environment.
func setting(name string, standard int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
		return n
	}
	return standard
}

// figure is what was measured of one contender.
type figure struct {
	name   string
	rounds []time.Duration // for one call, round by round
	cpu    []time.Duration // of them: the processor's time of the whole process, server included
	allocs float64         // of one call
	bytes  float64
}

func (f figure) median() time.Duration { return middle(f.rounds) }

// ratioTo returns how many times as long as other this contender took: the
// median of the rounds' ratios.
func (f figure) ratioTo(other figure) float64 { return ratio(f.rounds, other.rounds) }

// cpuTo is ratioTo in processor time, which what else the machine does is not in.
func (f figure) cpuTo(other figure) float64 { return ratio(f.cpu, other.cpu) }

func ratio(mine, theirs []time.Duration) float64 {
	ratios := make([]float64, len(mine))
	for i := range ratios {
		ratios[i] = float64(mine[i]) / float64(theirs[i])
	}
	return middle(ratios)
}

func middle[N int | float64 | time.Duration](list []N) N {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}

// takeTurns measures the contenders round by round, each round beginning with
// another of them.
func takeTurns(t *testing.T, contenders ...contender) []figure {
	t.Helper()
	rounds, calls := setting("VERSUS_ROUNDS", 40), setting("VERSUS_CALLS", 400)
	figures := make([]figure, len(contenders))
	for round := -1; round < rounds; round++ { // one to warm up
		for turn := range contenders {
			i := (turn + max(round, 0)) % len(contenders)
			c, f := contenders[i], &figures[i]
			f.name = c.name
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began, used := time.Now(), cpuTime()
			for range calls {
				if err := c.call(); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
			}
			took, busy := time.Since(began), cpuTime()-used
			runtime.ReadMemStats(&after)
			if round < 0 {
				continue
			}
			n := float64(calls)
			f.rounds = append(f.rounds, took/time.Duration(calls))
			f.cpu = append(f.cpu, busy/time.Duration(calls))
			f.allocs = float64(after.Mallocs-before.Mallocs) / n
			f.bytes = float64(after.TotalAlloc-before.TotalAlloc) / n
		}
	}
	return figures
}

func micros(d time.Duration) string { return fmt.Sprintf("%.1f µs", float64(d)/1e3) }

// times is how many times as long as b a is.
func times(a, b time.Duration) string { return fmt.Sprintf("%.2f ×", float64(a)/float64(b)) }
