package keys

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// File keeps the data key and the checkpoint in files of one folder, mode
// 0600. Anyone who can read the folder can read the store: it is meant for
// practice on machines without a keyring, and for tests.
type File struct{ dir string }

// NewFile returns a File in dir, which must exist before Create is
// called; Open makes its own folder first.
func NewFile(dir string) File { return File{dir} }

func (f File) path() string { return filepath.Join(f.dir, "till.key") }

// Load implements Source.
func (f File) Load(ctx context.Context) ([]byte, error) { return newestKey(f.loadRing(ctx)) }

// LoadRing implements ringSource.
func (f File) loadRing(context.Context) (Ring, error) {
	raw, err := files.Read(f.path(), files.MaxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return Ring{}, fault.ErrNoKey.Because(err)
	}
	if err != nil {
		return Ring{}, fault.ErrUnwritable.Because(err)
	}
	return ringOf(string(raw))
}

// ReplaceRing implements ringSource.
func (f File) replaceRing(_ context.Context, r Ring) error {
	return files.Replace(f.path(), []byte(r.text()+"\n"))
}

func (f File) keepDamaged() error { return keepDamaged(f.path()) }

// Create implements Source.
func (f File) Create(_ context.Context, key []byte) error {
	return files.WriteNew(f.path(), []byte(Ring{Newest: key}.text()+"\n"))
}

// Place implements Source.
func (File) Place() Place { return PlaceFile }

// LoadCheckpoint implements Checkpoints.
func (f File) LoadCheckpoint(context.Context) (string, error) {
	raw, err := files.Read(filepath.Join(f.dir, "till.mark"), files.MaxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(raw), err
}

// SaveCheckpoint implements Checkpoints.
func (f File) SaveCheckpoint(_ context.Context, checkpoint string) error {
	return files.Replace(filepath.Join(f.dir, "till.mark"), []byte(checkpoint))
}
