package config

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// networkKind names the drive of a folder on another machine; blank when it is on
// this one, or when that is not known.
func networkKind(dir string) string {
	if uncPath(dir) {
		return "a network share"
	}
	volume, err := windows.UTF16PtrFromString(strings.TrimPrefix(filepath.VolumeName(dir), `\\?\`) + `\`)
	if err == nil && windows.GetDriveType(volume) == windows.DRIVE_REMOTE {
		return "a network drive"
	}
	return ""
}
