package export

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// newAside makes a file without a name, which the system removes by itself
// when the program is killed; with one where the file system knows none such,
// as on most sticks.
func newAside(path string) (*aside, error) {
	dir := filepath.Dir(path)
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return named(dir)
	}
	return &aside{file: os.NewFile(uintptr(fd), path)}, nil
}

// publish gives a whole file its name. A file without one gets another first:
// only renaming replaces an older file.
func (a *aside) publish(path string) error {
	if a.name == "" {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf("%s%d-%d.part", asidePrefix, os.Getpid(), a.file.Fd()))
		_ = os.Remove(name)
		if err := unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", a.file.Fd()), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW); err != nil {
			return &os.PathError{Op: "link", Path: name, Err: err}
		}
		a.name = name
	}
	return a.rename(path)
}
