package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// writeNew makes a file that was not there, durable before it has its name.
func writeNew(path string, content []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return ErrUnwritable.because(fmt.Errorf("%s exists", filepath.Base(path)))
	}
	return replaceFile(path, content)
}

// replaceFile writes a file aside, syncs it and gives it its name, so that a
// reader finds the old content or the new one, never a part.
func replaceFile(path string, content []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return ErrUnwritable.because(err)
	}
	aside := file.Name()
	_, err = file.Write(content)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = moveIn(aside, path)
	}
	if err != nil {
		return errors.Join(ErrUnwritable.because(err), removeIfThere(aside))
	}
	return nil
}

// moveIn gives a synced file its name and makes the name durable.
func moveIn(aside, path string) error {
	if err := os.Rename(aside, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// keepFolders makes the names of dir and of the folders above it durable: a
// file that is synced is lost all the same when its folder's name is. Folders
// that may not be read were there before the application.
func keepFolders(dir string) error {
	dir, err := filepath.Abs(dir)
	for up := filepath.Dir(dir); err == nil && up != dir; dir, up = up, filepath.Dir(up) {
		if err = syncDir(up); errors.Is(err, fs.ErrPermission) {
			return nil
		}
	}
	return err
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// exists tells whether there is something at path; any doubt is an error, so
// that a file is never overwritten because it could not be looked at.
func exists(path string) (bool, error) {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// matching lists what lies in folder under a name that matches pattern, sorted
// by name; nothing when there is no folder. Only the name is held against the
// pattern: a folder's own name may hold whatever its owner likes.
func matching(folder, pattern string) ([]string, error) {
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
