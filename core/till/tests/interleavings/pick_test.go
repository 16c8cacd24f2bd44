package interleavings

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"
)

// fingerprint is the same for two plays that differ only in the order of steps
// that commute.
func (h history) fingerprint() (sum uint64) {
	names := map[int]string{}
	for _, s := range h {
		names[s.who.index] = s.who.name
	}
	for _, s := range h {
		var before []string
		for i, n := range s.clock {
			if n > 0 {
				before = append(before, fmt.Sprint(names[i], " ", n))
			}
		}
		slices.Sort(before)
		one := fnv.New64a()
		fmt.Fprint(one, s.who.name, s.no, s.what, before)
		sum += one.Sum64()
	}
	return sum
}

// byChance is a picker that follows a seed.
func byChance(seed uint64) picker {
	random := rand.New(rand.NewPCG(seed, 0))
	return func(_ int, enabled []string, _ string) string { return enabled[random.IntN(len(enabled))] }
}

func playByChance(t *testing.T, s scene, f fault, seed uint64) outcome {
	return play(t, s, f, byChance(seed), func(int, touches) {})
}
