package downloads

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestReceiptsLieWhereTheDesktopKeepsDownloads, which on Linux has a name in the person's language.
func TestReceiptsLieWhereTheDesktopKeepsDownloads(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("names are English on the disk")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	for _, name := range []string{".config", "Téléchargements"} {
		if err := os.Mkdir(filepath.Join(home, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, ".config", "user-dirs.dirs"), []byte("XDG_DOWNLOAD_DIR=\"$HOME/Téléchargements\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	place, err := SaveInDownloads(t.Context(), "T-0412.pdf", []byte("%PDF-"))
	if err != nil || place != filepath.Join("Téléchargements", "T-0412.pdf") {
		t.Errorf("saved in %q: %v", place, err)
	}
}
