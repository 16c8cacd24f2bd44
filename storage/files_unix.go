//go:build !windows

package storage

import (
	"errors"
	"os"
	"syscall"
)

// notWaiting opens a pipe without waiting for its other end.
const notWaiting = syscall.O_NONBLOCK

// nameless reports whether a file that is open has been removed.
func nameless(file *os.File) bool {
	info, err := file.Stat()
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink == 0
}

// letGo unlocks and closes a file that bbolt cannot close any more. What is
// mapped of it would hold the lock.
func letGo(file *os.File) error {
	return errors.Join(syscall.Flock(int(file.Fd()), syscall.LOCK_UN), file.Close())
}

// syncDir makes the names in a folder durable.
func syncDir(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
