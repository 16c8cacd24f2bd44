// Package idempotency keeps the keys of core.CreateInvoice beyond one process: with
// it, a key opens one payment, whichever process of a machine uses it. It imports
// package core, holds no lock, and has no goroutine.
package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"sanduq/core"
)

// FileStore is an core.IdempotencyStore in a folder that processes of one
// machine share. A claim is a file that only one of them can create; it is on
// disk before Claim returns, so that it outlives the process and the machine's
// power. The folder grows by two small files for each payment; anyone who removes
// old ones answers for their keys not being used again.
type FileStore struct{ dir string }

// NewFileStore opens a store and makes its folder if need be.
func NewFileStore(dir string) (*FileStore, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("idempotency store: %w", err)
	}
	return &FileStore{dir: dir}, nil
}

// Claim implements core.IdempotencyStore. The key's file comes first: a process that finds
// one without its order's, after a crash between the two, takes the outcome for
// unknown.
func (f *FileStore) Claim(_ context.Context, r core.IdempotencyRecord) (core.IdempotencyRecord, bool, error) {
	key, order := f.path("key", r.Key), f.path("order", r.OrderID)
	switch err := f.create(key, r); {
	case errors.Is(err, fs.ErrExist):
		return f.standing(key, r.Key), false, nil
	case err != nil:
		return core.IdempotencyRecord{}, false, err
	}
	switch err := f.create(order, r); {
	case errors.Is(err, fs.ErrExist):
		holder := f.standing(order, "")
		if err := f.remove(key); err != nil {
			return core.IdempotencyRecord{}, false, err
		}
		if standing, err := read(f.path("key", holder.Key)); err == nil {
			holder = standing
		}
		return holder, false, nil
	case err != nil:
		return core.IdempotencyRecord{}, false, errors.Join(err, f.remove(key))
	}
	return r, true, nil
}

// Settle implements core.IdempotencyStore. What was refused frees its order first: a
// process that stops in between leaves a key whose outcome is unknown, and an order that
// another key may try.
func (f *FileStore) Settle(_ context.Context, r core.IdempotencyRecord) error {
	content, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if r.Outcome == core.IdempotencyRefused {
		if err := f.freeOrder(r); err != nil {
			return err
		}
	}
	aside, err := os.CreateTemp(f.dir, "settling-*")
	if err != nil {
		return err
	}
	_, err = aside.Write(content)
	if err = errors.Join(err, aside.Sync(), aside.Close()); err == nil {
		err = os.Rename(aside.Name(), f.path("key", r.Key))
	}
	if err != nil {
		return errors.Join(err, os.Remove(aside.Name()))
	}
	return f.sync()
}

// Release implements core.IdempotencyStore.
func (f *FileStore) Release(_ context.Context, r core.IdempotencyRecord) error {
	return errors.Join(f.freeOrder(r), f.remove(f.path("key", r.Key)))
}

// freeOrder lets another key have an order, unless one has it already.
func (f *FileStore) freeOrder(r core.IdempotencyRecord) error {
	path := f.path("order", r.OrderID)
	switch holder, err := read(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil: // another process may be about to write it: what is not known to be ours stays
		return err
	case holder.Key != r.Key:
		return nil
	}
	return f.remove(path)
}

// path names the file of a key or an order, whatever characters it is made of.
func (f *FileStore) path(kind, name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(f.dir, kind+"-"+hex.EncodeToString(sum[:])+".json")
}

// create writes a file that must not be there yet, and has it on disk. Where it cannot be
// written it is not there: nothing is claimed by half a file.
func (f *FileStore) create(path string, r core.IdempotencyRecord) error {
	content, err := json.Marshal(r)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close(), f.sync()); err != nil {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// standing reads a file that another claim created. One that cannot be read,
// since its writer stopped or is not done, stands for an unknown outcome.
func (f *FileStore) standing(path, key string) core.IdempotencyRecord {
	r, err := read(path)
	if err != nil || key != "" && r.Key != key {
		return core.IdempotencyRecord{Key: key, Outcome: core.IdempotencyUnknown}
	}
	return r
}

func read(path string) (r core.IdempotencyRecord, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(content, &r)
}

func (f *FileStore) remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.sync()
}

// sync has the folder's entries on disk. Windows has no such call and keeps
// them by itself.
func (f *FileStore) sync() error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(f.dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
