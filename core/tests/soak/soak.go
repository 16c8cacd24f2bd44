// Package soak is the common ground of the stress tests: tests that break the
// till in every way that one machine allows, and count. Each is an ordinary test
// with a small number of rounds; make soak runs them with a large one and shows
// one line for each. Rows lists them. A test that fails says how it is run again.
//
// It is in the root's module, so that the tests of all modules can use it.
//
//sanduq:norace its tests read files, in one goroutine
package soak

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// The environment of a stress test.
const (
	envN       = "SOAK_N"       // how many rounds
	envSeed    = "SOAK_SEED"    // the first seed; without SOAK_N it is played alone
	envGateway = "SOAK_GATEWAY" // "other" is the second gateway
)

// N returns how many rounds a test does: SOAK_N from the environment; one if only
// a seed is given; otherwise small, which takes some seconds.
func N(t testing.TB, small int) int {
	t.Helper()
	given := os.Getenv(envN)
	switch {
	case given == "" && os.Getenv(envSeed) != "":
		return 1
	case given == "":
		return small
	}
	n, err := strconv.Atoi(given)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q, not a number of rounds", envN, given)
	}
	return n
}

// Long reports whether make soak runs the test.
func Long() bool { return os.Getenv(envN) != "" }

// Turns measures two paces in turns, since other programs use the machine too, and
// returns the middle one of each; outside a long proof, whose rounds are few, the best.
func Turns(rounds int, one, other func() float64) (a, b float64) {
	var first, second []float64
	for range rounds {
		first, second = append(first, one()), append(second, other())
	}
	slices.Sort(first)
	slices.Sort(second)
	middle := rounds - 1
	if Long() {
		middle = rounds / 2
	}
	return first[middle], second[middle]
}

// First returns the first seed: SOAK_SEED from the environment, or usual.
func First(t testing.TB, usual uint64) uint64 {
	t.Helper()
	given := os.Getenv(envSeed)
	if given == "" {
		return usual
	}
	seed, err := strconv.ParseUint(given, 10, 64)
	if err != nil {
		t.Fatalf("%s is %q, not a seed", envSeed, given)
	}
	return seed
}

// Alone returns the seed that is played by itself, with all that it can say, and
// whether there is one: SOAK_SEED without SOAK_N.
func Alone(t testing.TB) (seed uint64, is bool) {
	t.Helper()
	return First(t, 0), os.Getenv(envSeed) != "" && !Long()
}

// Other reports whether the rows that can do so run on the second gateway
// instead of the practice bank.
func Other() bool { return os.Getenv(envGateway) == "other" }

// Again returns the command that plays a seed of a row again, alone. A failure
// names it.
func Again(row string, seed uint64) string { return command(row, fmt.Sprintf(" SEED=%d", seed)) }

// AgainFrom returns the command that plays n rounds from a seed on.
func AgainFrom(row string, seed uint64, n int) string {
	return command(row, fmt.Sprintf(" SEED=%d N=%d", seed, n))
}

func command(row, more string) string {
	c := "make soak ROW=" + row + more
	if r, _ := RowOf(row); r.Other && Other() {
		c = envGateway + "=other " + c
	}
	return c
}

// Begin starts a row of the table. Call the function it returns at the end,
// with what was counted: it writes the row with the time taken, and says so
// when the test has failed. A test that fails logs the command for all of it.
func Begin(t testing.TB, name string, n int) func(format string, args ...any) {
	t.Helper()
	row, known := RowOf(name)
	if !known {
		t.Fatalf("soak.Rows has no row %q", name)
	}
	again := command(name, fmt.Sprintf(" N=%d", n))
	if os.Getenv(envSeed) != "" {
		again = AgainFrom(name, First(t, 0), n)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("all of it again: %s", again)
		}
	})
	if row.Other && Other() {
		name += " (other)"
	}
	began := time.Now()
	return func(format string, args ...any) {
		verdict := "ok"
		if t.Failed() {
			verdict = "FAILED"
		}
		fmt.Printf("SOAK | %-24s | %9d | %-6s | %s | %s\n", name, n, verdict, fmt.Sprintf(format, args...),
			time.Since(began).Round(100*time.Millisecond))
	}
}
