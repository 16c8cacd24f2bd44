package storage

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sanduq/core"
	"sanduq/core/tests/needs"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// TestAFullDiskIsNoForbiddenFolder: who is told to choose another folder finds a till without a sale in it.
func TestAFullDiskIsNoForbiddenFolder(t *testing.T) {
	needs.SmallDisk(t, 8<<20, func(disk string) { startsOnAFullDisk(t, disk) })
}

func startsOnAFullDisk(t *testing.T, disk string) {
	dir := filepath.Join(disk, "till")
	s := openTest(t, dir)
	fill(t, s, 3)
	code, err := s.NewRecoveryCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	filler := filepath.Join(disk, "filler")
	full := func() {
		t.Helper()
		file, err := os.Create(filler)
		for n := 1 << 20; err == nil && n > 0; {
			if _, wrong := file.Write(make([]byte, n)); wrong != nil {
				n /= 2
			}
		}
		if err = errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	full()
	again, err := open(dir)
	if err == nil {
		closeStore(t, again)
	}
	if !errors.Is(err, fault.ErrFull) {
		t.Errorf("opened with %v", err)
	}
	remove(t, filler)
	remove(t, filepath.Join(dir, "till.key"))
	full()
	if err := Unlock(t.Context(), s.opts, core.NewSecret(code.Reveal())); !errors.Is(err, fault.ErrFull) {
		t.Errorf("unlocked with %v", err)
	}
	empty := filepath.Join(disk, "new")
	if err := os.Mkdir(empty, 0o700); err != nil && !files.IsFull(err) {
		t.Fatal(err)
	}
	if _, err := open(empty); !errors.Is(err, fault.ErrFull) {
		t.Errorf("a new one: %v", err)
	}
	remove(t, filler)
}
