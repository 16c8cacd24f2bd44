package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// OpenMark is the name of the file that stands there while a store is open.
const OpenMark = "till.open"

// Stamp is how a moment, in UTC, is written into a name.
const Stamp = "20060102-150405"

// BackupPattern matches the name of a backup.
const BackupPattern = "till-????????-??????.db"

// BackupFolder is where the backups of the store in dir lie.
func BackupFolder(dir string) string { return filepath.Join(dir, "backups") }

// Backups lists the backups in a folder, newest first.
func Backups(folder string) ([]string, error) {
	found, err := Matching(folder, BackupPattern)
	slices.Reverse(found)
	return found, err
}

// BackupTime reads the time out of a backup's name; zero when it has another.
func BackupTime(path string) time.Time {
	at, err := time.ParseInLocation("till-"+Stamp+".db", filepath.Base(path), time.UTC)
	if err != nil {
		return time.Time{}
	}
	return at
}

// clocksDiffer is how far a sound clock may be set back.
const clocksDiffer = time.Hour

// FromFuture reports whether a backup bears a moment that has not come yet: a clock
// was wrong when it was made, or is now.
func FromFuture(path string, now time.Time) bool {
	return BackupTime(path).Sub(now) > clocksDiffer
}

// NewestBackup returns the newest of backups, which are newest first, that is not
// from the future; blank for none.
func NewestBackup(found []string, now time.Time) string {
	for _, path := range found {
		if !FromFuture(path, now) {
			return path
		}
	}
	return ""
}

// NextBackup makes the folder of the backups of the store in dir, if need be,
// and returns the path of the next one. It clears away what a backup left that
// was cut off.
func NextBackup(dir string, now time.Time) (string, error) {
	folder := BackupFolder(dir)
	err := os.Mkdir(folder, 0o700) // never its parents: a folder that went away is not made again
	if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	if err = errors.Join(err, SyncDir(dir)); err != nil {
		return "", err
	}
	err = ClearCutOff(folder)
	for err == nil {
		path := filepath.Join(folder, "till-"+now.UTC().Format(Stamp)+".db")
		var taken bool
		if taken, err = Exists(path); err == nil && !taken {
			return path, nil
		}
		now = now.Add(time.Second)
	}
	return "", err
}

// ClearCutOff removes what is left in a folder of backups of one that was cut off.
func ClearCutOff(folder string) error {
	cut, err := Matching(folder, BackupPattern+".part")
	for _, path := range cut {
		err = errors.Join(err, Remove(path))
	}
	return err
}
