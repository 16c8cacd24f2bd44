package collector

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

// held is what the database has of a till, locked.
type held struct {
	till     int64
	shop     int64
	practice bool
	epoch    int
	newest   journal.SaleID
	chains   chainStates
	since    [][]uint64 // for each version from 2 on, for each chain: after which row it began
}

// environment is what the batches of the till must be of.
func (h *held) environment() core.Environment {
	if h.practice {
		return core.Sandbox
	}
	return core.Live
}

// cursor is what the till is told.
func (h *held) cursor() *office.Cursor {
	c := &office.Cursor{Version: office.Version, Till: h.till, Epoch: h.epoch, Newest: h.newest, Chains: map[office.Chain]office.Known{}}
	for i, chain := range office.Chains() {
		s := h.chains[chain]
		known := office.Known{Seq: s.Seq, Mark: s.mark}
		for _, began := range h.since {
			known.Since = append(known.Since, began[i])
		}
		c.Chains[chain] = known
	}
	return c
}

// spoken notes by which version a till sends. One that went back to an earlier version
// has proved that all its rows are the same in that one.
func (h *held) spoken(b *office.Batch) {
	h.since = h.since[:min(len(h.since), b.Version-1)]
	for len(h.since) < b.Version-1 {
		var began []uint64
		for _, chain := range office.Chains() {
			began = append(began, b.Chains[chain].Seq)
		}
		h.since = append(h.since, began)
	}
}

// take takes a group in one transaction. With an error nothing was taken, or
// nobody knows.
func (c *Collector) take(ctx context.Context, group []*job) ([]answer, error) {
	now := c.cfg.Now()
	var answers []answer
	err := c.db.use(ctx, func(conn *pgxpool.Conn) error {
		err := c.months.need(ctx, conn, days(group, now))
		if err != nil {
			return fmt.Errorf("make partitions: %w", err)
		}
		answers, err = c.takeOn(ctx, conn.Conn(), group, now)
		if err != nil && !conn.Conn().IsClosed() {
			_, _ = conn.Exec(ctx, "rollback")
		}
		if err != nil && conn.Conn().IsClosed() {
			err = errors.Join(errGone, err)
		}
		return err
	})
	return answers, err
}

// takeOn is take's transaction. Its beginning goes with what it reads, its end with
// what it writes: two round trips where all is new.
func (c *Collector) takeOn(ctx context.Context, db *pgx.Conn, group []*job, now time.Time) ([]answer, error) {
	var first pgx.Batch
	first.Queue("begin")
	first.Queue(lockTills, hashes(group))
	read := db.SendBatch(ctx, &first)
	_, err := read.Exec()
	var tills map[keyHash]*held
	if err == nil {
		rows, _ := read.Query() // its error comes with the rows
		tills, err = locked(rows)
	}
	if err := errors.Join(err, read.Close()); err != nil {
		return nil, err
	}
	old, err := heldSales(ctx, db, group, tills)
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
		if answers[i].refusal, err = c.judge(ctx, db, &e, h, j, old); err != nil {
			return nil, err
		}
		if answers[i].refusal == nil {
			answers[i].cursor = h.cursor()
			if rejected := j.batch.Rejected; len(rejected) > 0 {
				answers[i].refusal = rejection(rejected, answers[i].cursor)
			}
		}
	}
	return answers, e.commit(ctx, db)
}

// days are those of which partitions are needed.
func days(group []*job, now time.Time) map[time.Time]bool {
	all := map[time.Time]bool{month(now.UTC()): true}
	for _, j := range group {
		for i := range j.batch.Sales {
			all[month(j.batch.Sales[i].ID.Day().Time(time.UTC))] = true
		}
		for i := range j.batch.Receipts {
			all[month(dayOf(j.batch.Receipts[i].SettledAt, now))] = true
		}
		for i := range j.batch.Audit {
			all[month(dayOf(j.batch.Audit[i].At, now))] = true
		}
		for i := range j.batch.Cash {
			all[month(dayOf(j.batch.Cash[i].TakenAt, now))] = true
		}
	}
	return all
}

// dayOf is the day by which a row is kept; today's where the row has no moment.
func dayOf(at, now time.Time) time.Time {
	if at.IsZero() {
		at = now
	}
	y, m, d := at.UTC().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// querier is a connection, or a transaction on one.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func hashes(group []*job) [][]byte {
	out := make([][]byte, len(group))
	for i, j := range group {
		out[i] = j.key[:]
	}
	return out
}

// lockTills reads what is known of the tills whose keys are good, and keeps everybody
// else from them until the transaction ends. All of it stands in the row that is
// locked: of such a row PostgreSQL reads what whoever held the lock has left, of
// another it would not.
const lockTills = `SELECT k.hash, t.id, t.shop_id, t.practice, c.epoch, c.newest, c.ends, c.since
	FROM keys k JOIN tills t ON t.id = k.till_id JOIN cursors c ON c.till_id = t.id
	WHERE k.hash = ANY($1) AND k.revoked_at IS NULL ORDER BY t.id FOR UPDATE OF c`

// locked reads the rows of lockTills.
func locked(rows pgx.Rows) (map[keyHash]*held, error) {
	tills := map[keyHash]*held{}
	var hash, ends, since []byte
	var h held
	_, err := pgx.ForEachRow(rows, []any{&hash, &h.till, &h.shop, &h.practice, &h.epoch, &h.newest, &ends, &since}, func() error {
		known := h
		known.chains, known.since = unpackStates(ends), unpackSince(since)
		tills[keyHash(hash)] = &known
		return nil
	})
	return tills, err
}
