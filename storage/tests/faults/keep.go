package faults

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"sanduq/core"
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/tests/script"
)

// RunKeep looks after a store in one way, in one thread, and is killed at one
// of its system calls: "open" opens and closes it, which makes a new one;
// "backup" makes a backup; "code" makes a new recovery code, which changes the
// key; "restore" puts a backup back; "bycode" puts back one of another machine,
// with the code that opens it.
func RunKeep(how, dir, file, code string) (err error) {
	runtime.LockOSThread()
	ctx := context.Background()
	o := keepOptions(dir)
	switch how {
	case "restore":
		_, err := backup.Restore(ctx, o, file)
		return err
	case "bycode":
		_, err := backup.RestoreByCode(ctx, o, file, core.NewSecret(code))
		return err
	}
	store, err := storage.Open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	switch how {
	case "open":
	case "backup":
		_, err = backup.Make(ctx, store)
	case "code":
		_, err = store.NewRecoveryCode(ctx)
	default:
		err = fmt.Errorf("no way called %q", how)
	}
	return err
}

// keepOptions have a clock that moves, so that backups have names of their own.
func keepOptions(dir string) storage.Options {
	o := script.Options(dir)
	o.Clock = time.Now
	return o
}
