// Package soak is the common ground of the long proofs: tests that break the
// till in every way that one machine allows, and count. Each is an ordinary
// test with a small number of rounds; `make soak` runs them with a large one
// and shows one line for each.
//
// It is in the root's module, so that the tests of all modules can use it.
package soak

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

// N returns how many rounds a proof does: SOAK_N from the environment, or
// small, which takes some seconds.
func N(t testing.TB, small int) int {
	t.Helper()
	given := os.Getenv("SOAK_N")
	if given == "" {
		return small
	}
	n, err := strconv.Atoi(given)
	if err != nil || n < 1 {
		t.Fatalf("SOAK_N is %q, not a number of rounds", given)
	}
	return n
}

// Other reports whether the rows that can do so run on the second gateway
// instead of the practice bank: SOAK_GATEWAY=other.
func Other() bool { return os.Getenv("SOAK_GATEWAY") == "other" }

// Gateway is the name of such a row, with the gateway's if it is the other.
func Gateway(row string) string {
	if Other() {
		return row + " (other)"
	}
	return row
}

// Begin starts a row of the table. Call the function it returns at the end,
// with what was counted: it writes the row with the time taken, and says so
// when the test has failed.
func Begin(t testing.TB, name string, n int) func(format string, args ...any) {
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
