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

// batcher is where batches of many tills become one transaction. What a till has waiting
// is bounded by its Quota.
type batcher struct {
	mu      sync.Mutex
	changed *sync.Cond // of mu
	waiting []*job     // in the order in which they came
	bulk    int        // groups of bulk under way
	lightAt time.Time  // when something else was taken last
	closed  bool
}

func newBatcher() *batcher {
	b := &batcher{}
	b.changed = sync.NewCond(&b.mu)
	return b
}

func (b *batcher) push(j *job) {
	j.came = time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		j.refuse(office.CodeBusy, stopping)
		return
	}
	b.waiting = append(b.waiting, j)
	b.changed.Signal()
}

func (b *batcher) length() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)
}

// close refuses all that wait, and all that come.
func (b *batcher) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for _, j := range b.waiting {
		j.refuse(office.CodeBusy, stopping)
	}
	b.waiting = nil
	b.changed.Broadcast()
}

const stopping = "this collector is being stopped"

// gather waits for batches and returns those of one transaction, one of each till;
// none when the batcher is closed.
func (b *batcher) gather() (group []*job, bulk bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.closed {
		if group, bulk = b.pick(time.Now()); len(group) > 0 {
			return group, bulk
		}
		b.changed.Wait()
	}
	return nil, false
}

// pick takes out the batches of one transaction: what shops do now; bulk where there is
// nothing else, and where it has waited too long. While shops are at work, one writer
// alone takes bulk, so that another is there for them.
func (b *batcher) pick(now time.Time) (group []*job, bulk bool) {
	if group = b.some(func(j *job) bool { return !j.bulk() || now.Sub(j.came) > bulkWaits }); len(group) > 0 {
		b.lightAt = now
		return group, false
	}
	if b.bulk > 0 && now.Sub(b.lightAt) < time.Second {
		return nil, false
	}
	if group = b.some(func(*job) bool { return true }); len(group) > 0 {
		b.bulk++
	}
	return group, len(group) > 0
}

// some takes out the first batches that are wanted, one of each till.
func (b *batcher) some(wanted func(*job) bool) (group []*job) {
	tills, rows := map[keyHash]bool{}, 0
	rest := b.waiting[:0]
	for _, j := range b.waiting {
		if len(group) == groupBatches || rows >= groupRows || tills[j.key] || !wanted(j) {
			tills[j.key] = true // what a till sent first is taken first
			rest = append(rest, j)
			continue
		}
		tills[j.key] = true
		rows += j.batch.Size()
		group = append(group, j)
	}
	clear(b.waiting[len(rest):])
	b.waiting = rest
	return group
}

// took says that a group is done with.
func (b *batcher) took(bulk bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if bulk {
		b.bulk--
	}
	if len(b.waiting) > 0 {
		b.changed.Broadcast()
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
