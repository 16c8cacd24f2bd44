//go:build !windows

package secretservice

import (
	"os"
	"testing"

	"sanduq/core/tests/needs"
)

// Begin starts the bus of a test, without a keyring, points this process to it
// and ends it with the test. Where the programs are missing the test ends as
// package needs says.
func Begin(t testing.TB) *Service {
	t.Helper()
	dir, err := os.MkdirTemp("", "secrets") // not the test's own: a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s, err := Start(dir)
	needs.Check(t, err)
	t.Cleanup(s.Stop)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", s.Address())
	return s
}
