package sim

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core/tests/soak"
)

// TestSim plays seeds on the disk of memory. A seed that is played alone writes
// its history out (with -v).
func TestSim(t *testing.T) { prove(t, "sim", "TestSimRange", 16) }

// TestSimOnFile plays them on the real storage, file, sealing and all.
func TestSimOnFile(t *testing.T) { prove(t, "sim-bbolt", "TestSimOnFileRange", 6) }

func prove(t *testing.T, row, child string, small int) {
	if again(t, child) {
		return
	}
	n := soak.N(t, small)
	done := soak.Begin(t, row, n)
	c, _ := playAll(t, child, n)
	done("%d problems; %d replayed, %d interrupted; %d calls, %d acts, %d failed commits, %d deaths in a commit, %d faults, %d lies, %d receipts of %d paid, %d paid twice",
		c["failures"], c["replayed"], c["replayed otherwise"], c["calls"], c["acts"], c["commit lost"]+c["commit kept"],
		c["death before a commit"]+c["death after a commit"], struck(c), lied(c), c["receipts"], c["paid at the gateway"], c["paid twice"])
	t.Log(c)
}

// again plays the one seed that is to be played alone, if there is one.
func again(t *testing.T, child string) bool {
	seed, alone := soak.Alone(t)
	if !alone {
		return false
	}
	got, out, err := inProcess(child, fmt.Sprintf("%d-%d", seed, seed+1))
	fmt.Println(out)
	for _, failure := range got.Failed {
		t.Error(failure)
	}
	if err != nil {
		t.Error(err)
	}
	return true
}

// playAll plays n seeds and demands that everything which a seed is made of
// happened in some of them.
func playAll(t *testing.T, child string, n int) (map[string]int, time.Duration) {
	c, slowest := spread(t, child, int(soak.First(t, 0)), n)
	if c["seeds"] != n {
		t.Errorf("%d seeds were played of %d", c["seeds"], n)
	}
	must := []string{"calls", "acts", "receipts", "commit lost", "commit kept", "slow", "drop", "commitThenDrop", "wrong Date headers", "zones changed", "Zs", "exports"}
	for _, kinds := range lies {
		for _, kind := range kinds {
			if !soak.Other() || !slices.Contains(worded, kind) {
				must = append(must, lie+kind)
			}
		}
	}
	for _, each := range must {
		if c[each] == 0 && n >= 200 {
			t.Errorf("never happened: %s", each)
		}
	}
	// A busy machine interrupts one now and then, and of few seeds one proves nothing.
	if never := c["never the same"]; never > 1 && never*4 > c["replayed"] {
		t.Errorf("of %d seeds %d never passed twice in the same way", c["replayed"], c["never the same"])
	}
	return c, slowest
}

func lied(c map[string]int) (n int) {
	for what, k := range c {
		if strings.HasPrefix(what, lie) {
			n += k
		}
	}
	return n
}

func struck(c map[string]int) int {
	n, kinds := c["slow"], map[string]bool{}
	for _, f := range ill {
		kinds[string(f.kind)] = true
	}
	for kind := range kinds {
		n += c[kind]
	}
	return n
}

// TestSimRange is a part of TestSim, in a process of its own.
func TestSimRange(t *testing.T) {
	dir := room(t)
	playRange(t, "sim", func(seed uint64) Options { return Options{Seed: seed, Room: dir} })
}

// TestSimOnFileRange is a part of TestSimOnFile.
func TestSimOnFileRange(t *testing.T) {
	dir := room(t)
	playRange(t, "sim-bbolt", func(seed uint64) Options {
		return Options{Seed: seed, Room: dir, Disk: onFolder(t, dir, seed)}
	})
}
