//go:build !windows

package storage

import (
	"errors"
	"os"
)

// syncDir makes the names in a folder durable.
func syncDir(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
