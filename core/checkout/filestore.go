package checkout

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// FileStore is a Store of one file for each record in a folder that no other
// process uses meanwhile.
type FileStore struct {
	dir    string
	lock   *flock.Flock
	shards [64]shard // of the references that fall to each

	closing sync.RWMutex // held from before a record is written until it is
	closed  bool

	mu  sync.Mutex
	due map[string]time.Time // of those that are ever due
}

// shard orders what is done to its records. Windows replaces no file that is open, so
// that nobody reads while one is renamed; reading waits for that alone, not for a disk.
type shard struct {
	saving sync.Mutex
	rename sync.RWMutex
}

func (f *FileStore) shard(ref string) *shard {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(ref))
	return &f.shards[hash.Sum32()%uint32(len(f.shards))]
}

// OpenFileStore opens a folder, which it creates with rights for its owner
// only. ErrStoreBusy while another process has it open; a process that died has
// not.
func OpenFileStore(dir string) (*FileStore, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("checkout: open the store: %w", err)
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	held, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("checkout: lock the store: %w", err)
	}
	if !held {
		return nil, ErrStoreBusy
	}
	f := &FileStore{dir: dir, lock: lock, due: make(map[string]time.Time)}
	if err := f.index(); err != nil {
		return nil, errors.Join(fmt.Errorf("checkout: open the store: %w", err), lock.Unlock())
	}
	return f, nil
}

// Close lets another process open the folder. It waits for a Save that is under way; none
// is taken afterwards, since the folder may be another process's.
func (f *FileStore) Close() error {
	f.closing.Lock()
	defer f.closing.Unlock()
	f.closed = true
	return f.lock.Unlock()
}

const fileSuffix = ".payment"

// index reads when each record is due.
func (f *FileStore) index() error {
	files, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, file := range files {
		ref, ours := strings.CutSuffix(file.Name(), fileSuffix)
		if _, err := f.path(ref); !ours || err != nil { // such as a copy that somebody made by hand
			continue
		}
		r, err := f.head(ref)
		if err != nil {
			r.Due = time.UnixMilli(1) // List says so
		}
		f.schedule(ref, r.Due)
	}
	return nil
}

func (f *FileStore) schedule(ref string, due time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if due.IsZero() {
		delete(f.due, ref)
		return
	}
	f.due[ref] = due
}

// Load implements Store.
func (f *FileStore) Load(_ context.Context, ref string) (Record, error) {
	path, err := f.path(ref)
	if err != nil {
		return Record{}, err
	}
	s := f.shard(ref)
	s.rename.RLock()
	text, err := os.ReadFile(path)
	s.rename.RUnlock()
	if errors.Is(err, os.ErrNotExist) {
		return Record{}, ErrNotStored
	}
	if err != nil {
		return Record{}, fmt.Errorf("checkout: load: %w", err)
	}
	r, head := readHead(text)
	r.Ref, r.Sealed = ref, text[head:]
	return r, nil
}

// Save implements Store: written aside, synced, renamed, and the folder synced.
func (f *FileStore) Save(_ context.Context, r Record) (uint64, error) {
	path, err := f.path(r.Ref)
	if err != nil {
		return 0, err
	}
	f.closing.RLock()
	defer f.closing.RUnlock()
	if f.closed {
		return 0, errors.New("checkout: save: the store is closed")
	}
	s := f.shard(r.Ref)
	s.saving.Lock()
	defer s.saving.Unlock()
	switch stored, err := f.head(r.Ref); {
	case err != nil:
		return 0, fmt.Errorf("checkout: save: %w", err)
	case stored.Version != r.Version:
		return 0, ErrReplaced
	}
	r.Version++
	err = writeFile(path+".new", append(r.head(), r.Sealed...))
	if err == nil {
		s.rename.Lock()
		err = os.Rename(path+".new", path)
		s.rename.Unlock()
	}
	if err == nil {
		err = syncFolder(f.dir)
	}
	if err != nil {
		return 0, fmt.Errorf("checkout: save: %w", err)
	}
	f.schedule(r.Ref, r.Due)
	return r.Version, nil
}

// List implements Store. What cannot be read is left out, for an hour, and the error is of that.
func (f *FileStore) List(ctx context.Context, due time.Time, limit int) (list []Record, err error) {
	f.mu.Lock()
	found := longestDue(f.due, due, limit)
	f.mu.Unlock()
	for _, is := range found {
		r, failed := f.Load(ctx, is.ref)
		switch {
		case errors.Is(failed, ErrNotStored):
			f.schedule(is.ref, time.Time{})
		case failed != nil:
			err = failed
			f.schedule(is.ref, due.Add(unreadable))
		case r.dueAt(due): // it may have been saved meanwhile
			list = append(list, r)
		}
	}
	return list, err
}

// ListAhead implements Ahead.
func (f *FileStore) ListAhead(ctx context.Context, after time.Time, limit int) (list []Record, err error) {
	var found []string
	f.mu.Lock()
	for ref, due := range f.due {
		if due.After(after) && len(found) < limit {
			found = append(found, ref)
		}
	}
	f.mu.Unlock()
	for _, ref := range found {
		r, failed := f.Load(ctx, ref)
		switch {
		case failed != nil:
			err = failed
		case r.Due.After(after):
			list = append(list, r)
		}
	}
	return list, err
}

func (f *FileStore) path(ref string) (string, error) {
	if ref == "" || strings.Trim(ref, "0123456789abcdef") != "" {
		return "", ErrNotStored
	}
	return filepath.Join(f.dir, ref+fileSuffix), nil
}

// headMark begins a file. One without it is of the time before versions.
const headMark = "sanduq payment 2 "

// head is a file's first line: version and, in milliseconds, when it is due.
func (r Record) head() []byte {
	due := int64(0)
	if !r.Due.IsZero() {
		due = r.Due.UnixMilli()
	}
	return fmt.Appendf(nil, "%s%d %d\n", headMark, r.Version, due)
}

// readHead reads a file's first line and returns how long it is. A file of the
// time before versions is due: anyone who looks at it finds out what for.
func readHead(text []byte) (r Record, length int) {
	var due int64
	line, _, whole := strings.Cut(string(text[:min(len(text), 80)]), "\n")
	if n, _ := fmt.Sscanf(line, headMark+"%d %d", &r.Version, &due); !whole || n != 2 || r.Version == 0 {
		return Record{Version: 1, Due: time.UnixMilli(1)}, 0
	}
	if due != 0 {
		r.Due = time.UnixMilli(due)
	}
	return r, len(line) + 1
}

// head returns the stored version of a reference, zero if there is none.
func (f *FileStore) head(ref string) (Record, error) {
	path, err := f.path(ref)
	if err != nil {
		return Record{}, err
	}
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return Record{}, nil
	}
	if err != nil {
		return Record{}, err
	}
	defer func() { _ = file.Close() }()
	text, _ := bufio.NewReaderSize(file, 128).Peek(80) // a shorter file is no error
	r, _ := readHead(text)
	return r, nil
}

func writeFile(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// syncFolder makes a rename durable. Windows has no such call and needs none.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	if err := folder.Sync(); err != nil && filepath.Separator == '/' {
		return err
	}
	return nil
}
