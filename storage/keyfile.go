package storage

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
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
func (f KeyFile) Load(ctx context.Context) ([]byte, error) { return newestKey(f.loadRing(ctx)) }

// loadRing implements keyRing.
func (f KeyFile) loadRing(context.Context) (ring, error) {
	raw, err := files.Read(f.path(), files.MaxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return ring{}, fault.ErrNoKey.Because(err)
	}
	if err != nil {
		return ring{}, fault.ErrUnwritable.Because(err)
	}
	return ringOf(string(raw))
}

// keepRing implements keyRing.
func (f KeyFile) keepRing(_ context.Context, r ring) error {
	return files.Replace(f.path(), []byte(r.text()+"\n"))
}

// Create implements KeySource.
func (f KeyFile) Create(_ context.Context, key []byte) error {
	return files.WriteNew(f.path(), []byte(ring{newest: key}.text()+"\n"))
}

// Place implements KeySource.
func (KeyFile) Place() KeyPlace { return PlaceFile }

// LoadMark implements Marks.
func (f KeyFile) LoadMark(context.Context) (string, error) {
	raw, err := files.Read(filepath.Join(f.dir, "till.mark"), files.MaxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(raw), err
}

// SaveMark implements Marks.
func (f KeyFile) SaveMark(_ context.Context, mark string) error {
	return files.Replace(filepath.Join(f.dir, "till.mark"), []byte(mark))
}
