package collector

import (
	"context"
	"errors"
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

// job is a batch on its way into the database.
type job struct {
	key    keyHash
	batch  *office.Batch
	ends   map[office.Chain]office.End // where its chains stand afterwards
	gap    error                       // why there are none
	answer chan answer                 // holds one
}

// answer is what became of a job. Its batch is durable when both are nil but
// cursor.
type answer struct {
	cursor  *office.Cursor
	refusal *office.Refusal
}

func (j *job) refuse(code office.Code, message string) {
	j.answer <- answer{refusal: &office.Refusal{Code: code, Message: message}}
}

// funnel is where batches of many tills become one transaction.
type funnel struct{ queue chan *job }

const stopping = "this collector is being stopped"

// write takes groups of batches until ctx ends.
func (c *Collector) write(ctx context.Context) {
	var later []*job
	for {
		group, rest, ok := c.funnel.gather(ctx, later)
		later = rest
		if !ok {
			break
		}
		c.takeAll(ctx, group)
	}
	for _, j := range later {
		j.refuse(office.CodeBusy, stopping)
	}
	for {
		select {
		case j := <-c.funnel.queue:
			j.refuse(office.CodeBusy, stopping)
		default:
			return
		}
	}
}

// gather waits for a batch and returns it with those that are there already, one
// of each till. later are those left over by the group before.
func (f *funnel) gather(ctx context.Context, later []*job) (group, rest []*job, ok bool) {
	if ctx.Err() != nil {
		return nil, later, false
	}
	tills, rows := map[keyHash]bool{}, 0
	add := func(j *job) {
		if tills[j.key] {
			rest = append(rest, j)
			return
		}
		tills[j.key] = true
		rows += j.batch.Size()
		group = append(group, j)
	}
	for _, j := range later {
		add(j)
	}
	if len(group) == 0 {
		select {
		case j := <-f.queue:
			add(j)
		case <-ctx.Done():
			return nil, nil, false // later was empty
		}
	}
	for len(group) < groupBatches && rows < groupRows {
		select {
		case j := <-f.queue:
			add(j)
		default:
			return group, rest, true
		}
	}
	return group, rest, true
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
			j.answer <- answers[i]
		}
	case !state(err, "22", "23", "54"):
		c.log.Error("batches not taken", "batches", len(group), "err", err)
		for _, j := range group {
			j.refuse(office.CodeBusy, "the office's database does not answer")
		}
	case len(group) == 1:
		c.log.Error("the database refuses a batch", "till", group[0].batch.Till, "err", err)
		group[0].refuse(office.CodeMalformed, "the office's database refuses this batch")
	default: // one of them is at fault; the others must not wait for it
		for _, j := range group {
			c.takeAll(ctx, []*job{j})
		}
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
