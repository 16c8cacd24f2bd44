package storage

import "os"

const notWaiting = 0

// nameless is false: what is open cannot be removed here.
func nameless(*os.File) bool { return false }

// letGo closes a file that bbolt cannot close any more, and so unlocks it.
func letGo(file *os.File) error { return file.Close() }

// syncDir does nothing: Windows has no sync of a folder; NTFS journals names.
func syncDir(string) error { return nil }
