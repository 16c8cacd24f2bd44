package exporting

import (
	"os"
	"path/filepath"
	"slices"

	"sanduq/ui/desktop/homefolders"
)

// Folders are where a person's files may go: Sanduq in their documents, their
// downloads, and the sticks that are plugged in, given by drives. Without a home
// there are the sticks alone.
func Folders(drives []string) (all []string) {
	if home, err := os.UserHomeDir(); err == nil {
		documents := homefolders.Documents.In(home)
		if !folder(documents) {
			documents = home
		}
		all = append(all, filepath.Join(documents, "Sanduq"))
		if downloads := homefolders.Downloads.In(home); folder(downloads) {
			all = append(all, downloads)
		}
	}
	for _, d := range drives {
		if !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}

func folder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Short is a folder as people know it: its last two names, "Documents/Sanduq".
func Short(path string) string {
	return filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path))
}
