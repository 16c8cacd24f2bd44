package collector

import (
	"context"
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

// A batch of more rows than this is bulk: it waits behind what shops do now.
const (
	bulkRows  = 100
	bulkWaits = 2 * time.Second // at most, before it goes with the others
)

// job is a batch on its way into the database.
type job struct {
	key    keyHash
	batch  *office.Batch
	ends   map[office.Chain]office.End // where its chains stand afterwards
	gap    error                       // why there are none
	came   time.Time
	answer chan answer // holds one
	gone   func()      // called once it is answered, if anybody listens or not
}

func (j *job) bulk() bool { return j.batch.Size() > bulkRows }

// answer is what became of a job. Its batch is durable when both are nil but
// cursor.
type answer struct {
	cursor  *office.Cursor
	refusal *office.Refusal
}

func (j *job) reply(a answer) {
	j.answer <- a
	if j.gone != nil {
		j.gone()
	}
}

func (j *job) refuse(code office.Code, message string) {
	j.reply(answer{refusal: &office.Refusal{Code: code, Message: message}})
}

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

// write takes groups of batches until the funnel is closed.
func (c *Collector) write(ctx context.Context) {
	defer context.AfterFunc(ctx, c.funnel.close)()
	for {
		group, bulk := c.funnel.gather()
		if len(group) == 0 {
			return
		}
		c.takeAll(ctx, group)
		c.funnel.took(bulk)
	}
}

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

// takeAll answers every job of a group.
func (c *Collector) takeAll(ctx context.Context, group []*job) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), groupTime)
	defer cancel()
	answers, err := c.take(ctx, group)
	for range 3 {
		if !state(err, "40") { // a deadlock, or two that cannot be put in an order
			break
		}
		answers, err = c.take(ctx, group)
	}
	switch {
	case err == nil:
		for i, j := range group {
			j.reply(answers[i])
		}
	case !blames(err):
		c.log.Error("batches not taken", "batches", len(group), "err", err)
		for _, j := range group {
			j.refuse(office.CodeBusy, "the office's database does not answer")
		}
	case len(group) == 1: // then the row
		c.log.Error("the database refuses a batch", "till", group[0].batch.Till, "err", err)
		group[0].reply(c.takeApart(ctx, group[0]))
	default: // first the batch: one of them is at fault, and the others must not wait for it
		c.takeAll(ctx, group[:len(group)/2])
		c.takeAll(ctx, group[len(group)/2:])
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
