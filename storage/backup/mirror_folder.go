package backup

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

// mirrorChoice is the file that holds it.
const mirrorChoice = "second-folder"

// MirrorFolder is where the copies of the store in dir go too; blank for
// nowhere. It is kept in a file of its own, so that it is known while the store
// cannot be opened.
func MirrorFolder(dir string) string {
	text, err := files.Read(filepath.Join(dir, mirrorChoice), files.MaxSmall)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(text), "\n") // a name may end in a blank
}

// SetMirrorFolder remembers another mirror folder; blank for none. It must be
// there now and be writable: ErrAbsent, ErrUnwritable.
func SetMirrorFolder(dir, folder string) error {
	path := filepath.Join(dir, mirrorChoice)
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

// ListMirror lists the copies of every till in a mirror folder, newest first.
func ListMirror(folder string) (all []File) {
	tills, _ := files.Matching(folder, "sanduq-backups-*") // what cannot be read has no copies to offer
	for _, till := range tills {
		found, _ := files.Matching(till, files.BackupPattern)
		for _, path := range found {
			if info, err := os.Stat(path); err == nil {
				all = append(all, File{Path: path, At: files.BackupTime(path), Size: info.Size()})
			}
		}
	}
	slices.SortFunc(all, func(a, b File) int { return b.At.Compare(a.At) })
	return all
}
