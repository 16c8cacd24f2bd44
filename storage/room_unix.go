//go:build !windows

package storage

import (
	"errors"
	"time"

	"go.etcd.io/bbolt"
	"golang.org/x/sys/unix"
)

// mapped is how much address space the file is given at once. Within it a
// commit never waits for a read that takes long, such as a backup.
const mapped = 1 << 30

func boltOptions(timeout time.Duration) *bbolt.Options {
	return &bbolt.Options{Timeout: timeout, FreelistType: bbolt.FreelistMapType, InitialMmapSize: mapped, OpenFile: openExisting}
}

// lookFirst does nothing: bbolt writes only into what it took for a database.
func lookFirst(string, time.Duration) error { return nil }

func freeBytes(dir string) (uint64, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return 0, err
	}
	return uint64(stat.Bavail) * uint64(stat.Bsize), nil
}

func isFull(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT)
}
