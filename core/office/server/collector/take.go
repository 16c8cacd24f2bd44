package collector

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office"
)

// takeAll answers every job of a group.
func (c *Collector) takeAll(ctx context.Context, group []*job) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), groupTime)
	defer cancel()
	answers, err := c.storeGroup(ctx, group, readTills)
	for range 3 {
		if !state(err, "40") { // a cursor has changed since it was read, a deadlock, or two that cannot be put in an order
			break
		}
		answers, err = c.storeGroup(ctx, group, lockTills)
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

// storeGroup takes a group in one transaction. With an error nothing was taken, or
// nobody knows. tills is the statement by which tills are read.
func (c *Collector) storeGroup(ctx context.Context, group []*job, tills string) ([]answer, error) {
	now, began := c.cfg.Now(), time.Now()
	var answers []answer
	err := c.db.use(ctx, func(conn *pgxpool.Conn) error {
		var err error
		answers, err = c.takeOn(ctx, conn.Conn(), group, tills, now)
		if err != nil && !conn.Conn().IsClosed() {
			_, _ = conn.Exec(ctx, "rollback")
		}
		if err != nil && conn.Conn().IsClosed() {
			err = errors.Join(errGone, err)
		}
		return err
	})
	if err == nil {
		batches, rows := 0, 0
		for i, a := range answers {
			if a.cursor != nil {
				batches, rows = batches+1, rows+group[i].batch.Size()
			}
		}
		c.cfg.Meter.Took(batches, rows, time.Since(began))
	}
	return answers, err
}

// takeOn is take's transaction. Its beginning goes with what it reads, its end with
// what it writes: two round trips where all is new. A lock of a row is something that is
// written: none is taken at first, and what has changed meanwhile is an error of class 40.
func (c *Collector) takeOn(ctx context.Context, db *pgx.Conn, group []*job, by string, now time.Time) ([]answer, error) {
	var first pgx.Batch
	first.Queue("begin")
	first.Queue(by, hashes(group))
	read := db.SendBatch(ctx, &first)
	_, err := read.Exec()
	var tills map[keyHash]*held
	if err == nil {
		rows, _ := read.Query() // its error comes with the rows
		tills, err = heldTills(rows)
	}
	if err := errors.Join(err, read.Close()); err != nil {
		return nil, err
	}
	old, err := heldSales(ctx, db, group, tills, now)
	if err != nil {
		return nil, err
	}
	answers := make([]answer, len(group))
	e := effects{now: now, totals: map[totalKey]total{}}
	for i, j := range group {
		h := tills[j.key]
		if h == nil {
			answers[i].refusal = &office.Refusal{Code: office.CodeKey, Message: "this key is not known here, or was revoked"}
			continue
		}
		told := len(e.alarms) + len(e.causes)
		if answers[i].refusal, err = c.validate(ctx, db, &e, h, j, old); err != nil {
			return nil, err
		}
		if refusal := answers[i].refusal; refusal != nil && refusal.Cursor != nil {
			e.shown = append(e.shown, h.till)
		}
		answers[i].told = len(e.alarms) + len(e.causes) - told
		if answers[i].refusal == nil {
			answers[i].cursor = h.cursor()
			if rejected := j.batch.Rejected; len(rejected) > 0 {
				answers[i].refusal = rejection(rejected, answers[i].cursor)
			}
		}
	}
	return answers, e.commit(ctx, db)
}
