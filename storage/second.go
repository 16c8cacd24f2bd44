package storage

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
)

// A live till keeps its checkpoint in a second place too, outside of its folder: where
// the key is wrapped by a passphrase the first one lies beside the file, and a folder
// that is put back as a whole brings an old checkpoint with it. The second one holds
// numbers, digests and the folder's path alone, and a MAC, so that nobody else's is
// believed.
//
// It bears the name of the key and of the folder's path. The key alone would do for
// several tills of one computer, but not for a copy of a folder, which has the same
// key: a program that opened one would overwrite the till's own. An identity of the directory
// itself (device and inode) would not do either: a folder that was put back is another
// directory, and that is what the checkpoint is for. Of a folder that was moved, the
// checkpoint is found by the key: its own path leads to no store any more.
//
// The place may be on a server that does not answer: each call has a time limit, and
// while one hangs no other is made.

// second is the place; the zero value is none.
type second struct {
	folder string
	dir    string // whose checkpoint it is: the store's folder, as a whole path
	limit  time.Duration
	hangs  *atomic.Bool
	stall  func() // of tests: what a call waits for
}

// secondOf is that of a store. Practice has none.
func secondOf(o Options) second {
	if o.Environment != core.Live || o.Elsewhere == "" {
		return second{}
	}
	return second{folder: o.Elsewhere, dir: wholePath(o.Dir), limit: checkpointTimeout, hangs: &atomic.Bool{}}
}

// wholePath is the path of a folder, whichever way it was named.
func wholePath(dir string) string {
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir
}

// signed is what lies there.
type signed struct {
	Checkpoint json.RawMessage `json:"checkpoint"`
	MAC        record.Digest   `json:"mac"`
	Folder     string          `json:"folder,omitempty"` // blank in those of earlier versions
}

// secondName is the place of the MAC: no bucket has this name.
const secondName = "second checkpoint"

// mac covers the checkpoint and whose it is.
func (k signed) mac(seal *record.Sealer) record.Digest {
	return seal.Mac(secondName, []byte(k.Folder), record.Format, k.Checkpoint)
}

func (p second) path(seal *record.Sealer) string {
	sum := sha256.Sum256([]byte(p.dir))
	return filepath.Join(p.folder, seal.Name()+"-"+hex.EncodeToString(sum[:8])+".json")
}

// within makes a call on the place, and gives it up after the limit. Errors match
// ErrUnwritable.
func (p second) within(call func() error) error {
	if !p.hangs.CompareAndSwap(false, true) {
		return fault.ErrUnwritable.Because(errors.New("it does not answer"))
	}
	ctx, cancel := context.WithTimeout(context.Background(), p.limit)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		if p.stall != nil {
			p.stall()
		}
		err := call()
		p.hangs.Store(false)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fault.ErrUnwritable.Because(ctx.Err())
	}
}

// save replaces what is kept of the folder under a key, and removes what was kept of
// it before it was moved. Errors match ErrUnwritable.
func (p second) save(c checkpoint, seal *record.Sealer) error {
	if p.folder == "" {
		return nil
	}
	text, err := json.Marshal(c)
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	kept := signed{Checkpoint: text, Folder: p.dir}
	kept.MAC = kept.mac(seal)
	if text, err = json.Marshal(kept); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return p.within(func() error {
		if err := os.MkdirAll(p.folder, 0o700); err != nil {
			return fault.ErrUnwritable.Because(err)
		}
		if err := files.Replace(p.path(seal), append(text, '\n')); err != nil {
			return err
		}
		paths, _ := p.forsaken(seal)
		for _, path := range paths {
			_ = files.Remove(path) // it is looked at again when this one is lost
		}
		return nil
	})
}

// load returns what is kept under a key of the folder, or of one that was moved and
// may have been this; nil where nothing is.
func (p second) load(seal *record.Sealer) (*checkpoint, error) {
	if p.folder == "" {
		return nil, nil
	}
	type found struct {
		c   *checkpoint
		err error
	}
	result := make(chan found, 1)
	if err := p.within(func() error {
		_, c, err := read(p.path(seal), seal)
		if errors.Is(err, fs.ErrNotExist) {
			_, c = p.forsaken(seal)
			err = nil
		}
		result <- found{c, err}
		return nil
	}); err != nil {
		return nil, err
	}
	got := <-result
	return got.c, got.err
}

// forsaken lists the checkpoints under a key whose folders are not there any more, and
// those of earlier versions, which name none; and the newest of them.
func (p second) forsaken(seal *record.Sealer) (paths []string, newest *checkpoint) {
	all, err := files.Matching(p.folder, seal.Name()+"*.json")
	if err != nil {
		return nil, nil
	}
	for _, path := range all {
		folder, c, err := read(path, seal)
		if path == p.path(seal) || err != nil {
			continue
		}
		if folder != "" {
			if there, err := files.Exists(filepath.Join(folder, files.Database)); there || err != nil {
				continue // a copy, and a till of its own
			}
		}
		if paths = append(paths, path); newest == nil || newest.Commits < c.Commits {
			newest = c
		}
	}
	return paths, newest
}

// read returns a checkpoint and whose it is.
func read(path string, seal *record.Sealer) (folder string, c *checkpoint, err error) {
	text, err := files.Read(path, files.MaxSmall)
	var kept signed
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		return "", nil, err
	}
	if mac := kept.mac(seal); !hmac.Equal(mac[:], kept.MAC[:]) {
		return "", nil, errors.New("it was not written by this till")
	}
	c = &checkpoint{}
	return kept.Folder, c, json.Unmarshal(kept.Checkpoint, c)
}
