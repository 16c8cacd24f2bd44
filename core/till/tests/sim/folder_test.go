package sim

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// folder is the real storage in a folder. A live one keeps its key in the folder and its
// second checkpoint elsewhere; another one keeps key and checkpoint elsewhere, as in a
// keyring.
type folder struct {
	root string
	live bool
	// Faults that are injected: no checkpoint, and a lock that holds nobody.
	blind, unlocked bool
	opened          int
}

func (f *folder) dir() string { return filepath.Join(f.root, "till") }

func (f *folder) options() storage.Options {
	place := f.dir()
	if !f.live {
		place = filepath.Join(f.root, "keys")
	}
	o := storage.Options{Dir: f.dir(), Keys: keys.NewFile(place), Checkpoints: keys.NewFile(place)}
	if f.live {
		o.Environment, o.Elsewhere = core.Live, filepath.Join(f.root, "second")
	}
	if f.blind {
		o.Checkpoints, o.Elsewhere = nil, ""
	}
	return o
}

var errTwo = errors.New("two processes hold one folder")

// Start implements Disk. Now and then a second process tries to open the folder.
func (f *folder) Start() (journal.Store, error) {
	if err := os.MkdirAll(filepath.Join(f.root, "keys"), 0o700); err != nil {
		return nil, err
	}
	s, err := storage.Open(context.Background(), f.options())
	if f.opened++; err != nil || f.opened%3 != 0 {
		return s, err
	}
	o := f.options()
	if f.unlocked { // as where each machine sees the locks of its own alone
		o.Dir = filepath.Join(f.root, "other")
		err = copyTo(o.Dir, f.dir())
	}
	if err != nil {
		return s, err
	}
	second, err := storage.Open(context.Background(), o)
	if err == nil {
		err = errors.Join(errTwo, second.Close(), s.Close())
		return nil, err
	}
	if !strings.Contains(err.Error(), "lock") {
		return nil, errors.Join(fmt.Errorf("the second process: %w", err), s.Close())
	}
	return s, nil
}

// Stop implements Disk.
func (*folder) Stop(s journal.Store) error { return s.Close() }

// Keep implements Folder.
func (f *folder) Keep() error { return copyTo(filepath.Join(f.root, "kept"), f.dir()) }

// Return implements Folder.
func (f *folder) Return() error { return copyTo(f.dir(), filepath.Join(f.root, "kept")) }

func copyTo(to, from string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(from))
}

// onFolder begins an empty folder for a seed.
func onFolder(t testing.TB, room string, seed uint64) *folder {
	t.Helper()
	f := &folder{root: filepath.Join(filepath.Dir(room), "shop"), live: seed%2 == 0}
	if err := os.RemoveAll(f.root); err != nil {
		t.Fatal(err)
	}
	return f
}
