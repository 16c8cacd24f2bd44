package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
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

// Ask gets the passphrase from a person: a new one, or the one that opens what
// is there. It returns ErrPassphrase when the person gives none.
type Ask func(ctx context.Context, choose bool) (core.Secret, error)

// KeysFor chooses where the data key of a folder lives; where it lies once, it
// stays. Live, that is the keyring, and a passphrase only where the system has
// no keyring at all: one that is locked or silent is refused by the source
// returned. In practice a machine without a usable keyring may keep the key in
// a file. Errors are those of ask; ErrKeyringAbsent when it is nil and needed.
func KeysFor(ctx context.Context, environment core.Environment, dir string, ask Ask) (KeySource, Marks, error) {
	ring, file := NewKeyring(environment, dir), NewKeyFile(dir)
	begun, err := files.Exists(filepath.Join(dir, fileName))
	if err != nil {
		return nil, nil, fault.ErrUnwritable.Because(err)
	}
	if environment == core.Live {
		wrapped := HasWrappedKey(dir)
		if !wrapped && (begun || !errors.Is(ring.Probe(ctx), fault.ErrKeyringAbsent)) {
			return ring, ring, nil
		}
		if ask == nil {
			return nil, nil, fault.ErrKeyringAbsent
		}
		phrase, err := ask(ctx, !wrapped)
		if err != nil {
			return nil, nil, err
		}
		source := NewPassphrase(dir, phrase)
		return source, source, nil
	}
	if _, err := file.Load(ctx); !errors.Is(err, fault.ErrNoKey) {
		return file, file, nil
	}
	if err := ring.Probe(ctx); err != nil && (!begun || errors.Is(err, fault.ErrKeyringAbsent)) {
		return file, file, nil // a database that is there already is then refused: its key is missing
	}
	return ring, ring, nil
}
