package downloads

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sanduq/ui/desktop/homefolders"
)

// SaveInDownloads is a Deps.Save which keeps a file in the person's folder of
// downloads, or in their home where there is none. A file that is there
// already is never overwritten: the new one gets a number. The place is told
// short, as "Downloads/T-0412.pdf".
func SaveInDownloads(_ context.Context, name string, data []byte) (place string, err error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	dir := homefolders.Downloads.In(home)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = home
	}
	path, err := SaveIn(dir, name, data)
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Base(dir), filepath.Base(path)), nil
}

func SaveIn(dir, name string, data []byte) (string, error) {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(filepath.Base(name), ext)
	for n := 1; n < 1000; n++ {
		path := filepath.Join(dir, stem+ext)
		if n > 1 {
			path = filepath.Join(dir, fmt.Sprintf("%s (%d)%s", stem, n, ext))
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
			return "", errors.Join(err, os.Remove(path)) // half a receipt is worse than none
		}
		return path, nil
	}
	return "", fmt.Errorf("too many files named %s", name)
}
