package script

import (
	"os"
	"testing"
	"time"

	"sanduq/storage"
	"sanduq/storage/keys"
)

// Options are those of a shop in dir. Its calls stay in the caller's thread.
func Options(dir string) storage.Options {
	key := keys.NewFile(dir)
	return storage.Options{Dir: dir, Keys: key, Checkpoints: key, Patience: -1, Clock: func() time.Time { return Noon }}
}

// InMemory returns a folder that no disk slows down, where there is one.
func InMemory(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "wreck-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
