// Package needs is for tests that need what not every machine has: a program, a
// right, a file system. Such a test is skipped and says what to install, or
// fails where SANDUQ_REQUIRE=all promises that everything is there, as .ci/run
// and the checks on Linux do. It never passes without having tested.
//
//sanduq:norace its tests read files, in one goroutine
package needs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// Variable is the environment variable that turns a skipped test into a failed
// one, when it is "all".
const Variable = "SANDUQ_REQUIRE"

// Missing is the error that something is not on this machine.
type Missing struct {
	// What is not there, as a sentence: "there is no hledger".
	What string
	// Group is what .ci/deps calls the packages that bring it. Empty when no
	// package does.
	Group string
}

// Error says what to run.
func (m Missing) Error() string {
	if m.Group == "" {
		return m.What
	}
	return fmt.Sprintf("%s; run: .ci/deps %s", m.What, m.Group)
}

// Find returns where a program is, or a Missing. A helper that returns errors
// calls it, and its test calls Check.
func Find(name, group string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", Missing{What: "there is no " + name + " on this machine", Group: group}
	}
	return path, nil
}

// Program returns where a program is. Where it is not, it ends the test as Check
// does.
func Program(t testing.TB, name, group string) string {
	t.Helper()
	path, err := Find(name, group)
	Check(t, err)
	return path
}

// Check ends the test unless err is nil: skipped if it is a Missing and nothing
// is required, else failed.
func Check(t testing.TB, err error) {
	t.Helper()
	switch {
	case err == nil:
	case Absent(err):
		t.Skipf("NOT TESTED: %v", err)
	default:
		t.Fatal(err)
	}
}

// Absent reports whether err says that something is not on this machine and
// tests may do without.
func Absent(err error) bool {
	_, missing := errors.AsType[Missing](err)
	return missing && os.Getenv(Variable) != "all"
}
