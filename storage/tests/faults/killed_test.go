package faults

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/tests/soak"
	"sanduq/core/tests/strace"
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/check"
	"sanduq/storage/fault"
	"sanduq/storage/tests/script"
)

// killing are the calls at whose door a process is killed.
var killing = []string{"openat", "write", "pwrite64", "fdatasync", "fsync", "ftruncate", "renameat", "linkat", "unlinkat", "mkdirat", "fchmodat"}

// upkeep is one way of looking after a store, and what must hold whenever it
// was killed.
type upkeep struct {
	name, how string
	template  string // the folder before
	file      string // the backup that is put back
	code      string
	holds     func(ctx context.Context, dir string) error
}

// TestKilledMaintenance kills the first opening, a backup, a change of the key
// and a restore at each of their system calls. Afterwards the store opens and
// nothing is lost.
func TestKilledMaintenance(t *testing.T) {
	strace.Need(t)
	n := soak.N(t, 1)
	end := soak.Begin(t, "killed-maintenance", n)
	calls := killing
	if n < 10 {
		calls = []string{"renameat", "fsync"}
	}
	var kills, runs atomic.Int64
	type task struct {
		u    upkeep
		call string
	}
	work := make(chan task)
	var wg sync.WaitGroup
	for range max(2, runtime.GOMAXPROCS(0)+1) {
		wg.Go(func() {
			for w := range work {
				for k := 1; k <= n; k++ {
					runs.Add(1)
					killed, err := kill(t, w.u, fmt.Sprintf("%s:signal=KILL:when=%d", w.call, k))
					if err != nil {
						t.Errorf("%s, killed at %s %d: %v", w.u.name, w.call, k, err)
					}
					if !killed {
						break
					}
					kills.Add(1)
				}
			}
		})
	}
	all := upkeeps(t)
	for _, u := range all {
		for _, call := range calls {
			work <- task{u, call}
		}
	}
	close(work)
	wg.Wait()
	if int(kills.Load()) < len(all) {
		t.Errorf("only %d of %d were killed", kills.Load(), runs.Load())
	}
	end("%d ways of looking after a store, %d times killed, %d went through; each opens and has everything", len(all), kills.Load(), runs.Load()-kills.Load())
}

// kill lets one process die in a copy of the folder and looks at what is left.
func kill(t *testing.T, u upkeep, inject string) (killed bool, err error) {
	work := script.InMemory(t)
	dir, trace := filepath.Join(work, "till"), filepath.Join(work, "trace")
	if err = os.Mkdir(dir, 0o700); err == nil && u.template != "" {
		err = copyFolder(dir, u.template)
	}
	if err != nil {
		return false, err
	}
	call, _, _ := strings.Cut(inject, ":")
	cmd := strace.Command(t.Context(), strace.Options{Out: trace, Trace: call, Inject: inject}, os.Args[0], "faults-keep", u.how, dir, u.file, u.code)
	out, died := cmd.CombinedOutput()
	killed = strace.Killed(died)
	if died != nil && !killed {
		return false, fmt.Errorf("%w: %.1000s", died, out)
	}
	return killed, u.holds(t.Context(), dir)
}

// copyFolder copies what is in a store's folder, modes and all.
func copyFolder(to, from string) error {
	return filepath.WalkDir(from, func(path string, e os.DirEntry, err error) error {
		if err != nil || path == from {
			return err
		}
		target := filepath.Join(to, path[len(from):])
		if e.IsDir() {
			return os.Mkdir(target, 0o700)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o600)
	})
}

