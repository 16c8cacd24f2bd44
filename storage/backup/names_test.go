package backup

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/config"
	"sanduq/storage/internal/files"
)

// odd are names of folders that a person, or a system, may give.
func odd() []string {
	names := []string{"Shop [2", "Shop [main]", "Shop {a,b}", "two  spaces", "متجر النور", "Café", "100% %20 %s", "-rf", "~", "$HOME",
		strings.Repeat("long ", 47) + "long"}
	if runtime.GOOS != "windows" {
		// Windows takes a space or a dot away from a name's end.
		names = append(names, "two  spaces ", "dots...", "star * and ?", `back\slash`, "line\nfeed", "ends in one\n", `"quoted"`, "not \xff UTF-8")
	}
	return names
}

// TestEveryNameOfAFolderIsTaken keeps a store, its backups and a mirror folder
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
			mirrorIn(t, dir, root)
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
	cut := filepath.Join(files.BackupFolder(dir), "till-20260101-000000.db.part")
	for n := range keep + 2 {
		if n == 1 {
			write(t, cut, []byte("what a power cut left"))
		}
		if _, err := Make(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if there, err := files.Exists(cut); there || err != nil {
		t.Errorf("a backup that was cut off is there: %v, %v", there, err)
	}
	if on, err := os.ReadDir(files.BackupFolder(dir)); err != nil || len(on) != keep {
		t.Errorf("%d files in the folder of backups, error %v", len(on), err)
	}
	listed, err := List(dir)
	if err != nil || len(listed) != keep || listed[0].At.Before(listed[1].At) {
		t.Fatalf("listed: %v, error %v", listed, err)
	}
	if k := NewScheduler(s, SchedulerOptions{}); !k.Status().Last.Equal(listed[0].At) {
		t.Errorf("the scheduler knows of %v", k.Status())
	}
	closeStore(t, s)
	if _, err := Restore(t.Context(), s.Options(), listed[0].Path); err != nil {
		t.Fatal(err)
	}
	back := openTest(t, dir)
	if _, err := back.Sale(t.Context(), journal.NewSaleID("20261120", 2)); err != nil {
		t.Error(err)
	}
	closeStore(t, back)
}

func mirrorIn(t *testing.T, dir, root string) {
	t.Helper()
	stick := filepath.Join(root, "stick "+filepath.Base(root))
	if err := os.Mkdir(stick, 0o700); err != nil {
		t.Logf("no folder of that length: %v", err)
		return
	}
	if err := SetMirrorFolder(dir, stick); err != nil {
		t.Fatal(err)
	}
	if got := MirrorFolder(dir); got != stick {
		t.Fatalf("the mirror folder is %q, not %q", got, stick)
	}
	s := openTest(t, dir)
	k := NewScheduler(s, SchedulerOptions{Mirror: MirrorFolder(dir)})
	if err := k.Make(t.Context()); err != nil || k.Status().MirrorErr != nil {
		t.Fatal(err, k.Status().MirrorErr)
	}
	if all := ListMirror(stick); len(all) != 1 {
		t.Errorf("on the mirror folder: %v", all)
	}
	closeStore(t, s)
}
