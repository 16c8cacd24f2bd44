//go:build !windows

package storage

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/storage/check"
	"sanduq/storage/config"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

// TestNobodyWaitsForAPipe puts a pipe in the place of each file that is read:
// it is refused, and nothing waits for its other end.
func TestNobodyWaitsForAPipe(t *testing.T) {
	pipe := func(t *testing.T, path string) {
		t.Helper()
		if err := files.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	soon := func(t *testing.T, what string, do func() error) {
		t.Helper()
		done := make(chan error, 1)
		go func() { done <- do() }()
		select {
		case err := <-done:
			if err == nil {
				t.Errorf("%s: taken", what)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%s: waits for a pipe", what)
		}
	}
	for _, name := range []string{files.Database, "till.key", "till.lock"} {
		dir := opened(t)
		pipe(t, filepath.Join(dir, name))
		soon(t, name, func() error { _, err := open(dir); return err })
	}
	dir := opened(t)
	pipe(t, filepath.Join(dir, "till.mark"))
	soon(t, "till.mark", func() error { _, err := keys.NewFile(dir).LoadCheckpoint(t.Context()); return err })
	pipe(t, filepath.Join(dir, "till.wrapped-key"))
	soon(t, "wrapped key", func() error { _, err := keys.NewPassphrase(dir, core.NewSecret("x")).Load(t.Context()); return err })
	pipe(t, filepath.Join(dir, "choices.json"))
	soon(t, "choices", func() error { _, err := config.LoadChoices(dir); return err })
	copied := filepath.Join(t.TempDir(), "till-20261120-120000.db")
	pipe(t, copied)
	soon(t, "restore", func() error {
		_, err := Restore(t.Context(), Options{Dir: dir, Keys: keys.NewFile(dir)}, copied)
		return err
	})
	soon(t, "recovery", func() error {
		_, err := RecoverKey(copied, core.NewSecret("0000-0000-0000-0000-0000-0000-0000-0000"))
		return err
	})
	soon(t, "checker", func() error { return check.Command(os.Args[0])(t.Context(), copied) })

	r := runningStore(t)
	pipe(t, r.Path())
	soon(t, "commit", func() error { return r.sell(t) })
	soon(t, "reopening", func() error { return r.Reopen(t.Context()) })
	if err := r.Reopen(t.Context()); !errors.Is(err, fault.ErrReplaced) {
		t.Errorf("reopened: %v", err)
	}
}
