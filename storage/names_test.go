package storage

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/storage/config"
	"sanduq/storage/internal/files"
)

// odd are names of folders that a person, or a system, may give.
func odd() []string {
	names := []string{"Shop [2", "Shop [main]", "Shop {a,b}", "two  spaces ", "متجر النور", "Café", "100% %20 %s", "dots...", "-rf", "~", "$HOME",
		strings.Repeat("long ", 48)}
	if runtime.GOOS != "windows" {
		names = append(names, "star * and ?", `back\slash`, "line\nfeed", "ends in one\n", `"quoted"`, "not \xff UTF-8")
	}
	return names
}

// TestEveryNameOfAFolderIsTaken keeps a store, its backups and a second folder
// in folders of odd names.
func TestEveryNameOfAFolderIsTaken(t *testing.T) {
	for _, name := range odd() {
		t.Run(name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), name)
			if err := os.Mkdir(root, 0o700); err != nil {
				t.Logf("this system does not take it: %v", err)
				return
			}
			dir, err := config.Folder(root, core.Sandbox)
			if err != nil {
				t.Fatal(err)
			}
			keepIn(t, dir)
			secondIn(t, dir, root)
		})
	}
}

func keepIn(t *testing.T, dir string) {
	t.Helper()
	left := filepath.Join(dir, files.Database+".new-1")
	write(t, left, []byte("what a power cut left"))
	s := openTest(t, dir, ticking())
	if there, err := files.Exists(left); there || err != nil {
		t.Errorf("what was left is there: %v, %v", there, err)
	}
	fill(t, s, 2)
	cut := filepath.Join(s.backupFolder(), "till-20260101-000000.db.part")
	for n := range keepBackups + 2 {
		if n == 1 {
			write(t, cut, []byte("what a power cut left"))
		}
		if _, err := s.Backup(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if there, err := files.Exists(cut); there || err != nil {
		t.Errorf("a backup that was cut off is there: %v, %v", there, err)
	}
	if on, err := os.ReadDir(s.backupFolder()); err != nil || len(on) != keepBackups {
		t.Errorf("%d files in the folder of backups, error %v", len(on), err)
	}
	listed, err := ListBackups(dir)
	if err != nil || len(listed) != keepBackups || listed[0].At.Before(listed[1].At) {
		t.Fatalf("listed: %v, error %v", listed, err)
	}
	if k := NewKeeper(s, KeeperOptions{}); !k.Status().Last.Equal(listed[0].At) {
		t.Errorf("the keeper knows of %v", k.Status())
	}
	closeStore(t, s)
	if _, err := Restore(t.Context(), s.opts, listed[0].Path); err != nil {
		t.Fatal(err)
	}
	back := openTest(t, dir)
	mustRead(t, back, till.NewSaleID("20261120", 2))
	closeStore(t, back)
}

func secondIn(t *testing.T, dir, root string) {
	t.Helper()
	second := filepath.Join(root, "stick "+filepath.Base(root))
	if err := os.Mkdir(second, 0o700); err != nil {
		t.Logf("no folder of that length: %v", err)
		return
	}
	if err := SetSecondFolder(dir, second); err != nil {
		t.Fatal(err)
	}
	if got := SecondFolder(dir); got != second {
		t.Fatalf("the second folder is %q, not %q", got, second)
	}
	s := openTest(t, dir)
	k := NewKeeper(s, KeeperOptions{Second: SecondFolder(dir)})
	if err := k.Make(t.Context()); err != nil || k.Status().SecondErr != nil {
		t.Fatal(err, k.Status().SecondErr)
	}
	if all := ListSecond(second); len(all) != 1 {
		t.Errorf("on the second folder: %v", all)
	}
	closeStore(t, s)
}
