package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/storage"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

// Restore puts a copy in the place of a store that is closed and keeps what
// was there under another name, which it returns ("" when nothing was). The
// copy is opened with o.Keys and verified first. The store is
// frozen: see journal.Freeze. Whatever stops it half way, the old store or the
// restored one is there.
//
// Errors match ErrBackup when the copy is damaged; ErrWrongKey or ErrNoKey when
// it was made under another key; ErrEnvironment when it is one of practice and
// the store is live, or the other way round; ErrFull; ErrUnwritable where the backup
// may not be read, or the folder not be written; ErrLocked, ErrKeyring.
func Restore(ctx context.Context, o storage.Options, backup string) (kept string, err error) {
	return RestoreByCode(ctx, o, backup, core.Secret{})
}

// RestoreByCode is Restore of a copy from another machine: it opens with the
// key that the recovery code unlocks in it, and o.Keys then keeps that key. A
// copy under a key that o.Keys kept from before is sealed again with the newest
// one, so that nothing comes to be readable again by an older recovery code.
// ErrPassphrase when the code does not fit, ErrNoKey when the copy was made
// without one. A blank code is Restore.
func RestoreByCode(ctx context.Context, o storage.Options, backup string, code core.Secret) (kept string, err error) {
	unlock, err := storage.LockFolder(ctx, o)
	if err != nil {
		return "", err
	}
	defer func() { err = files.RoomFirst(errors.Join(err, unlock())) }()
	path := filepath.Join(o.Dir, files.Database)
	aside := path + ".restore"
	defer func() { err = errors.Join(err, files.Remove(aside)) }()
	copied, held, err := takeIn(ctx, o, backup, aside, code)
	if err == nil && held.Has(copied.Key()) && !slices.Equal(copied.Key(), held.Newest) {
		err = copied.Reseal(ctx, held.Newest)
	}
	if err != nil {
		return "", err
	}
	if err := copied.MarkRestored(); err != nil {
		return "", fault.ErrBackup.Because(err)
	}
	if kept, err = keepAside(path, now(o).UTC().Format(files.Stamp)); err != nil {
		return "", fault.ErrUnwritable.Because(err)
	}
	moved := func() error {
		if err := errors.Join(files.MoveIn(aside, path), files.Remove(filepath.Join(o.Dir, files.OpenMark))); err != nil {
			return fault.ErrUnwritable.Because(err)
		}
		return nil
	}
	key := copied.Key()
	switch {
	case slices.Equal(key, held.Newest):
		return kept, moved()
	case held.Newest == nil:
		if err := keys.Adopt(ctx, o.Keys, key); err != nil {
			return kept, err
		}
		return kept, moved()
	}
	// Until the file is there, the one before it is the store.
	after := held.Promoted(key)
	between := keys.Ring{Newest: held.Newest, Coming: key, Former: after.Former}
	if err := keys.ReplaceRing(ctx, o.Keys, between); err != nil {
		return kept, err
	}
	if err := moved(); err != nil {
		return kept, err
	}
	// The backup is the store from here on: an error would say that nothing was changed. The
	// next opening promotes the coming key.
	if err := keys.ReplaceRing(ctx, o.Keys, after); err != nil && o.Logger != nil {
		o.Logger.Warn("the restored store's key is not noted as the newest", "err", err)
	}
	return kept, nil
}

func now(o storage.Options) time.Time {
	if o.Clock == nil {
		return time.Now()
	}
	return o.Clock()
}

// takeIn copies a backup and verifies the copy. It returns the copy, with the
// key that opens it, and the keys that Keys holds.
func takeIn(ctx context.Context, o storage.Options, backup, aside string, code core.Secret) (copied *storage.Copy, held keys.Ring, err error) {
	switch err := files.Copy(backup, aside); {
	case errors.Is(err, fault.ErrUnwritable): // nothing is wrong with the backup
		return nil, held, err
	case errors.Is(err, fs.ErrPermission): // nor where nobody may read it
		return nil, held, fault.ErrUnwritable.Because(err)
	case err != nil:
		return nil, held, fault.ErrBackup.Because(err)
	}
	if err := o.Examine(ctx, aside); err != nil {
		return nil, held, fault.ErrBackup.Because(err)
	}
	held, err = keys.LoadRing(ctx, o.Keys)
	tried := held.All()
	if !code.Empty() { // without a key of one's own it may be restored all the same
		var key []byte
		key, err = storage.RecoverKey(aside, code)
		tried = [][]byte{key}
	}
	if err == nil {
		copied, err = storage.VerifyCopy(ctx, o, aside, tried...)
	}
	return copied, held, err
}

// keepAside gives the file that is there a second name, under which it stays.
func keepAside(path, stamp string) (kept string, err error) {
	there, err := files.Exists(path)
	if err != nil || !there {
		return "", err
	}
	for n := 1; ; n++ {
		kept = path + ".replaced-" + stamp
		if n > 1 {
			kept = fmt.Sprintf("%s-%d", kept, n)
		}
		if taken, err := files.Exists(kept); err != nil {
			return "", err
		} else if !taken {
			break
		}
	}
	if err := os.Link(path, kept); err == nil {
		return kept, files.SyncDir(filepath.Dir(path))
	}
	return kept, files.Copy(path, kept) // a disk that knows one name for a file
}

// Check reports whether a copy could be restored: nil, or the error that Restore
// would return for it. It changes nothing, and the store may be open.
func Check(ctx context.Context, o storage.Options, backup string, code core.Secret) error {
	file, err := os.CreateTemp(o.Dir, ".proving-*.db")
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	aside := file.Name()
	err = file.Close()
	if err == nil {
		_, _, err = takeIn(ctx, o, backup, aside, code)
	}
	return files.RoomFirst(errors.Join(err, files.Remove(aside)))
}
