package storage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// keepBackups is how many copies stay; the oldest go.
const keepBackups = 14

const backupPattern = "till-????????-??????.db"

// Backup makes a copy of the store as it is now while it goes on working, in
// the folder "backups" beside it, and returns its path. The copy is synced and
// proved, record by record, before it has its name; only then, beyond 14, one
// goes: the oldest of those that a later one of their day stands in for, or
// the oldest of all. No copy ever takes the place of another. It opens with the
// same data key, or with the recovery code if one was made. Errors match
// ErrBackup. It ends early when the store is reopened or closed.
func (s *Store) Backup(ctx context.Context) (string, error) {
	if err := s.present(); err != nil { // nor does its folder belong to it
		return "", fault.ErrBackup.Because(err)
	}
	path, err := s.newBackup()
	if err != nil {
		return "", fault.ErrBackup.Because(err)
	}
	if err := s.copyTo(ctx, path); err != nil {
		return "", err
	}
	if err := prune(s.backupFolder()); err != nil {
		s.opts.Logger.Warn("old backups stay", "err", err)
	}
	return path, nil
}

// newBackup makes the folder of backups, if need be, and returns the path of
// the next one.
func (s *Store) newBackup() (string, error) {
	folder := s.backupFolder()
	err := os.Mkdir(folder, 0o700) // never its parents: a folder that went away is not made anew
	if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	if err = errors.Join(err, files.SyncDir(s.opts.Dir)); err != nil {
		return "", err
	}
	return backupName(folder, s.opts.Clock())
}

// backupName is a name that no copy has yet, and clears away what a backup
// left that was cut off.
func backupName(folder string, now time.Time) (string, error) {
	cut, err := files.Matching(folder, backupPattern+".part")
	for _, path := range cut {
		err = errors.Join(err, files.Remove(path))
	}
	for err == nil {
		path := filepath.Join(folder, "till-"+now.UTC().Format(stampLayout)+".db")
		var taken bool
		if taken, err = files.Exists(path); err == nil && !taken {
			return path, nil
		}
		now = now.Add(time.Second)
	}
	return "", err
}

func (s *Store) backupFolder() string { return filepath.Join(s.opts.Dir, "backups") }

// Backups lists the copies there are, newest first.
func (s *Store) Backups() ([]string, error) { return backupsIn(s.backupFolder()) }

func backupsIn(folder string) ([]string, error) {
	found, err := files.Matching(folder, backupPattern)
	slices.Reverse(found)
	return found, err
}

// BackupFile is a copy that can be restored.
type BackupFile struct {
	Path string
	At   time.Time // when it was made
	Size int64     // in bytes
}

// ListBackups lists the copies of the store in dir, newest first. The store may
// be closed or damaged.
func ListBackups(dir string) ([]BackupFile, error) {
	found, err := backupsIn(filepath.Join(dir, "backups"))
	var out []BackupFile
	for _, path := range found {
		info, statErr := os.Stat(path)
		if err = errors.Join(err, statErr); statErr == nil {
			out = append(out, BackupFile{Path: path, At: backupTime(path), Size: info.Size()})
		}
	}
	return out, err
}

// backupTime reads the time out of a copy's name; zero when it has another.
func backupTime(path string) time.Time {
	at, err := time.ParseInLocation("till-"+stampLayout+".db", filepath.Base(path), time.UTC)
	if err != nil {
		return time.Time{}
	}
	return at
}

// prune keeps 14 copies: of one day the newest counts for more than the others.
func prune(folder string) error {
	found, err := files.Matching(folder, backupPattern)
	day := func(i int) string { return filepath.Base(found[i])[:len("till-20061120")] }
	for len(found) > keepBackups {
		oldest := 0
		for i := range found[:len(found)-1] {
			if day(i) == day(i+1) {
				oldest = i
				break
			}
		}
		err = errors.Join(err, os.Remove(found[oldest]))
		found = slices.Delete(found, oldest, oldest+1)
	}
	return err
}

// copyTo writes a copy aside, proves it and moves it in.
func (s *Store) copyTo(ctx context.Context, path string) error {
	ctx, done := s.long.begin(ctx)
	defer done()
	aside := path + ".part"
	err := s.view(ctx, func(t tx) error { return writeCopy(ctx, t, aside) })
	if err == nil {
		err = s.prove(ctx, aside)
	}
	if err == nil {
		err = files.MoveIn(aside, path)
	}
	if err != nil {
		return errors.Join(fault.ErrBackup.Because(err), files.Remove(aside))
	}
	return nil
}

func writeCopy(ctx context.Context, t tx, path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = t.WriteTo(files.NewPaced(ctx, file))
	return errors.Join(err, file.Sync(), file.Close())
}

// prove opens a copy and reads all of it.
func (s *Store) prove(ctx context.Context, path string) error {
	return s.proveWith(ctx, s.seal(), path)
}

// proveWith is prove with a key of one's own.
func (s *Store) proveWith(ctx context.Context, seal *sealer, path string) error {
	return readCopyWith(seal, path, s.opts.Timeout, func(copied tx) error {
		if err := copied.identify(); err != nil {
			return err
		}
		if h, err := copied.head(); err != nil || h.Schema < current.schema() {
			return errors.Join(err, s.proveOlder(ctx, path, copied, h.Schema))
		}
		_, err := copied.verify(ctx)
		return err
	})
}

// proveOlder proves a copy of an older layout by bringing it to the next one.
func (s *Store) proveOlder(ctx context.Context, path string, copied tx, schema uint64) error {
	tried := path + ".tried"
	err := rewriteWith(ctx, copied.seal, tried, func(to *rewriting) error { return current.step(schema)(ctx, copied, to) })
	if err == nil {
		err = s.proveWith(ctx, copied.seal, tried)
	}
	return errors.Join(err, files.Remove(tried))
}
