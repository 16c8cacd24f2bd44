// Package files writes and reads what lies in a data folder: files that are
// whole or not there, whatever stops the process, and that nobody waits for.
// It knows names and bytes, not what they mean.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"sanduq/storage/fault"
)

// Database is the name of a store's own file in its folder.
const Database = "till.db"

// Stat is os.Stat, and reads at once which file it is. On Windows os.SameFile
// looks that up by the path when it first compares, and finds nothing, or another
// file, once the file was renamed.
func Stat(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && !os.SameFile(info, info) {
		return nil, fault.ErrUnwritable.Because(fmt.Errorf("%s: nobody knows which file it is", filepath.Base(path)))
	}
	return info, err
}

// WriteNew makes a file that was not there, durable before it has its name.
func WriteNew(path string, content []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return fault.ErrUnwritable.Because(fmt.Errorf("%s exists", filepath.Base(path)))
	}
	return Replace(path, content)
}

// Replace writes a file aside, syncs it and gives it its name, so that a
// reader finds the old content or the new one, never a part.
func Replace(path string, content []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	aside := file.Name()
	_, err = file.Write(content)
	if err := MoveInUnless(aside, path, errors.Join(err, file.Sync(), file.Close())); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return nil
}

// MoveIn gives a synced file its name and makes the name durable.
func MoveIn(aside, path string) error {
	if err := os.Rename(aside, path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// MoveInUnless ends the making of a file: it gives the file its name as MoveIn does, or removes
// it and returns err, where that says that something went wrong.
func MoveInUnless(aside, path string, err error) error {
	if err == nil {
		err = MoveIn(aside, path)
	}
	if err != nil {
		return errors.Join(err, Remove(aside))
	}
	return nil
}

// KeepFolders makes the names of dir and of the folders above it durable: a
// file that is synced is lost all the same when its folder's name is. Folders
// that may not be read were there before the application.
func KeepFolders(dir string) error {
	dir, err := filepath.Abs(dir)
	for up := filepath.Dir(dir); err == nil && up != dir; dir, up = up, filepath.Dir(up) {
		if err = SyncDir(up); errors.Is(err, fs.ErrPermission) {
			return nil
		}
	}
	return err
}

// Remove removes a file; one that is not there is no error.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Exists reports whether there is something at path; any doubt is an error, so
// that a file is never overwritten because it could not be looked at.
func Exists(path string) (bool, error) {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Matching lists what lies in folder under a name that matches pattern, sorted
// by name; nothing when there is no folder. Only the name is held against the
// pattern: a folder's own name may hold whatever its owner likes.
func Matching(folder, pattern string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var found []string
	for _, e := range entries {
		if ok, _ := filepath.Match(pattern, e.Name()); ok { // the patterns are ours, and well formed
			found = append(found, filepath.Join(folder, e.Name()))
		}
	}
	return found, err
}

// ErrNoFile matches the error of a name that something else than a file has.
var ErrNoFile = errors.New("this is not a file")

// OpenExisting opens a file that is there. Unlike os.OpenFile it makes none,
// and never waits: a pipe has no other end.
func OpenExisting(path string, flag int, mode fs.FileMode) (*os.File, error) {
	file, err := os.OpenFile(path, flag&^os.O_CREATE|notWaiting, mode)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: ErrNoFile}
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// RoomFirst is the error with ErrFull before all else that it matches, where the disk has no
// room: a folder that cannot be written is not forbidden then, and a backup that was not
// copied is not damaged.
func RoomFirst(err error) error {
	if known, is := errors.AsType[*fault.Error](err); !IsFull(err) || is && known.Code == fault.CodeFull {
		return err
	}
	return fault.ErrFull.Because(err)
}

// MaxSmall is more than any of the small files beside a store needs.
const MaxSmall = 64 << 10

// Read reads a small file, and refuses what is none or is longer than most.
func Read(path string, most int64) ([]byte, error) {
	file, err := OpenExisting(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("more than %d bytes", most)}
	}
	return text, errors.Join(err, file.Close())
}
