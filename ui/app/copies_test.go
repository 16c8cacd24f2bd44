package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/storage/backup"
)

// TestCopiesOfTillsOnAStickSayWhose: a stick may carry those of several tills, each sealed.
func TestCopiesOfTillsOnAStickSayWhose(t *testing.T) {
	a, stick := started(t), t.TempDir()
	set := a.till.Settings()
	set.Shop, set.Till = "Al Noor Market", "2"
	if err := a.till.Staff.SaveSettings(t.Context(), set, "Huda"); err != nil {
		t.Fatal(err)
	}
	if err := backup.SetMirrorFolder(a.dir, stick); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(stick, "sanduq-backups-0badcafe")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(other, "till-20200102-030405.db"), "sealed")
	a.scheduler.SetMirror(stick)
	if err := a.scheduler.Make(t.Context()); err != nil || a.scheduler.Status().MirrorErr != nil {
		t.Fatalf("%v, %+v", err, a.scheduler.Status())
	}
	list := func() (names []string) {
		for i, c := range a.copies() {
			if i == 0 && c.Till != "" {
				t.Error("the till's own copies do not come first")
			}
			if strings.HasPrefix(c.Path, stick) {
				names = append(names, c.Till)
			} else if c.Till != "" {
				t.Errorf("the copy beside the data is %q's", c.Till)
			}
		}
		return names
	}
	if got := list(); len(got) != 2 || got[0] != "Al Noor Market, 2 · Practice" || got[1] != "sanduq-backups-0badcafe" {
		t.Fatalf("the copies are of %q", got)
	}
	write(filepath.Join(other, tillName), " Harbour\x00\u202e, 1\n"+strings.Repeat("x", 2000))
	if got := list(); len(got) != 2 || !strings.HasPrefix(got[1], "Harbour, 1x") || len(got[1]) > longestName {
		t.Errorf("a name that somebody wrote is %q", got[1])
	}
}
