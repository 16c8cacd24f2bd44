package storage

import (
	"context"
	"encoding/base64"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
)

// KeyFile keeps the data key and the checkpoint in files of one folder, mode
// 0600. Whoever can read the folder can read the store: it is meant for
// practice on machines without a keyring, and for tests.
type KeyFile struct{ dir string }

// NewKeyFile returns a KeyFile in dir, which must exist before Create is
// called; Open makes its own folder first.
func NewKeyFile(dir string) KeyFile { return KeyFile{dir} }

func (f KeyFile) path() string { return filepath.Join(f.dir, "till.key") }

// Load implements KeySource.
func (f KeyFile) Load(context.Context) ([]byte, error) {
	raw, err := readFile(f.path(), maxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoKey.because(err)
	}
	if err != nil {
		return nil, ErrUnwritable.because(err)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(raw)))
	if err != nil {
		return nil, ErrNoKey.because(errors.New("the key file is not readable as one"))
	}
	return sizedKey(key)
}

// Create implements KeySource.
func (f KeyFile) Create(_ context.Context, key []byte) error {
	return writeNew(f.path(), []byte(base64.StdEncoding.EncodeToString(key)+"\n"))
}

// Place implements KeySource.
func (KeyFile) Place() KeyPlace { return PlaceFile }

// LoadMark implements Marks.
func (f KeyFile) LoadMark(context.Context) (string, error) {
	raw, err := readFile(filepath.Join(f.dir, "till.mark"), maxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(raw), err
}

// SaveMark implements Marks.
func (f KeyFile) SaveMark(_ context.Context, mark string) error {
	return replaceFile(filepath.Join(f.dir, "till.mark"), []byte(mark))
}
