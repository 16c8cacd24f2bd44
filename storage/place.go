package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"sanduq/core"
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
			return "", ErrUnwritable.because(err)
		}
	}
	dir := filepath.Join(root, string(environment))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return dir, ErrUnwritable.because(err)
	}
	return dir, nil
}

// systemFolder is XDG_DATA_HOME, AppData or Application Support.
func systemFolder() (string, error) {
	if runtime.GOOS == "linux" {
		if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
			return filepath.Join(dir, "sanduq"), nil
		}
		home, err := os.UserHomeDir()
		return filepath.Join(home, ".local", "share", "sanduq"), err
	}
	dir, err := os.UserConfigDir() // on Windows and macOS the same place holds data
	return filepath.Join(dir, "Sanduq"), err
}

// KeysFor chooses where the data key of a folder lives. Live, that is the
// keyring and nothing else. In practice a machine without a usable keyring may
// keep the key in a file; where the key lies once, it stays.
func KeysFor(ctx context.Context, environment core.Environment, dir string) (KeySource, Marks) {
	ring, file := NewKeyring(environment, dir), NewKeyFile(dir)
	if environment == core.Live {
		return ring, ring
	}
	if _, err := file.Load(ctx); !errors.Is(err, ErrNoKey) {
		return file, file
	}
	if ring.Probe(ctx) != nil {
		return file, file // a database that is there already is then refused: its key is missing
	}
	return ring, ring
}
