package storage

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

const smallDisk = "SANDUQ_TEST_SMALL_DISK" // to a child: mount one there

// TestAFullDiskIsNoForbiddenFolder: who is told to choose another folder finds a till without a sale in it. It goes
// on in a process with mounts of its own.
func TestAFullDiskIsNoForbiddenFolder(t *testing.T) {
	if dir := os.Getenv(smallDisk); dir != "" {
		onASmallDisk(t, dir)
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestAFullDiskIsNoForbiddenFolder$", "-test.v")
	c.Env = append(os.Environ(), smallDisk+"="+t.TempDir())
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}}
	out, err := c.CombinedOutput()
	switch {
	case c.Process == nil: // the system allows no mounts of one's own
		t.Log(err)
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	}
}

func onASmallDisk(t *testing.T, disk string) {
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=8m"); err != nil {
		t.Fatal(err)
	}
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
