package storage

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/keys"
)

// running is a store with two sales, a copy of which an older state was kept.
type running struct {
	*Store
	dir, older string
	next       int
}

func runningStore(t *testing.T) *running {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	s := openTest(t, dir, ticking())
	r := &running{Store: s, dir: dir, older: filepath.Join(t.TempDir(), "older.db"), next: 3}
	fill(t, s, 2)
	write(t, r.older, mustFile(t, r.Path()))
	for range 3 {
		if err := r.sell(t); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// sell commits one sale more.
func (r *running) sell(t *testing.T) error {
	t.Helper()
	sale := aSale(r.next)
	err := r.Commit(t.Context(), journal.Change{Sale: &sale})
	if err == nil {
		r.next++
	}
	return err
}

// replacements are what may happen to an open store's file.
func replacements() map[string]func(t *testing.T, r *running) {
	all := map[string]func(t *testing.T, r *running){
		"overwritten in place by an older copy": func(t *testing.T, r *running) { write(t, r.Path(), mustFile(t, r.older)) },
		"cut to nothing":                        func(t *testing.T, r *running) { write(t, r.Path(), nil) },
	}
	if runtime.GOOS == "windows" {
		return all // what is open can be neither removed nor renamed there
	}
	move := func(t *testing.T, from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	all["removed"] = func(t *testing.T, r *running) { remove(t, r.Path()) }
	all["renamed"] = func(t *testing.T, r *running) { move(t, r.Path(), r.Path()+".old") }
	all["folder renamed"] = func(t *testing.T, r *running) { move(t, r.dir, r.dir+" 2") }
	all["folder renamed and made anew"] = func(t *testing.T, r *running) {
		move(t, r.dir, r.dir+" 2")
		if err := os.Mkdir(r.dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	all["replaced by an older copy"] = func(t *testing.T, r *running) { move(t, r.older, r.Path()) }
	all["replaced by a copy of itself"] = func(t *testing.T, r *running) {
		write(t, r.older, mustFile(t, r.Path()))
		move(t, r.older, r.Path())
	}
	all["replaced by another shop's"] = func(t *testing.T, r *running) {
		other := openTest(t, t.TempDir())
		fill(t, other, 9)
		closeStore(t, other)
		move(t, other.Path(), r.Path())
	}
	all["replaced by an empty file"] = func(t *testing.T, r *running) {
		remove(t, r.Path())
		write(t, r.Path(), nil)
	}
	all["replaced by a folder"] = func(t *testing.T, r *running) {
		remove(t, r.Path())
		if err := os.Mkdir(r.Path(), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	all["replaced by a link to an older copy"] = func(t *testing.T, r *running) {
		remove(t, r.Path())
		if err := os.Symlink(r.older, r.Path()); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestNothingIsDurableInAFileThatIsGone: a commit into a file that no start
// will find is no commit, and the store is not opened again on another one.
func TestNothingIsDurableInAFileThatIsGone(t *testing.T) {
	for name, happen := range replacements() {
		t.Run(name, func(t *testing.T) {
			r := runningStore(t)
			happen(t, r)
			before, _ := os.ReadFile(r.Path())
			for n := range 3 {
				if err := r.sell(t); err == nil {
					t.Fatalf("commit %d afterwards returned nil", n+1)
				}
				_, err := r.Head(t.Context(), "20261120")
				if !errors.Is(err, journal.ErrPoisoned) {
					t.Fatalf("a read afterwards: %v", err)
				}
				if err := r.Reopen(t.Context()); !errors.Is(err, fault.ErrReplaced) && !errors.Is(err, fault.ErrDamaged) {
					t.Fatalf("reopened: %v", err)
				}
			}
			closeStore(t, r.Store)
			if after, _ := os.ReadFile(r.Path()); string(before) != string(after) {
				t.Error("what lies at the path now was written to")
			}
		})
	}
}

// TestAFileThatCameBackIsOpened: what was renamed and renamed back is the same
// file.
func TestAFileThatCameBackIsOpened(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("what is open cannot be renamed here")
		return
	}
	r := runningStore(t)
	for _, there := range []string{r.Path(), r.dir} {
		if err := os.Rename(there, there+" 2"); err != nil {
			t.Fatal(err)
		}
		if err := r.sell(t); !errors.Is(err, fault.ErrReplaced) {
			t.Fatalf("commit: %v", err)
		}
		if err := os.Rename(there+" 2", there); err != nil {
			t.Fatal(err)
		}
		if err := r.Reopen(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.next++ // the indeterminate one went into the file that is here again
		mustRead(t, r.Store, journal.NewSaleID("20261120", r.next-1))
		if err := r.sell(t); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWhatARemovedFileHeldIsSaved: the file's content ends with the process, so
// a backup is made of it as soon as it is missed, or at the end.
func TestWhatARemovedFileHeldIsSaved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("what is open cannot be removed here")
		return
	}
	for _, missed := range []bool{true, false} {
		r := runningStore(t)
		remove(t, r.Path())
		if missed {
			if err := r.sell(t); !errors.Is(err, fault.ErrReplaced) {
				t.Fatalf("commit: %v", err)
			}
			for range 3 {
				if err := r.Reopen(t.Context()); !errors.Is(err, fault.ErrReplaced) {
					t.Fatalf("reopened: %v", err)
				}
			}
		}
		closeStore(t, r.Store)
		made, err := Backups.List(r.dir)
		if err != nil || len(made) != 1 {
			t.Fatalf("missed %v: backups %v, error %v", missed, made, err)
		}
		if _, err := Restore(t.Context(), r.opts, made[0]); err != nil {
			t.Fatal(err)
		}
		back := openTest(t, r.dir)
		for number := 1; number < r.next; number++ {
			mustRead(t, back, journal.NewSaleID("20261120", number))
		}
	}
}

// TestAnotherShopsFolderIsLeftAlone: a folder that lies where the store's was
// gets neither backup nor checkpoint nor compacted file, and loses nothing.
func TestAnotherShopsFolderIsLeftAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("what is open cannot be renamed here")
		return
	}
	r := runningStore(t)
	r.checkpoints.opts.Checkpoints = keys.NewFile(r.dir)
	if err := r.sell(t); err != nil { // a checkpoint is to be kept
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "another")
	held := keys.NewFile(elsewhere)
	other := openTest(t, elsewhere, func(o *Options) { o.Checkpoints = held })
	fill(t, other, 9)
	closeStore(t, other)
	write(t, filepath.Join(elsewhere, "till.open"), []byte("as after a power cut"))
	if err := errors.Join(os.Rename(r.dir, r.dir+" 2"), os.Rename(elsewhere, r.dir)); err != nil {
		t.Fatal(err)
	}
	before := contents(t, r.dir)
	for name, do := range map[string]func() error{
		"backup":     func() error { _, err := r.Backup(t.Context()); return err },
		"compaction": func() error { return r.Compact(t.Context()) },
	} {
		if err := do(); !errors.Is(err, fault.ErrReplaced) {
			t.Errorf("%s: %v", name, err)
		}
	}
	closeStore(t, r.Store)
	if after := contents(t, r.dir); len(after) != len(before) {
		t.Errorf("%d files, %d before", len(after), len(before))
	} else {
		for name, was := range before {
			if after[name] != was {
				t.Errorf("%s is another", name)
			}
		}
	}
}

// contents reads every file of a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all[e.Name()] = ""
		if e.Type().IsRegular() {
			all[e.Name()] = string(mustFile(t, filepath.Join(dir, e.Name())))
		}
	}
	return all
}
