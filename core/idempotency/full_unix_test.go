//go:build unix

package idempotency

import (
	"flag"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"sanduq/core"
)

// TestAFullDiskClaimsNothing: a key whose claim could not be written is free again once there is room.
// It runs in a process of its own: no file of that one grows, not even those of the tests' own records.
func TestAFullDiskClaimsNothing(t *testing.T) {
	if flag.Arg(0) != "full" {
		if out, err := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "full").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return
	}
	store, err := NewFileStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := core.IdempotencyRecord{Key: "k-1", OrderID: "O-1", Fingerprint: "f", Outcome: core.IdempotencyUnknown}
	full(t, func() {
		if _, claimed, err := store.Claim(t.Context(), r); claimed || err == nil {
			t.Error("it was claimed on a full disk")
		}
	})
	if standing, claimed, err := store.Claim(t.Context(), r); !claimed || err != nil {
		t.Errorf("afterwards %+v, %v, %v", standing, claimed, err)
	}
}

// full lets no file grow while do runs.
func full(t *testing.T, do func()) {
	t.Helper()
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	none := was
	none.Cur = 0
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &none); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
			t.Error(err)
		}
		signal.Reset(syscall.SIGXFSZ)
	}()
	do()
}
