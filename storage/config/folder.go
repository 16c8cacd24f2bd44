// Package config knows where a till's data lie, what the next start remembers,
// and the log. It knows nothing of what a store holds, and it keeps no secret.
package config

import (
	"os"
	"path/filepath"
	"runtime"

	"sanduq/core"
	"sanduq/storage/fault"
)

// Folder returns the folder of one environment, each with a database of its
// own: below chosen, or below the place where the system keeps the data of
// applications when chosen is blank. It makes the folder, for its owner only.
// ErrUnwritable when that cannot be done.
func Folder(chosen string, environment core.Environment) (string, error) {
	root := chosen
	if root == "" {
		var err error
		if root, err = systemFolder(); err != nil {
			return "", fault.ErrUnwritable.Because(err)
		}
	}
	dir := filepath.Join(root, string(environment))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return dir, fault.ErrUnwritable.Because(err)
	}
	return dir, nil
}

// systemFolder is XDG_DATA_HOME, LocalAppData or Application Support. Windows
// may copy its other folder of data between computers, and a till's data must
// be on one only.
func systemFolder() (string, error) {
	switch runtime.GOOS {
	case "windows":
		dir, err := os.UserCacheDir() // LocalAppData
		return filepath.Join(dir, "Sanduq"), err
	case "linux":
		if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
			return filepath.Join(dir, "sanduq"), nil
		}
		home, err := os.UserHomeDir()
		return filepath.Join(home, ".local", "share", "sanduq"), err
	}
	dir, err := os.UserConfigDir() // on macOS the same place holds data
	return filepath.Join(dir, "Sanduq"), err
}

// Root returns the folder above the environments' own: chosen, or the system's
// place when chosen is blank.
func Root(chosen string) (string, error) {
	if chosen != "" {
		return chosen, nil
	}
	dir, err := systemFolder()
	if err != nil {
		return "", fault.ErrUnwritable.Because(err)
	}
	return dir, nil
}

// Elsewhere is the folder in which live tills keep what tells that their own folder was
// put back as a whole: among what the system keeps of this user, in no folder of a
// till. Blank where the system has no such place.
func Elsewhere() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "sanduq-checkpoints")
}
