package config

import "os"

// networkKind names the file system of a folder on another machine; blank when
// it is on this one, or when that is not known.
func networkKind(dir string) string {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return ""
	}
	if kind := mountKind(string(mounts), dir); remoteKinds[kind] {
		return kind
	}
	return ""
}
