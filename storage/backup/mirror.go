package backup

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"

	"sanduq/storage"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// mirrorName is the folder for the copies of a store within the mirror folder.
// It carries the name of the store's key, so that two tills that share a stick
// keep apart.
func mirrorName(s *storage.Store) string { return "sanduq-backups-" + s.KeyName() }

// Follow sends the newest copy after a stick that has come back, and waits.
func (k *Scheduler) Follow(ctx context.Context) {
	s := k.Status()
	if s.Mirror == "" || s.Last.IsZero() || s.MirrorErr == nil && s.MirrorLast.Equal(s.Last) {
		return
	}
	k.making.Lock()
	defer k.making.Unlock()
	k.sendMirror(ctx)
}

// sendMirror brings the newest copy to the mirror folder unless it is there.
func (k *Scheduler) sendMirror(ctx context.Context) {
	before := k.Status()
	found, err := files.Backups(before.Folder)
	newest := files.NewestBackup(found, k.now())
	if before.Mirror == "" || err != nil || newest == "" {
		return
	}
	err = copyToMirror(ctx, k.store, newest, before.Mirror)
	if ctx.Err() != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.status.Mirror != before.Mirror {
		return // chosen again meanwhile
	}
	if k.status.MirrorErr = err; err == nil {
		k.status.MirrorLast = files.BackupTime(newest)
	}
	if err != nil && before.MirrorErr == nil {
		k.log.Warn("backup not copied to the mirror folder", "err", err)
	}
	if (err == nil) != (before.MirrorErr == nil) || !before.MirrorLast.Equal(k.status.MirrorLast) {
		go k.opts.Changed()
	}
}

// copyToMirror copies one backup, reads the copy back, and lets the oldest there
// go. A folder that is not there is not made: on an empty mount point the
// copies would lie on the wrong disk.
func copyToMirror(ctx context.Context, s *storage.Store, from, mirror string) error {
	if info, err := os.Stat(mirror); err != nil || !info.IsDir() {
		return fault.ErrAbsent.Because(errors.Join(err, errors.New("no folder there")))
	}
	folder := filepath.Join(mirror, mirrorName(s))
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return fault.ErrBackup.Because(err)
	}
	if err := files.SyncDir(mirror); err != nil {
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
	if err = files.ClearCutOff(folder); err == nil { // a stick that was taken out meanwhile would fill up
		err = files.CopyPaced(ctx, from, aside)
	}
	if err == nil {
		var have []byte
		if have, err = files.Sum(ctx, aside); err == nil && !bytes.Equal(have, want) {
			err = errors.New("the copy read back is another")
		}
	}
	if err := files.MoveInUnless(aside, to, err); err != nil {
		return fault.ErrBackup.Because(err)
	}
	return prune(folder, to, s.Options().Clock())
}
