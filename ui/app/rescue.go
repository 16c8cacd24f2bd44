package app

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"sanduq/core"
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/check"
	"sanduq/storage/config"
	"sanduq/storage/fault"
	"sanduq/storage/keys"
	"sanduq/ui/desktop/drives"
	"sanduq/ui/startup"
)

// placed chooses where the data key of a folder lives, as keys.For and
// keys.ForRecovery do.
type placed func(ctx context.Context, environment core.Environment, dir string, ask keys.Ask) (keys.Source, keys.Checkpoints, error)

// options are those of the store of this start.
func (a *App) storeOptions(ctx context.Context, place placed) (storage.Options, error) {
	source, checkpoints, err := place(ctx, a.env, a.dir, a.ask)
	return storage.Options{Dir: a.dir, Environment: a.env, Keys: source, Checkpoints: checkpoints, Elsewhere: config.Elsewhere(), Logger: a.log, Checker: check.Command("")}, err
}

// rescue is what can be done when the store could not be opened; nil when this
// start never came to it.
func (a *App) rescue(ctx context.Context) *startup.Rescue {
	if a.dir == "" {
		return nil
	}
	return &startup.Rescue{
		Copies: a.copies, Drives: drives.Folders,
		Restore: func(path string, code core.Secret) error {
			return a.restore(ctx, path, code)
		},
		Unlock: func(code core.Secret) error {
			code = typedCode(code)
			o, err := a.storeOptions(ctx, keys.ForRecovery)
			if err == nil {
				err = storage.Unlock(ctx, o, code)
			}
			return a.problem(err)
		},
	}
}

// copies are the backups beside the data, then those on the second folder and on every
// stick, of one till after the other, the newest of each first.
func (a *App) copies() (all []startup.Copy) {
	found, err := backup.List(a.dir)
	if err != nil {
		a.log.Warn("backups", "err", err)
	}
	for _, b := range found {
		all = append(all, startup.Copy{Path: b.Path, At: b.At, Size: b.Size})
	}
	folders := drives.Folders()
	if second := backup.MirrorFolder(a.dir); second != "" && !slices.Contains(folders, second) {
		folders = append(folders, second)
	}
	for _, folder := range folders {
		for _, b := range backup.ListMirror(folder) {
			till := filepath.Dir(b.Path)
			all = append(all, startup.Copy{Path: b.Path, At: b.At, Size: b.Size, Where: filepath.Base(folder), Till: cmp.Or(nameOfCopies(till), filepath.Base(till))})
		}
	}
	slices.SortStableFunc(all, func(a, b startup.Copy) int { return cmp.Or(strings.Compare(a.Till, b.Till), b.At.Compare(a.At)) })
	return all
}

func (a *App) restore(ctx context.Context, path string, code core.Secret) error {
	o, err := a.storeOptions(ctx, keys.ForRecovery)
	if err == nil {
		var kept string
		kept, err = backup.RestoreByCode(ctx, o, path, typedCode(code))
		a.log.Info("restore", "backup", path, "kept", kept, "err", err)
	}
	return a.problem(err)
}

// problem gives an error of the store's the code of its sentence; the one that
// asks for the recovery code goes before that of the backup around it.
func (a *App) problem(err error) error {
	if err == nil {
		return nil
	}
	if p, known := errors.AsType[*startup.Problem](err); known {
		return p
	}
	p := &startup.Problem{Code: "STORE_DAMAGED", Detail: a.dir, Cause: err}
	for _, one := range []*fault.Error{fault.ErrWrongKey, fault.ErrNoKey, fault.ErrPassphrase, fault.ErrNewer, fault.ErrFull} {
		if errors.Is(err, one) {
			p.Code = string(one.Code)
			return p
		}
	}
	if e, ok := errors.AsType[*fault.Error](err); ok {
		p.Code = string(e.Code)
	}
	if kind, ok := errors.AsType[fault.FileSystem](err); ok {
		p.Detail += " (" + string(kind) + ")"
	}
	return p
}
