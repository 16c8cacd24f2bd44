package storage

import (
	"errors"
	"time"

	"go.etcd.io/bbolt"
	"golang.org/x/sys/windows"
)

// boltOptions leaves the mapping to bbolt: Windows would make the file as
// large as its mapping.
func boltOptions(timeout time.Duration) *bbolt.Options {
	return &bbolt.Options{Timeout: timeout, FreelistType: bbolt.FreelistMapType, OpenFile: openExisting}
}

// lookFirst opens a file for reading before it is opened for writing: then
// bbolt makes it as large as its mapping before it looks whether it is a
// database, and a file that is refused must stay as it is.
func lookFirst(path string, timeout time.Duration) error {
	options := boltOptions(timeout)
	options.ReadOnly = true
	db, err := bbolt.Open(path, 0o600, options)
	if err != nil {
		return err
	}
	return db.Close()
}

func freeBytes(dir string) (uint64, error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	return free, err
}

func isFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}
