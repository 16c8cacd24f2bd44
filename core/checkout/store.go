package checkout

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gofrs/flock"
)

// Errors of a Store.
var (
	// ErrNotStored: there is nothing under this reference.
	ErrNotStored = errors.New("checkout: nothing is stored under this reference")
	// ErrStoreBusy: another process has this folder open.
	ErrStoreBusy = errors.New("checkout: another process uses this folder")
)

// Store keeps what the page must not lose. What it is given is sealed already.
// Save returns once the text will survive a power cut; it replaces what was
// there as a whole. Load returns ErrNotStored for what was never saved. Methods
// are safe for concurrent use, one writer for each reference at a time.
type Store interface {
	Save(ref string, sealed []byte) error
	Load(ref string) ([]byte, error)
}

// MemoryStore is a Store for one process's lifetime. Its zero value is ready
// for use.
type MemoryStore struct {
	mu   sync.Mutex
	kept map[string][]byte
}

// Save implements Store.
func (m *MemoryStore) Save(ref string, sealed []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = make(map[string][]byte)
	}
	m.kept[ref] = append([]byte(nil), sealed...)
	return nil
}

// Load implements Store.
func (m *MemoryStore) Load(ref string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	sealed, ok := m.kept[ref]
	if !ok {
		return nil, ErrNotStored
	}
	return append([]byte(nil), sealed...), nil
}

// FileStore is a Store of one file for each payment in a folder that no other
// process uses meanwhile.
type FileStore struct {
	dir  string
	lock *flock.Flock
}

// OpenFileStore opens a folder, which it creates with rights for its owner
// only. ErrStoreBusy while another process has it open; a process that died has
// not.
func OpenFileStore(dir string) (*FileStore, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("checkout: open the store: %w", err)
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	held, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("checkout: lock the store: %w", err)
	}
	if !held {
		return nil, ErrStoreBusy
	}
	return &FileStore{dir: dir, lock: lock}, nil
}

// Close lets another process open the folder.
func (f *FileStore) Close() error { return f.lock.Unlock() }

// Load implements Store.
func (f *FileStore) Load(ref string) ([]byte, error) {
	path, err := f.path(ref)
	if err != nil {
		return nil, err
	}
	sealed, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrNotStored
	}
	return sealed, err
}

// Save implements Store: written aside, synced, renamed, and the folder synced.
func (f *FileStore) Save(ref string, sealed []byte) error {
	path, err := f.path(ref)
	if err == nil {
		err = writeFile(path+".new", sealed)
	}
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err == nil {
		err = syncFolder(f.dir)
	}
	if err != nil {
		return fmt.Errorf("checkout: save: %w", err)
	}
	return nil
}

func (f *FileStore) path(ref string) (string, error) {
	if ref == "" || strings.Trim(ref, "0123456789abcdef") != "" {
		return "", ErrNotStored
	}
	return filepath.Join(f.dir, ref+".payment"), nil
}

func writeFile(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// syncFolder makes a rename durable. Windows has no such call and needs none.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	if err := folder.Sync(); err != nil && filepath.Separator == '/' {
		return err
	}
	return nil
}
