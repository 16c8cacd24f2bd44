package exporting

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

func (c *Card) keys(names ...fyne.KeyName) {
	for _, n := range names {
		c.Press(screen.KeyPress{Name: n})
	}
}

// choose presses the button of a choice.
func choose(t *testing.T, c *Card, label string) {
	t.Helper()
	for _, b := range uitest.All[*control.Button](c.Content()) {
		if b.Spec().Label == label {
			b.OnTapped()
			return
		}
	}
	t.Fatalf("there is no button %q in %s", label, uitest.Words(c.Content()))
}

// TestAnExportGoesIntoAnyFolder: looked for by keys alone; it is chosen again on
// the next card while it is there, and no longer when it is gone.
func TestAnExportGoesIntoAnyFolder(t *testing.T) {
	b := newBench(t, history(60), words.English)
	home := t.TempDir()
	t.Setenv("HOME", home)
	books := filepath.Join(home, "Accountant", "2026 books")
	if err := os.MkdirAll(books, 0o700); err != nil {
		t.Fatal(err)
	}
	c := b.card(week)
	c.target.button.OnTapped()
	choose(t, c, "Choose…")
	choose(t, c, "Folder above") // Documents
	if got := uitest.Words(c.Content()); !strings.Contains(got, "Choose a folder") || strings.Contains(got, "Format") {
		t.Fatalf("the card says %s", got)
	}
	c.Escape()
	if got := uitest.Words(c.Content()); c.target.folder() != b.dir || !strings.Contains(got, "Format") || b.gone != 0 {
		t.Fatalf("after Esc %s: %s", c.target.folder(), got)
	}
	c.target.button.OnTapped()
	choose(t, c, "Choose…")
	for _, chip := range uitest.All[*control.Chip](c.Content()) {
		if chip.Label() == "My files" {
			chip.OnTapped()
		}
	}
	c.keys(fyne.KeyDown, fyne.KeyRight, fyne.KeyDown)
	if got := c.target.take.Spec().Label; got != "Use 2026 books" {
		t.Fatalf("the primary says %q", got)
	}
	c.keys(fyne.KeyReturn)
	if c.target.folder() != books || c.target.button.Spec().Label != "Accountant/2026 books" {
		t.Fatalf("chosen is %s, the card says %q", c.target.folder(), c.target.button.Spec().Label)
	}
	c.keys(fyne.KeyReturn)
	if names := namesIn(t, books); !slices.Equal(names, []string{"sanduq-20261116-20261120.xlsx"}) || len(b.files(t)) != 0 {
		t.Errorf("written %v, and %v in the usual place; says %q", names, b.files(t), c.note.Text())
	}
	c.Gone()
	if c = b.card(week); c.target.folder() != books {
		t.Errorf("the next card begins with %s", c.target.folder())
	}
	c.Gone()
	if err := os.RemoveAll(books); err != nil {
		t.Fatal(err)
	}
	if c = b.card(week); c.target.folder() != b.dir {
		t.Errorf("a folder that is gone is offered: %s", c.target.folder())
	}
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		names = append(names, one.Name())
	}
	return names
}
