package storage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

const secondChoice = "second-folder"

// SecondFolder is where the copies of the store in dir go too; blank for
// nowhere. It is kept in a file of its own, so that it is known while the store
// cannot be opened.
func SecondFolder(dir string) string {
	text, err := files.Read(filepath.Join(dir, secondChoice), files.MaxSmall)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(text), "\n") // a name may end in a blank
}

// SetSecondFolder remembers another second folder; blank for none. It must be
// there now and be writable: ErrAbsent, ErrUnwritable.
func SetSecondFolder(dir, folder string) error {
	path := filepath.Join(dir, secondChoice)
	if folder == "" {
		return files.Remove(path)
	}
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.IsDir(), !filepath.IsAbs(folder):
		return fault.ErrAbsent
	case err != nil:
		return fault.ErrUnwritable.Because(err)
	}
	probe, err := os.CreateTemp(folder, ".sanduq-*")
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return files.Replace(path, []byte(folder+"\n"))
}

// ListSecond lists the copies of every till in a second folder, newest first.
func ListSecond(folder string) (all []BackupFile) {
	tills, _ := files.Matching(folder, "sanduq-backups-*") // what cannot be read has no copies to offer
	for _, till := range tills {
		found, _ := files.Matching(till, backupPattern)
		for _, path := range found {
			if info, err := os.Stat(path); err == nil {
				all = append(all, BackupFile{Path: path, At: backupTime(path), Size: info.Size()})
			}
		}
	}
	slices.SortFunc(all, func(a, b BackupFile) int { return b.At.Compare(a.At) })
	return all
}
