package exporting

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"sanduq/core/report"
	"sanduq/core/tests/needs"
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

const diskFull = "The disk is full. Nothing was left there. Make room, or choose another folder."

// TestAFullDisk is said on the card in every format, an older file of the name stays
// as it was, and nothing half is left.
func TestAFullDisk(t *testing.T) {
	if got := Sentence(words.MustLoad(words.English), report.Refuse(report.CodeNoRoom, unix.ENOSPC)); got != diskFull {
		t.Errorf("a full disk says %q", got)
	}
	needs.SmallDisk(t, 16<<10, func(disk string) { exportsOntoAFullDisk(t, disk) })
}

func exportsOntoAFullDisk(t *testing.T, dir string) {
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
