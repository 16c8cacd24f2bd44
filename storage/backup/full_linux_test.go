package backup

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"sanduq/core"
	"sanduq/core/tests/needs"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

// TestAFullDiskIsNoDamagedBackup: who is told that the backup is damaged throws it away.
func TestAFullDiskIsNoDamagedBackup(t *testing.T) {
	needs.SmallDisk(t, 8<<20, func(disk string) { restoresOntoAFullDisk(t, disk) })
}

func restoresOntoAFullDisk(t *testing.T, disk string) {
	s := openTest(t, t.TempDir())
	fill(t, s, 3)
	path, err := Make(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	o := s.Options()
	o.Dir = filepath.Join(disk, "till")
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	o.Keys = keys.NewFile(s.Options().Dir)
	was := []byte("the file that is there")
	write(t, filepath.Join(o.Dir, files.Database), was)
	write(t, filepath.Join(o.Dir, "till.lock"), nil)
	var stat unix.Statfs_t
	if err := unix.Statfs(disk, &stat); err != nil {
		t.Fatal(err)
	}
	copied, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, room := range map[string]int64{"for nothing": 4 << 10, "for the copy, almost": copied.Size() - 4<<10} {
		filler := filepath.Join(disk, "filler")
		write(t, filler, make([]byte, int64(stat.Bfree)*stat.Bsize-room))
		if err := Check(t.Context(), o, path, core.Secret{}); !errors.Is(err, fault.ErrFull) {
			t.Errorf("room %s: checked with %v", name, err)
		}
		if _, err := Restore(t.Context(), o, path); !errors.Is(err, fault.ErrFull) {
			t.Errorf("room %s: restored with %v", name, err)
		}
		if now := mustFile(t, filepath.Join(o.Dir, files.Database)); string(now) != string(was) {
			t.Errorf("room %s: the store was touched", name)
		}
		remove(t, filler)
	}
}

// TestABackupThatNobodyMayReadIsNotDamaged: a stick may come from a computer with other users.
func TestABackupThatNobodyMayReadIsNotDamaged(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("this user may read everything")
	}
	s := openTest(t, t.TempDir())
	path, err := Make(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), s.Options(), path); !errors.Is(err, fault.ErrUnwritable) || errors.Is(err, fault.ErrBackup) {
		t.Errorf("a backup without the right to read it: %v", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(s.Options().Dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), s.Options(), path); !errors.Is(err, fault.ErrUnwritable) || errors.Is(err, fault.ErrBackup) {
		t.Errorf("into a folder that may not be written: %v", err)
	}
	if err := os.Chmod(s.Options().Dir, 0o700); err != nil {
		t.Fatal(err)
	}
}
