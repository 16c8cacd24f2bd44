package homefolders

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestFoldersHaveTheNamesOfTheDesktop in French and Arabic, as xdg-user-dirs writes them; English ones where it says
// nothing, says home itself, or names what is not there.
func TestFoldersHaveTheNamesOfTheDesktop(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("names are English on the disk")
	}
	home, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", "")
	for _, name := range []string{"Téléchargements", "التنزيلات", `a "b"`, ".config"} {
		if err := os.Mkdir(filepath.Join(home, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for says, want := range map[string]string{
		"": "Downloads",
		"# comment\nXDG_DESKTOP_DIR=\"$HOME/Bureau\"\nXDG_DOWNLOAD_DIR=\"$HOME/Téléchargements\"\n": "Téléchargements",
		"XDG_DOWNLOAD_DIR=\"$HOME/التنزيلات\"":                                                      "التنزيلات",
		`XDG_DOWNLOAD_DIR="$HOME/a \"b\""`:                                                          `a "b"`,
		"#XDG_DOWNLOAD_DIR=\"$HOME/Téléchargements\"\n":                                             "Downloads",
		"XDG_DOWNLOAD_DIR=\"$HOME/\"\n":                                                             "Downloads",
		"XDG_DOWNLOAD_DIR=\"$HOME/gone\"\n":                                                         "Downloads",
		"XDG_DOWNLOAD_DIR=\"Téléchargements\"\n":                                                    "Downloads",
		"XDG_DOWNLOAD_DIR=\"" + elsewhere + "\"\n":                                                  elsewhere,
	} {
		if err := os.WriteFile(filepath.Join(home, ".config", "user-dirs.dirs"), []byte(says), 0o600); err != nil {
			t.Fatal(err)
		}
		if !filepath.IsAbs(want) {
			want = filepath.Join(home, want)
		}
		if got := Downloads.In(home); got != want {
			t.Errorf("%q: %q, want %q", says, got, want)
		}
		if got := Documents.In(home); got != filepath.Join(home, "Documents") {
			t.Errorf("%q: documents in %q", says, got)
		}
	}
}
