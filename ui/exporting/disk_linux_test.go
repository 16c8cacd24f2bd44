package exporting

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"sanduq/core/report"
	"sanduq/ui/words"
)

// asNobody lets this goroutine's files be those of a user who owns nothing: root
// may write anywhere.
func asNobody(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	runtime.LockOSThread()
	if _, err := unix.SetfsuidRetUid(65534); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = unix.SetfsuidRetUid(0)
		runtime.UnlockOSThread()
	})
}

// TestAFolderThatCannotBeWritten is said on the card, in every form, and nothing
// is left in it; another folder then takes the export.
func TestAFolderThatCannotBeWritten(t *testing.T) {
	b := newBench(t, history(60), words.English)
	shut := filepath.Join(t.TempDir(), "shut")
	if err := os.Mkdir(shut, 0o555); err != nil {
		t.Fatal(err)
	}
	c := b.card(week)
	c.target.memory.Folder = shut
	c.target.find()
	t.Run("shut", func(t *testing.T) {
		asNobody(t)
		for _, f := range Forms() {
			c.format.pick(f)
			c.begin()
			if s := b.runner.State(); c.target.folder() != shut || report.CodeOf(s.Err) != report.CodeFolder ||
				c.note.Text() != "The folder is not there, or nothing may be written into it. Choose another." {
				t.Errorf("%s into %s: %v, says %q", f, c.target.folder(), s.Err, c.note.Text())
			}
			b.runner.Forget()
		}
	})
	if left := namesIn(t, shut); len(left) != 0 {
		t.Errorf("left %v", left)
	}
	c.target.memory.Folder = b.dir
	c.begin()
	if s := b.runner.State(); s.Err != nil || len(b.files(t)) != 1 {
		t.Errorf("into another folder: %v, %v", s.Err, b.files(t))
	}
}

const smallDisk = "SANDUQ_TEST_SMALL_DISK" // to a child: mount one there

// TestAFullDisk is said on the card in every format, an older file of the name stays
// as it was, and nothing half is left. It goes on in a process with mounts of its
// own.
func TestAFullDisk(t *testing.T) {
	if dir := os.Getenv(smallDisk); dir != "" {
		onASmallDisk(t, dir)
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestAFullDisk$", "-test.v")
	c.Env = append(os.Environ(), smallDisk+"="+t.TempDir())
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}}
	out, err := c.CombinedOutput()
	switch {
	case c.Process == nil: // the system allows no mounts of one's own: the sentence alone
		if got := Sentence(words.MustLoad(words.English), report.Refuse(report.CodeNoRoom, unix.ENOSPC)); got != diskFull {
			t.Errorf("%v; a full disk says %q", err, got)
		}
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	}
}

const diskFull = "The disk is full. Nothing was left there. Make room, or choose another folder."

func onASmallDisk(t *testing.T, dir string) {
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+strconv.Itoa(16<<10)); err != nil {
		t.Fatal(err)
	}
	const sales = 400
	b := newBench(t, history(sales), words.English)
	older := filepath.Join(dir, week.Name(CSV))
	if err := os.WriteFile(older, []byte("older"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := b.card(week)
	c.target.memory.Folder = dir
	c.target.find()
	for _, f := range []Form{CSV, XLSX, PDF} {
		c.format.pick(f)
		c.begin()
		if s := b.runner.State(); c.target.folder() != dir || report.CodeOf(s.Err) != report.CodeNoRoom || c.note.Text() != diskFull {
			t.Errorf("%s into %s: %v, says %q", f, c.target.folder(), s.Err, c.note.Text())
		}
		b.runner.Forget()
	}
	if kept, err := os.ReadFile(older); err != nil || string(kept) != "older" {
		t.Errorf("the older file is %q, %v", kept, err)
	}
	if left := namesIn(t, dir); len(left) != 1 {
		t.Errorf("left %v", left)
	}
}
