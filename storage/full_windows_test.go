package storage

import "golang.org/x/sys/windows"

// noRoom is what the system says of a full disk.
const noRoom = windows.ERROR_DISK_FULL
