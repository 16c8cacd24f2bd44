//go:build !windows

package bolt

import (
	"time"

	"go.etcd.io/bbolt"

	"sanduq/storage/internal/pages"
)

// mapped is how much address space the file is given at once. Within it a
// commit never waits for a read that takes long, such as a backup.
const mapped = 1 << 30

func Options(timeout time.Duration) *bbolt.Options {
	return &bbolt.Options{Timeout: timeout, FreelistType: bbolt.FreelistMapType, InitialMmapSize: mapped, OpenFile: pages.Open}
}

// LookFirst does nothing: bbolt writes only into what it took for a database.
func LookFirst(string, time.Duration) error { return nil }
