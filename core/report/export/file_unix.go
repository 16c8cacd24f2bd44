//go:build !windows

package export

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// syncFolder makes a renamed file's name durable. File systems that cannot
// sync a folder write it through.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if err := f.Sync(); err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOTSUP) {
		return err
	}
	return nil
}

func isFull(err error) bool { return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) }
