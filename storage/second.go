package storage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"
)

// ErrAbsent: the second folder is not there, as with a stick that was taken
// out. It is no alarm.
var ErrAbsent = &Error{Code: CodeAbsent, text: "the second folder is not there"}

// CodeAbsent is ErrAbsent's.
const CodeAbsent Code = "STORE_ABSENT"

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
		return ErrAbsent.because(errors.Join(err, errors.New("no folder there")))
	}
	folder := filepath.Join(second, s.secondName())
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return ErrBackup.because(err)
	}
	if err := syncDir(second); err != nil {
		return ErrBackup.because(err)
	}
	to := filepath.Join(folder, filepath.Base(from))
	want, err := sumOf(ctx, from)
	if err != nil {
		return ErrBackup.because(err)
	}
	if have, err := sumOf(ctx, to); err == nil && bytes.Equal(have, want) {
		return nil
	}
	aside := to + ".part"
	err = copyPaced(ctx, from, aside)
	if err == nil {
		var have []byte
		if have, err = sumOf(ctx, aside); err == nil && !bytes.Equal(have, want) {
			err = errors.New("the copy read back is another")
		}
	}
	if err == nil {
		err = moveIn(aside, to)
	}
	if err != nil {
		return errors.Join(ErrBackup.because(err), removeIfThere(aside))
	}
	return prune(folder)
}

func copyPaced(ctx context.Context, from, to string) error {
	in, err := openExisting(from, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(&paced{ctx: ctx, file: out}, struct{ io.Reader }{in})
	return errors.Join(err, out.Sync(), out.Close())
}

func sumOf(ctx context.Context, path string) ([]byte, error) {
	file, err := openExisting(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	sum := sha256.New()
	_, err = io.Copy(sum, stopped{ctx, file})
	return sum.Sum(nil), err
}

// stopped ends a long read when its context does.
type stopped struct {
	ctx context.Context
	io.Reader
}

func (s stopped) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(b)
}

// paced writes a large file in pieces that are synced one by one, with pauses
// as long as they took: a sale's commit is never behind more than one of them.
type paced struct {
	ctx     context.Context
	file    *os.File
	pending int
	since   time.Time
}

const pacedPiece = 4 << 20

func (p *paced) Write(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	if p.pending == 0 {
		p.since = time.Now()
	}
	n, err := p.file.Write(b)
	if p.pending += n; err != nil || p.pending < pacedPiece {
		return n, err
	}
	p.pending = 0
	if err := p.file.Sync(); err != nil {
		return n, err
	}
	pause := time.NewTimer(min(time.Since(p.since), time.Second))
	defer pause.Stop()
	select {
	case <-p.ctx.Done():
		return n, p.ctx.Err()
	case <-pause.C:
		return n, nil
	}
}
