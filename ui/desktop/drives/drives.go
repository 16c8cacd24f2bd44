// Package drives finds the sticks and other disks that people put in.
package drives

import (
	"os"
	"path/filepath"
	"runtime"
)

// Folders are those of the sticks and other disks that are there now.
func Folders() (all []string) {
	patterns := map[string][]string{
		"linux":  {"/media/*/*", "/run/media/*/*"},
		"darwin": {"/Volumes/*"},
	}[runtime.GOOS]
	if runtime.GOOS == "windows" {
		for letter := 'D'; letter <= 'Z'; letter++ {
			patterns = append(patterns, string(letter)+`:\`)
		}
	}
	for _, pattern := range patterns {
		found, _ := filepath.Glob(pattern) // the only error is a malformed pattern
		for _, path := range found {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				all = append(all, path)
			}
		}
	}
	return all
}
