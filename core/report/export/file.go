package export

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sanduq/core/report"
)

// asidePrefix begins the names of files that are not whole yet. They are in the
// folder of the file that they become, since only within one can a file be
// renamed in one step.
const (
	asidePrefix = ".sanduq-export-"
	asideTemp   = "sanduq-export-" // folders in the system's own place for such files
	asideStale  = 10 * time.Minute // without a write: an export that lives writes all the time
)

// Save writes an export into a file, replacing one of that name. The file is
// there only when it is whole and on disk; whatever else happens, an older one
// stays as it was. Errors: those of Write, CodeFolder, CodeNoRoom, CodeWrite.
func Save(ctx context.Context, path string, j Job) (Result, error) {
	sweep(filepath.Dir(path))
	a, err := newAside(path)
	if err != nil {
		return Result{}, coded(err, report.CodeFolder)
	}
	defer a.discard()
	out, err := Write(ctx, a.file, j)
	if err == nil {
		err = a.file.Sync()
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = a.publish(path)
	}
	if err != nil {
		return Result{}, coded(err, report.CodeWrite)
	}
	return out, nil
}

// coded gives an error of the system its code.
func coded(err error, otherwise report.Code) error {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return report.Refuse(report.CodeCancelled, err)
	case isFull(err):
		return &report.Error{Code: report.CodeNoRoom, Err: err}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EROFS):
		return &report.Error{Code: report.CodeFolder, Err: err}
	}
	return report.Refuse(otherwise, err)
}

// aside is a file that is being written.
type aside struct {
	file *os.File
	name string // blank while it has none
	kept bool
}

// named makes one that has a name from the beginning.
func named(dir string) (*aside, error) {
	f, err := os.CreateTemp(dir, asidePrefix+"*.part")
	if err != nil {
		return nil, err
	}
	return &aside{file: f, name: f.Name()}, nil
}

// rename gives a whole file its name for good.
func (a *aside) rename(path string) error {
	if err := a.file.Close(); err != nil {
		return err
	}
	if err := os.Rename(a.name, path); err != nil {
		return err
	}
	a.kept = true
	return syncFolder(filepath.Dir(path))
}

func (a *aside) discard() {
	_ = a.file.Close()
	if a.name != "" && !a.kept {
		_ = os.Remove(a.name)
	}
}

// sweep removes what killed exports left in a folder, where files cannot be
// written without a name.
func sweep(dir string) {
	for place, prefix := range map[string]string{dir: asidePrefix, os.TempDir(): asideTemp} {
		entries, _ := os.ReadDir(place)
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || !strings.HasPrefix(e.Name(), prefix) || time.Since(newest(filepath.Join(place, e.Name()), info)) < asideStale {
				continue
			}
			_ = os.RemoveAll(filepath.Join(place, e.Name()))
		}
	}
}

// newest is when a file, or anything in a folder, was written last.
func newest(path string, info fs.FileInfo) time.Time {
	at := info.ModTime()
	if !info.IsDir() {
		return at
	}
	entries, _ := os.ReadDir(path)
	for _, e := range entries {
		if in, err := e.Info(); err == nil && in.ModTime().After(at) {
			at = in.ModTime()
		}
	}
	return at
}
