package files

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

const notWaiting = 0

// Nameless is false: what is open cannot be removed here.
func Nameless(*os.File) bool { return false }

// LetGo closes a file that bbolt cannot close any more, and so unlocks it.
func LetGo(file *os.File) error { return file.Close() }

// SyncDir does nothing: Windows has no sync of a folder; NTFS journals names.
func SyncDir(string) error { return nil }

// Free returns how many bytes are left for files in a folder.
func Free(dir string) (uint64, error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	return free, err
}

// IsFull reports whether an error says that the disk has no room.
func IsFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}
