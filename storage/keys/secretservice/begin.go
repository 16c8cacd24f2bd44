//go:build !windows

package secretservice

import (
	"errors"
	"os"
	"testing"
)

// Required is the environment variable that turns a skipped test into a failed
// one, where the programs are promised to be there.
const Required = "SANDUQ_KEYRING"

// Begin starts the bus of a test, without a keyring, points this process to it
// and ends it with the test. Where the programs are missing the test is skipped,
// or fails when Required is set.
func Begin(t testing.TB) *Service {
	t.Helper()
	dir, err := os.MkdirTemp("", "secrets") // not the test's own: a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s, err := Start(dir)
	switch {
	case errors.Is(err, ErrMissing) && os.Getenv(Required) == "":
		t.Skipf("NOT PROVED with a desktop's keyring: %v. Run .ci/deps keyring", err)
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", s.Address())
	return s
}
