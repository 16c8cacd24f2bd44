package bolt

import (
	"time"

	"go.etcd.io/bbolt"

	"sanduq/storage/internal/pages"
)

// Options leaves the mapping to bbolt: Windows would make the file as
// large as its mapping.
func Options(timeout time.Duration) *bbolt.Options {
	return &bbolt.Options{Timeout: timeout, FreelistType: bbolt.FreelistMapType, OpenFile: pages.Open}
}

// LookFirst opens a file for reading before it is opened for writing: then
// bbolt makes it as large as its mapping before it looks whether it is a
// database, and a file that is refused must stay as it is.
func LookFirst(path string, timeout time.Duration) error {
	options := Options(timeout)
	options.ReadOnly = true
	db, err := bbolt.Open(path, 0o600, options)
	if err != nil {
		return err
	}
	return db.Close()
}
