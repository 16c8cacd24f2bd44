//go:build !windows

package storage

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sanduq/core"
	"sanduq/storage/config"
	"sanduq/storage/keys"
)

// Nothing that the till keeps is for others on the computer, whatever the
// person's umask is. The umask is one for the whole process: no test runs
// beside this one.
func TestEverythingKeptIsForItsOwnerOnly(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	root := filepath.Join(t.TempDir(), "data")
	dir, err := config.Folder(root, core.Live)
	if err != nil {
		t.Fatal(err)
	}
	held := keys.NewPassphrase(dir, core.NewSecret("a phrase of four words"))
	s := openTest(t, dir, func(o *Options) { o.Keys, o.Checkpoints = held, held })
	fill(t, s, 3)
	if _, err := s.NewRecoveryCode(t.Context()); err != nil {
		t.Fatal(err)
	}
	backup, err := s.Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), Options{Dir: dir, Keys: held}, backup); err != nil {
		t.Fatal(err)
	}
	if err := keys.NewFile(dir).Create(t.Context(), make([]byte, keys.Size)); err != nil {
		t.Fatal(err)
	}
	if err := config.SaveChoices(root, config.Choices{Environment: core.Live}); err != nil {
		t.Fatal(err)
	}
	log := config.OpenLog(dir)
	if _, err := log.Write([]byte("a line\n")); err != nil {
		t.Fatal(err)
	}
	again := openTest(t, dir, func(o *Options) { o.Keys, o.Checkpoints = held, held }) // with till.open
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	var seen []string
	check := func() {
		t.Helper()
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			seen = append(seen, d.Name())
			if info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s is %s", path, info.Mode())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	check()
	for _, name := range []string{"live", "till.db", "till.lock", "till.open", "till.key", "till.wrapped-key", "till.mark",
		"backups", filepath.Base(backup), "till.db.replaced-", "choices.json", "log", "sanduq.log"} {
		if !strings.Contains(strings.Join(seen, "\n"), name) {
			t.Errorf("there is no %s to look at in %q", name, seen)
		}
	}
	// A folder that was loose is closed again.
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "till.db"), filepath.Join(dir, "log"), filepath.Join(dir, "log", "sanduq.log")} {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	openTest(t, dir, func(o *Options) { o.Keys, o.Checkpoints = held, held })
	log = config.OpenLog(dir)
	if _, err := log.Write([]byte("a line\n")); err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	check()
}
