//go:build !windows

package files

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// notWaiting opens a pipe without waiting for its other end.
const notWaiting = syscall.O_NONBLOCK

// Nameless reports whether a file that is open has been removed.
func Nameless(file *os.File) bool {
	info, err := file.Stat()
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink == 0
}

// LetGo unlocks and closes a file that bbolt cannot close any more. What is
// mapped of it would hold the lock.
func LetGo(file *os.File) error {
	return errors.Join(syscall.Flock(int(file.Fd()), syscall.LOCK_UN), file.Close())
}

// SyncDir makes the names in a folder durable.
func SyncDir(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Free returns how many bytes are left for files in a folder.
func Free(dir string) (uint64, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return 0, err
	}
	return uint64(stat.Bavail) * uint64(stat.Bsize), nil
}

// IsFull reports whether an error says that the disk has no room.
func IsFull(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT)
}
