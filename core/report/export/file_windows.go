package export

import (
	"errors"

	"golang.org/x/sys/windows"
)

// syncFolder does nothing: NTFS journals names, and a folder cannot be synced.
func syncFolder(string) error { return nil }

func isFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}
