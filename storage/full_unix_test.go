//go:build !windows

package storage

import "golang.org/x/sys/unix"

// noRoom is what the system says of a full disk.
const noRoom = unix.ENOSPC
