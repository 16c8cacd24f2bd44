// Package pages opens a store's file whose pages were looked at first, as package
// boltfile does. It holds no lock: nobody may write into the file meanwhile.
package pages

import (
	"errors"
	"io/fs"
	"os"

	"sanduq/core/boltfile"
	"sanduq/storage/internal/files"
)

// Whole is the size in bytes up to which Open reads every page, which takes some tens
// of milliseconds. Of larger files it reads all but the leaves.
const Whole = 64 << 20

// Open is files.OpenExisting of a file whose pages were looked at, for
// bbolt.Options.OpenFile. An error that is not of the file system says what is wrong.
func Open(path string, flag int, mode fs.FileMode) (*os.File, error) {
	file, err := files.OpenExisting(path, flag, mode)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		err = boltfile.Check(file, info.Size(), info.Size() <= Whole)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// CheckFile is boltfile.Check of the file at path, of every page up to a size in bytes.
func CheckFile(path string, whole int64) error {
	file, err := files.OpenExisting(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil {
		err = boltfile.Check(file, info.Size(), info.Size() <= whole)
	}
	return errors.Join(err, file.Close())
}
