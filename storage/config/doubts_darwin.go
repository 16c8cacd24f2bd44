package config

import "golang.org/x/sys/unix"

// networkKind names the file system of a folder on another machine; blank when
// it is on this one, or when that is not known.
func networkKind(dir string) string {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return ""
	}
	kind := unix.ByteSliceToString(stat.Fstypename[:])
	if stat.Flags&unix.MNT_LOCAL == 0 || remoteKinds[kind] {
		return kind
	}
	return ""
}
