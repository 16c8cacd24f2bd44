package needs

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// smallDisk tells a child at which folder to mount its disk.
const smallDisk = "SANDUQ_TEST_SMALL_DISK"

// SmallDisk runs the rest of a test with an empty disk of size bytes, in a process that
// may mount for itself: what the test did before is done there once more. No package
// brings that right: where the system does not give it the test is skipped in any case.
func SmallDisk(t *testing.T, size int, rest func(disk string)) {
	t.Helper()
	if disk := os.Getenv(smallDisk); disk != "" {
		if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size="+strconv.Itoa(size)); err != nil {
			t.Fatal(err)
		}
		rest(disk)
		return
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	c.Env = append(os.Environ(), smallDisk+"="+t.TempDir())
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}}
	out, err := c.CombinedOutput()
	switch {
	case c.Process == nil:
		t.Skip("the system allows no mounts of one's own: ", err)
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	}
}
