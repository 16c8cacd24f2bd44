// Package homefolders knows where a person's own folders are. On Linux the desktop names them in its language, and says
// how in a file (xdg-user-dirs); elsewhere they have English names on the disk, whatever is shown.
package homefolders

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Folder is one of a person's own folders, by its English name.
type Folder string

// The folders.
const (
	Desktop   Folder = "Desktop"
	Documents Folder = "Documents"
	Downloads Folder = "Downloads"
)

// keys are how the file calls them.
var keys = map[Folder]string{Desktop: "XDG_DESKTOP_DIR", Documents: "XDG_DOCUMENTS_DIR", Downloads: "XDG_DOWNLOAD_DIR"}

// In is the folder of the person with that home, by its English name where nobody says another that is there. It may
// not be there.
func (f Folder) In(home string) string {
	if runtime.GOOS == "linux" {
		config := os.Getenv("XDG_CONFIG_HOME")
		if !filepath.IsAbs(config) {
			config = filepath.Join(home, ".config")
		}
		text, _ := os.ReadFile(filepath.Join(config, "user-dirs.dirs")) // without it the names are English
		if named := named(string(text), keys[f], home); named != "" && named != filepath.Clean(home) {
			if info, err := os.Stat(named); err == nil && info.IsDir() {
				return named
			}
		}
	}
	return filepath.Join(home, string(f))
}

// named is what the file says of a key: a path in quotes, as a shell reads it, from the root or from $HOME; blank for
// nothing.
func named(text, key, home string) (path string) {
	for line := range strings.Lines(text) {
		value, is := strings.CutPrefix(strings.TrimSpace(line), key+"=")
		if value = strings.TrimSuffix(strings.TrimPrefix(value, `"`), `"`); !is || value == "" {
			continue
		}
		value = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`").Replace(value)
		if below, relative := strings.CutPrefix(value, "$HOME/"); relative {
			path = filepath.Join(home, below)
		} else if filepath.IsAbs(value) {
			path = filepath.Clean(value)
		}
	}
	return path
}