// stands tells at which of the allowed books a store stands.
func stands(ctx context.Context, dir string, allowed ...script.Book) (err error) {
	o := keepOptions(dir)
	o.Checker = check.Command("")
	store, err := storage.Open(ctx, o)
	if err != nil {
		return fmt.Errorf("opening: %w", err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if _, err := store.Verify(ctx); err != nil {
		return err
	}
	book, err := script.Read(ctx, store)
	if err != nil {
		return err
	}
	wrong := ""
	for _, want := range allowed {
		if wrong = book.Differs(want); wrong == "" {
			return goodBackups(ctx, dir)
		}
	}
	return fmt.Errorf("%s", wrong)
}

// goodBackups proves every file that has a backup's name, with the key that is
// there or one that was there before.
func goodBackups(ctx context.Context, dir string) error {
	list, err := backup.List(dir)
	keys, err2 := filepath.Glob(filepath.Join(dir, "till.key*"))
	err = errors.Join(err, err2)
	for _, one := range list {
		path := one.Path
		var last error
		for _, key := range keys {
			elsewhere, e := aside(dir, map[string]string{"till.key": key})
			if e != nil {
				return e
			}
			if last = backup.Check(ctx, keepOptions(elsewhere), path, core.Secret{}); last == nil {
				break
			}
		}
		if last != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", filepath.Base(path), last))
		}
	}
	return err
}

// aside makes a folder beside a store's with copies of files under names.
func aside(dir string, files map[string]string) (string, error) {
	elsewhere, err := os.MkdirTemp(filepath.Dir(dir), "aside")
	for name, from := range files {
		content, e := os.ReadFile(from)
		err = errors.Join(err, e, os.WriteFile(filepath.Join(elsewhere, name), content, 0o600))
	}
	return elsewhere, err
}

// filled makes changes in a store, and a backup of it if wanted.
func filled(t *testing.T, dir string, changes []journal.Change, copied bool) (path string) {
	t.Helper()
	store, err := storage.Open(t.Context(), script.Options(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		if err := store.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if copied {
		if path, err = backup.Make(t.Context(), store); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// trading is what the shops whose upkeep is killed have done.
func trading() []journal.Change { return script.Trading(3, journal.Head{}) }

// upkeeps prepares the folders.
func upkeeps(t *testing.T) []upkeep {
	t.Helper()
	changes := trading()
	books, err := script.Books(changes)
	if err != nil {
		t.Fatal(err)
	}
	at := script.InMemory(t)
	shop, other := filepath.Join(at, "shop"), filepath.Join(at, "other")
	good := filled(t, shop, changes[:8], true)
	filled(t, shop, changes[8:15], false)
	code, foreign := coded(t, other)
	former := filled(t, other, nil, true)
	keptAside := func(ctx context.Context, dir string, u upkeep) error { // the store before, or the other key's
		err := stands(ctx, dir, books[15], books[5])
		if errors.Is(err, fault.ErrWrongKey) || errors.Is(err, fault.ErrNoKey) { // said in words; again, and it is done
			if _, err = backup.RestoreByCode(ctx, keepOptions(dir), u.file, core.NewSecret(u.code)); err == nil {
				err = stands(ctx, dir, books[5])
			}
		}
		return errors.Join(err, stillThere(ctx, dir, books[15]))
	}
	byCode := upkeep{name: "restore of another machine's backup", how: "bycode", template: shop, file: foreign, code: code}
	byCode.holds = func(ctx context.Context, dir string) error { return keptAside(ctx, dir, byCode) }
	return []upkeep{
		{name: "first opening", how: "open", holds: func(ctx context.Context, dir string) error { return stands(ctx, dir, books[0]) }},
		{name: "backup", how: "backup", template: shop, holds: func(ctx context.Context, dir string) error {
			if _, err := os.Stat(filepath.Join(dir, "backups", filepath.Base(good))); err != nil {
				return err
			}
			return stands(ctx, dir, books[15])
		}},
		{name: "restore", how: "restore", template: shop, file: good, holds: func(ctx context.Context, dir string) error {
			return errors.Join(stands(ctx, dir, books[15], books[8]), stillThere(ctx, dir, books[15]))
		}},
		{name: "a new recovery code", how: "code", template: other, holds: func(ctx context.Context, dir string) error {
			return errors.Join(stands(ctx, dir, books[5]), codeStill(ctx, dir, books[5]))
		}},
		{name: "restore of a backup under a former key", how: "restore", template: renewed(t, at, other), file: former, holds: func(ctx context.Context, dir string) error {
			return errors.Join(stands(ctx, dir, books[5]), stillThere(ctx, dir, books[5]))
		}},
		byCode,
	}
}

// coded makes the store of another machine and a backup that a code opens.
func coded(t *testing.T, dir string) (code, foreign string) {
	t.Helper()
	filled(t, dir, trading()[:5], false)
	store, err := storage.Open(t.Context(), script.Options(dir))
	if err != nil {
		t.Fatal(err)
	}
	secret, err := store.NewRecoveryCode(t.Context())
	if err == nil {
		foreign, err = backup.Make(t.Context(), store)
	}
	if err = errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	return secret.Reveal(), foreign
}

// renewed copies a store that has a recovery code and makes another one there.
func renewed(t *testing.T, at, from string) (dir string) {
	t.Helper()
	dir = filepath.Join(at, "renewed")
	if err := errors.Join(os.Mkdir(dir, 0o700), copyFolder(dir, from), RunKeep("code", dir, "", "")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// codeStill makes a code after a crash, and a backup that it opens.
func codeStill(ctx context.Context, dir string, want script.Book) (err error) {
	store, err := storage.Open(ctx, keepOptions(dir))
	if err != nil {
		return err
	}
	code, err := store.NewRecoveryCode(ctx)
	var path string
	if err == nil {
		path, err = backup.Make(ctx, store)
	}
	if err == nil {
		_, err = storage.RecoverKey(path, code)
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	return stands(ctx, dir, want)
}

// stillThere looks for a state in the store or in what was kept aside, which is
// restored for it: a key from before opens nothing else.
func stillThere(ctx context.Context, dir string, want script.Book) error {
	files, err := filepath.Glob(filepath.Join(dir, "till.db*"))
	keys, err2 := filepath.Glob(filepath.Join(dir, "till.key*"))
	err = errors.Join(err, err2)
	for _, file := range files {
		for _, key := range keys {
			elsewhere, e := aside(dir, map[string]string{"till.db": file, "till.key": key})
			if e != nil {
				return e
			}
			if stands(ctx, elsewhere, want) == nil {
				return nil
			}
			if _, e := backup.Restore(ctx, keepOptions(elsewhere), file); e == nil && stands(ctx, elsewhere, want) == nil {
				return nil
			}
		}
	}
	return errors.Join(err, fmt.Errorf("what was there before is nowhere among %v", files))
}
