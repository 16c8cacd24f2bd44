package storage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// secondName is the folder for the copies of this store within the second
// folder. It carries a mark of the store's key, so that two tills that share a
// stick keep apart.
func (s *Store) secondName() string {
	sum := sha256.Sum256(s.seal().check)
	return "sanduq-backups-" + hex.EncodeToString(sum[:4])
}

// Follow sends the newest copy after a stick that has come back, and waits.
func (k *Keeper) Follow(ctx context.Context) {
	s := k.Status()
	if s.Second == "" || s.Last.IsZero() || s.SecondErr == nil && s.SecondLast.Equal(s.Last) {
		return
	}
	k.making.Lock()
	defer k.making.Unlock()
	k.sendSecond(ctx)
}

// sendSecond brings the newest copy to the second folder unless it is there.
func (k *Keeper) sendSecond(ctx context.Context) {
	before := k.Status()
	found, err := k.store.Backups()
	if before.Second == "" || err != nil || len(found) == 0 {
		return
	}
	err = k.store.copySecond(ctx, found[0], before.Second)
	if ctx.Err() != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.status.Second != before.Second {
		return // chosen anew meanwhile
	}
	if k.status.SecondErr = err; err == nil {
		k.status.SecondLast = backupTime(found[0])
	}
	if err != nil && before.SecondErr == nil {
		k.store.opts.Logger.Warn("backup not copied to the second folder", "err", err)
	}
	if (err == nil) != (before.SecondErr == nil) || !before.SecondLast.Equal(k.status.SecondLast) {
		go k.opts.Changed()
	}
}

// copySecond copies one backup, reads the copy back, and lets the oldest there
// go. A folder that is not there is not made: on an empty mount point the
// copies would lie on the wrong disk.
func (s *Store) copySecond(ctx context.Context, from, second string) error {
	if info, err := os.Stat(second); err != nil || !info.IsDir() {
		return fault.ErrAbsent.Because(errors.Join(err, errors.New("no folder there")))
	}
	folder := filepath.Join(second, s.secondName())
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return fault.ErrBackup.Because(err)
	}
	if err := files.SyncDir(second); err != nil {
		return fault.ErrBackup.Because(err)
	}
	to := filepath.Join(folder, filepath.Base(from))
	want, err := files.Sum(ctx, from)
	if err != nil {
		return fault.ErrBackup.Because(err)
	}
	if have, err := files.Sum(ctx, to); err == nil && bytes.Equal(have, want) {
		return nil
	}
	aside := to + ".part"
	err = files.CopyPaced(ctx, from, aside)
	if err == nil {
		var have []byte
		if have, err = files.Sum(ctx, aside); err == nil && !bytes.Equal(have, want) {
			err = errors.New("the copy read back is another")
		}
	}
	if err == nil {
		err = files.MoveIn(aside, to)
	}
	if err != nil {
		return errors.Join(fault.ErrBackup.Because(err), files.Remove(aside))
	}
	return prune(folder)
}
