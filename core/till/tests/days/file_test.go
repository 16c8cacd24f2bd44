package days

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// file is the application's own storage in a folder. The plug is pulled by opening
// a copy of what lies on the disk while the store is in use.
type file struct {
	*storage.Store
	root  string // of all folders of a life
	lives *int   // folders so far
	marks map[int]string

	mu      sync.Mutex
	hook    func(n int, c journal.Change) storetest.Outcome
	commits int
	bad     bool
}

// newFile begins a life in an empty folder.
func newFile(root string) (*file, error) {
	f := &file{root: root, lives: new(int), marks: map[int]string{}}
	return f.open(f.folder())
}

func (f *file) folder() string {
	*f.lives++
	return filepath.Join(f.root, fmt.Sprint(*f.lives))
}

// open is a life that goes on in another folder.
func (f *file) open(dir string) (*file, error) {
	next := &file{root: f.root, lives: f.lives, marks: f.marks}
	var err error
	next.Store, err = storage.Open(context.Background(), storage.Options{Dir: dir, Keys: keys.NewFile(dir)})
	return next, err
}

func (f *file) OnCommit(hook func(n int, c journal.Change) storetest.Outcome) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hook = hook
}

func (f *file) Commits() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.commits
}

func (f *file) Mark() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir := f.folder()
	f.marks[f.commits] = dir
	return copyFolder(f.Options().Dir, dir)
}

func (f *file) At(n int) (disk, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	from := f.Options().Dir
	if n != f.commits {
		if from = f.marks[n]; from == "" {
			return nil, fmt.Errorf("no mark after %d commits", n)
		}
	}
	dir := f.folder()
	if err := copyFolder(from, dir); err != nil {
		return nil, err
	}
	next, err := f.open(dir)
	if err != nil {
		return nil, err
	}
	next.commits = n
	return next, nil
}

// Sound lets the storage read all of the file.
func (f *file) Sound() error {
	report, err := f.Verify(context.Background())
	if err != nil {
		return fmt.Errorf("%w: %s", err, strings.Join(report.Problems, "; "))
	}
	return nil
}

// Commit implements journal.Store.
func (f *file) Commit(ctx context.Context, c journal.Change) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.bad {
		return journal.ErrPoisoned
	}
	outcome := storetest.Stored
	if f.hook != nil {
		outcome = f.hook(f.commits, c)
	}
	if outcome != storetest.Lost {
		if err := f.Store.Commit(ctx, c); err != nil {
			return err
		}
		f.commits++
	}
	if outcome == storetest.Stored {
		return nil
	}
	f.bad = true
	return storetest.ErrInjected
}

// Reopen implements journal.Store.
func (f *file) Reopen(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.Store.Reopen(ctx)
	f.bad = f.bad && err != nil
	return err
}

func (f *file) usable() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.bad {
		return journal.ErrPoisoned
	}
	return nil
}

// Sale implements journal.Store.
func (f *file) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	if err := f.usable(); err != nil {
		return journal.Sale{}, err
	}
	return f.Store.Sale(ctx, id)
}

// Shift implements journal.Store.
func (f *file) Shift(ctx context.Context, number uint64) (journal.ShiftState, error) {
	if err := f.usable(); err != nil {
		return journal.ShiftState{}, err
	}
	return f.Store.Shift(ctx, number)
}

// Head implements journal.Store.
func (f *file) Head(ctx context.Context, day journal.Day) (journal.Head, error) {
	if err := f.usable(); err != nil {
		return journal.Head{}, err
	}
	return f.Store.Head(ctx, day)
}

// copyFolder copies what lies in a folder, as it is in this moment. The lock of who
// has it open is theirs.
func copyFolder(from, to string) error {
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || strings.HasSuffix(e.Name(), ".lock") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, e.Name()), data, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
