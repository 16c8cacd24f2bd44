package collector

import (
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"sanduq/core/office"
)

// Limits of one transaction.
const (
	groupBatches = 512
	groupRows    = 4000
	groupTime    = 15 * time.Second
)

// funnel is where batches of many tills become one transaction. What a till has waiting
// is bounded by its Quota.
type funnel struct {
	mu      sync.Mutex
	changed *sync.Cond // of mu
	waiting []*job     // in the order in which they came
	bulk    int        // groups of bulk under way
	lightAt time.Time  // when something else was taken last
	closed  bool
}

func newFunnel() *funnel {
	f := &funnel{}
	f.changed = sync.NewCond(&f.mu)
	return f
}

func (f *funnel) push(j *job) {
	j.came = time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		j.refuse(office.CodeBusy, stopping)
		return
	}
	f.waiting = append(f.waiting, j)
	f.changed.Signal()
}

// close refuses all that wait, and all that come.
func (f *funnel) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for _, j := range f.waiting {
		j.refuse(office.CodeBusy, stopping)
	}
	f.waiting = nil
	f.changed.Broadcast()
}

const stopping = "this collector is being stopped"

// gather waits for batches and returns those of one transaction, one of each till;
// none when the funnel is closed.
func (f *funnel) gather() (group []*job, bulk bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for !f.closed {
		if group, bulk = f.pick(time.Now()); len(group) > 0 {
			return group, bulk
		}
		f.changed.Wait()
	}
	return nil, false
}

// pick takes out the batches of one transaction: what shops do now; bulk where there is
// nothing else, and where it has waited too long. While shops are at work, one writer
// alone takes bulk, so that another is there for them.
func (f *funnel) pick(now time.Time) (group []*job, bulk bool) {
	if group = f.some(func(j *job) bool { return !j.bulk() || now.Sub(j.came) > bulkWaits }); len(group) > 0 {
		f.lightAt = now
		return group, false
	}
	if f.bulk > 0 && now.Sub(f.lightAt) < time.Second {
		return nil, false
	}
	if group = f.some(func(*job) bool { return true }); len(group) > 0 {
		f.bulk++
	}
	return group, len(group) > 0
}

// some takes out the first batches that are wanted, one of each till.
func (f *funnel) some(wanted func(*job) bool) (group []*job) {
	tills, rows := map[keyHash]bool{}, 0
	rest := f.waiting[:0]
	for _, j := range f.waiting {
		if len(group) == groupBatches || rows >= groupRows || tills[j.key] || !wanted(j) {
			tills[j.key] = true // what a till sent first is taken first
			rest = append(rest, j)
			continue
		}
		tills[j.key] = true
		rows += j.batch.Size()
		group = append(group, j)
	}
	clear(f.waiting[len(rest):])
	f.waiting = rest
	return group
}

// took says that a group is done with.
func (f *funnel) took(bulk bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if bulk {
		f.bulk--
	}
	if len(f.waiting) > 0 {
		f.changed.Broadcast()
	}
}

// state reports whether the database answered with an error of one of the
// classes.
func state(err error, classes ...string) bool {
	said, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return false
	}
	for _, class := range classes {
		if len(said.Code) == 5 && said.Code[:2] == class {
			return true
		}
	}
	return false
}
