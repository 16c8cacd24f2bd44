package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
	"sanduq/storage/migrate"
)

// opened makes a closed store with one setting in it.
func opened(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s := openTest(t, dir)
	if err := s.Commit(context.Background(), journal.Change{Settings: &journal.Settings{Shop: "A"}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func raw(t testing.TB, dir string, f func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(filepath.Join(dir, files.Database), 0o600, &bbolt.Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(f), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefusesInWords(t *testing.T) {
	file := func(dir string) string { return filepath.Join(dir, files.Database) }
	for _, c := range []struct {
		name  string
		spoil func(t *testing.T, dir string)
		want  *fault.Error
	}{
		{"key lost", func(t *testing.T, dir string) { remove(t, filepath.Join(dir, "till.key")) }, fault.ErrNoKey},
		{"key unreadable", func(t *testing.T, dir string) { write(t, filepath.Join(dir, "till.key"), []byte("%%%")) }, fault.ErrNoKey},
		{"key cut", func(t *testing.T, dir string) { write(t, filepath.Join(dir, "till.key"), []byte("AAAA")) }, fault.ErrNoKey},
		{"another key", func(t *testing.T, dir string) {
			remove(t, filepath.Join(dir, "till.key"))
			if err := keys.NewFile(dir).Create(context.Background(), bytes.Repeat([]byte{7}, keys.Size)); err != nil {
				t.Fatal(err)
			}
		}, fault.ErrWrongKey},
		{"newer", func(t *testing.T, dir string) { asSchema(t, dir, 9, 9) }, fault.ErrNewer},
		{"newer, with a manifest that only its own program reads", func(t *testing.T, dir string) {
			asSchema(t, dir, 9, 9)
			raw(t, dir, func(b *bbolt.Tx) error {
				return b.Bucket([]byte(record.MetaBucket)).Put(record.ManifestKey, []byte("new"))
			})
		}, fault.ErrNewer},
		{"schema numbers damaged", func(t *testing.T, dir string) { asSchema(t, dir, 9, 1) }, fault.ErrDamaged},
		{"a layout that nobody was given", func(t *testing.T, dir string) { asSchema(t, dir, 1, 1) }, fault.ErrDamaged},
		{"schema zero", func(t *testing.T, dir string) { asSchema(t, dir, 0, 0) }, fault.ErrDamaged},
		{"one schema number damaged", func(t *testing.T, dir string) {
			raw(t, dir, func(b *bbolt.Tx) error {
				return b.Bucket([]byte(record.MetaBucket)).Put(record.SchemaKeys[0], binary.BigEndian.AppendUint64(nil, 9))
			})
		}, fault.ErrDamaged},
		{"manifest lost", func(t *testing.T, dir string) {
			raw(t, dir, func(b *bbolt.Tx) error { return b.Bucket([]byte(record.MetaBucket)).Delete(record.ManifestKey) })
		}, fault.ErrDamaged},
		{"bucket lost", func(t *testing.T, dir string) {
			raw(t, dir, func(b *bbolt.Tx) error { return b.DeleteBucket([]byte(record.IndexBucket)) })
		}, fault.ErrDamaged},
		{"settings dropped", func(t *testing.T, dir string) {
			raw(t, dir, func(b *bbolt.Tx) error { return b.Bucket([]byte(record.SettingsBucket)).Delete(record.SettingsKey) })
		}, fault.ErrDamaged},
		{"empty file", func(t *testing.T, dir string) { write(t, file(dir), nil) }, fault.ErrDamaged},
		{"cut file", func(t *testing.T, dir string) {
			if err := os.Truncate(file(dir), 6000); err != nil {
				t.Fatal(err)
			}
		}, fault.ErrDamaged},
		{"not a database", func(t *testing.T, dir string) { write(t, file(dir), bytes.Repeat([]byte("x"), 40_000)) }, fault.ErrDamaged},
		{"zeros", func(t *testing.T, dir string) { write(t, file(dir), make([]byte, 32_768)) }, fault.ErrDamaged},
		{"a folder in its place", func(t *testing.T, dir string) {
			remove(t, file(dir))
			if err := os.Mkdir(file(dir), 0o700); err != nil {
				t.Fatal(err)
			}
		}, fault.ErrDamaged},
		{"somebody's file where the folder should be", func(t *testing.T, dir string) {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			write(t, dir, nil)
		}, fault.ErrUnwritable},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := opened(t)
			c.spoil(t, dir)
			before, _ := os.ReadFile(file(dir))
			for range 2 {
				s, err := open(dir)
				if err == nil {
					_ = s.Close()
				}
				if !errors.Is(err, c.want) {
					t.Fatalf("error %v, want %v", err, c.want)
				}
				for _, other := range []*fault.Error{fault.ErrLocked, fault.ErrDamaged, fault.ErrNewer, fault.ErrNoKey, fault.ErrWrongKey, fault.ErrUnwritable, fault.ErrKeyring} {
					if other != c.want && errors.Is(err, other) {
						t.Errorf("%v matches %v too", err, other)
					}
				}
			}
			if after, _ := os.ReadFile(file(dir)); !bytes.Equal(before, after) {
				t.Error("a file that was refused was written to")
			}
		})
	}
}

func TestOpenLeavesNothingHalfDone(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, files.Database+".new-1"), []byte("what a power cut left"))
	openTest(t, dir)
	left, err := filepath.Glob(filepath.Join(dir, "*.new-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, error %v", left, err)
	}
}

func TestOpenKeepsFilesPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("no modes here")
		return
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := openTest(t, dir)
	if _, err := s.Backup(context.Background()); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		info, infoErr := d.Info()
		if err == nil && infoErr == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return errors.Join(err, infoErr)
	})
	if err != nil {
		t.Error(err)
	}
}

func TestOpenTightensLooseModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("no modes here")
		return
	}
	dir := opened(t)
	for path, mode := range map[string]fs.FileMode{dir: 0o755, filepath.Join(dir, files.Database): 0o644} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	openTest(t, dir)
	for _, path := range []string{dir, filepath.Join(dir, files.Database)} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: mode %v, error %v", path, info.Mode(), err)
		}
	}
}

func TestSecondCopyIsTold(t *testing.T) {
	dir := t.TempDir()
	first := openTest(t, dir)
	hasty := func(o *Options) { o.Timeout = 30 * time.Millisecond }
	if _, err := open(dir, hasty); !errors.Is(err, fault.ErrLocked) {
		t.Fatalf("second opening: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	openTest(t, dir, hasty)
}

func TestKeyWithoutFileIsUsedAgain(t *testing.T) {
	dir := opened(t)
	before, err := os.ReadFile(filepath.Join(dir, "till.key"))
	if err != nil {
		t.Fatal(err)
	}
	remove(t, filepath.Join(dir, files.Database))
	openTest(t, dir)
	if after, err := os.ReadFile(filepath.Join(dir, "till.key")); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the key was replaced; error %v", err)
	}
}

func TestRoom(t *testing.T) {
	s := openTest(t, t.TempDir())
	if err := s.Room(); err != nil && !errors.Is(err, journal.ErrFull) {
		t.Errorf("room: %v", err)
	}
	free, err := files.Free(s.opts.Dir)
	if err != nil || free == 0 {
		t.Errorf("%d bytes free, error %v", free, err)
	}
}

func TestFullMatchesBothErrors(t *testing.T) {
	cause := errors.New("cause")
	for _, target := range []error{fault.ErrFull, journal.ErrFull, cause} {
		if !errors.Is(fault.ErrFull.Because(cause), target) {
			t.Errorf("does not match %v", target)
		}
	}
}

// asSchema writes the schema number in the clear and in the manifest.
func asSchema(t *testing.T, dir string, plain, sealed uint64) {
	t.Helper()
	changed(t, dir, func(here record.Tx, h *record.Manifest) error {
		h.Schema = sealed
		return migrate.PutSchema(here, plain)
	})
}

// changed changes a file that was closed, and its manifest with it.
func changed(t *testing.T, dir string, change func(here record.Tx, h *record.Manifest) error) {
	t.Helper()
	key, err := keys.NewFile(dir).Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	seal, err := record.NewSealer(key)
	if err != nil {
		t.Fatal(err)
	}
	raw(t, dir, func(b *bbolt.Tx) error {
		here := record.Tx{Tx: b, Seal: seal}
		h, err := here.Manifest()
		return errors.Join(err, change(here, &h), here.PutManifest(h))
	})
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
