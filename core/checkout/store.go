package checkout

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Errors of a Store.
var (
	// ErrNotStored: there is nothing under this reference.
	ErrNotStored = errors.New("checkout: nothing is stored under this reference")
	// ErrReplaced: the record was written since it was read; nothing was saved.
	ErrReplaced = errors.New("checkout: the record was written by somebody else meanwhile")
	// ErrStoreBusy: another process has this folder open.
	ErrStoreBusy = errors.New("checkout: another process uses this folder")
)

// Record is what a Store keeps under a reference.
type Record struct {
	Ref string // lower-case hexadecimal digits
	// Version is that of the record as it was read: it grows with each Save, and
	// is zero for what is not stored yet.
	Version uint64
	// Due is when somebody has to look at the record again; zero for never. A
	// Store keeps at least the millisecond.
	Due    time.Time
	Sealed []byte // nobody can read it without the Checkout's key
}

// Store keeps what the page must not lose, for any number of processes at once.
// Save is a compare-and-swap: of any number of Saves of one version one succeeds,
// the others return ErrReplaced and change nothing. That is what single use of
// forms and leases of open payments rest on. coretest.Store says what an
// implementation has to hold. Methods are safe for concurrent use.
type Store interface {
	// Load returns a record as the newest Save left it; ErrNotStored for what was
	// never saved.
	Load(ctx context.Context, ref string) (Record, error)
	// Save replaces a record as a whole if its Version is the stored one, and
	// returns the new version once it will survive a power cut. Any other error
	// than ErrReplaced means that it may have been saved or not.
	Save(ctx context.Context, r Record) (version uint64, err error)
	// List returns the records that are due at a moment, the longest due first, those
	// of one moment by their Ref, at most limit of them. Records that come with an error are
	// looked at all the same.
	List(ctx context.Context, due time.Time, limit int) ([]Record, error)
}

// Ahead is for a Store that finds what a clock that was ahead has written. ListAhead returns the records that are due
// later than a moment, at most limit of them, in any order. A Checkout looks for those that are due later than it would
// ever say, since a process that was killed by then wrote them; without Ahead they wait for their moment.
type Ahead interface {
	ListAhead(ctx context.Context, after time.Time, limit int) ([]Record, error)
}

// MemoryStore is a Store for one process's lifetime. Its zero value is ready
// for use.
type MemoryStore struct {
	mu   sync.Mutex
	kept map[string]Record
}

// Load implements Store.
func (m *MemoryStore) Load(_ context.Context, ref string) (Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.kept[ref]
	if !ok {
		return Record{}, ErrNotStored
	}
	return r.copy(), nil
}

// Save implements Store.
func (m *MemoryStore) Save(_ context.Context, r Record) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept[r.Ref].Version != r.Version {
		return 0, ErrReplaced
	}
	if m.kept == nil {
		m.kept = make(map[string]Record)
	}
	r.Version++
	m.kept[r.Ref] = r.copy()
	return r.Version, nil
}

// List implements Store.
func (m *MemoryStore) List(_ context.Context, due time.Time, limit int) ([]Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []Record
	for _, r := range m.kept {
		if r.dueAt(due) {
			list = append(list, r.copy())
		}
	}
	slices.SortFunc(list, func(a, b Record) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Ref, b.Ref)) })
	return list[:min(limit, len(list))], nil
}

// ListAhead implements Ahead.
func (m *MemoryStore) ListAhead(_ context.Context, after time.Time, limit int) (list []Record, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.kept {
		if r.Due.After(after) && len(list) < limit {
			list = append(list, r.copy())
		}
	}
	return list, nil
}

func (r Record) copy() Record {
	r.Sealed = append([]byte(nil), r.Sealed...)
	return r
}

func (r Record) dueAt(now time.Time) bool { return !r.Due.IsZero() && !r.Due.After(now) }

// byDue orders references by when they are due.
type byDue struct {
	ref string
	due time.Time
}

// longestDue returns those of an index that are due, the longest first.
func longestDue(index map[string]time.Time, now time.Time, limit int) []byDue {
	var list []byDue
	for ref, due := range index {
		if !due.After(now) {
			list = append(list, byDue{ref, due})
		}
	}
	slices.SortFunc(list, func(a, b byDue) int { return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.ref, b.ref)) })
	return list[:min(limit, len(list))]
}
