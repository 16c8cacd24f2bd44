//go:build !windows

package storage

import (
	"time"

	"go.etcd.io/bbolt"

	"sanduq/storage/internal/files"
)

// mapped is how much address space the file is given at once. Within it a
// commit never waits for a read that takes long, such as a backup.
const mapped = 1 << 30

func boltOptions(timeout time.Duration) *bbolt.Options {
	return &bbolt.Options{Timeout: timeout, FreelistType: bbolt.FreelistMapType, InitialMmapSize: mapped, OpenFile: files.OpenExisting}
}

// lookFirst does nothing: bbolt writes only into what it took for a database.
func lookFirst(string, time.Duration) error { return nil }
