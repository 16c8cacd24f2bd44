// Package backup makes copies of a store by itself, keeps the right number of
// them, sends them to a mirror folder, and puts one back. It knows when and
// where; what a sound copy is, and how one is made beside a working till, is the
// engine's.
package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sanduq/storage"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// keep is how many copies stay; the oldest go.
const keep = 14

// Make makes a copy of a store as it is now while it goes on working, in the
// folder "backups" beside it, and returns its path. The copy is synced and
// verified, record by record, before it has its name; only then, beyond 14, one
// goes: the oldest of those that a later one of their day stands in for, or
// of those that a wrong clock dated into the future, or the oldest of all, and
// never the new one. No copy ever takes the place of another. It opens with the
// same data key, or with the recovery code if one was made. Errors match
// ErrBackup. It ends early when the store is reopened or closed.
func Make(ctx context.Context, s *storage.Store) (string, error) {
	if err := s.Present(); err != nil { // nor does its folder belong to it
		return "", fault.ErrBackup.Because(err)
	}
	o := s.Options()
	path, err := files.NextBackup(o.Dir, o.Clock())
	if err != nil {
		return "", fault.ErrBackup.Because(err)
	}
	if err := s.Copy(ctx, path); err != nil {
		return "", err
	}
	if err := prune(filepath.Dir(path), path, o.Clock()); err != nil {
		o.Logger.Warn("old backups stay", "err", err)
	}
	return path, nil
}

// File is a copy that can be restored.
type File struct {
	Path string
	At   time.Time // when it was made
	Size int64     // in bytes
}

// List lists the copies of the store in dir, newest first. The store may
// be closed or damaged.
func List(dir string) ([]File, error) {
	found, err := files.Backups(files.BackupFolder(dir))
	var out []File
	for _, path := range found {
		info, statErr := os.Stat(path)
		if err = errors.Join(err, statErr); statErr == nil {
			out = append(out, File{Path: path, At: files.BackupTime(path), Size: info.Size()})
		}
	}
	return out, err
}

// prune keeps 14 copies, and the one that was just made among them: of one day the
// newest counts for more than the others. What is dated after now was made before it
// all the same, by a wrong clock, and goes before what is not.
func prune(folder, made string, now time.Time) error {
	found, err := files.Matching(folder, files.BackupPattern)
	day := func(i int) string { return filepath.Base(found[i])[:len("till-20061120")] }
	may := func(i int) bool { return filepath.Base(found[i]) != filepath.Base(made) }
	for len(found) > keep {
		goes := -1
		for i := range found[:len(found)-1] {
			if day(i) == day(i+1) && may(i) {
				goes = i
				break
			}
		}
		for i := 0; goes < 0 && i < len(found); i++ {
			if may(i) && files.FromFuture(found[i], now) {
				goes = i
			}
		}
		for i := 0; goes < 0; i++ {
			if may(i) {
				goes = i
			}
		}
		err = errors.Join(err, os.Remove(found[goes]))
		found = slices.Delete(found, goes, goes+1)
	}
	return err
}
