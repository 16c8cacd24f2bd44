package collector

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core"
	"sanduq/core/office"
	"sanduq/core/till"
)

// held is what the database has of a till, locked.
type held struct {
	till     int64
	shop     int64
	practice bool
	epoch    int
	newest   till.SaleID
	chains   map[office.Chain]chainState
}

// chainState is the end of a chain, and two older ones: the mark that the till is
// told, and the one that becomes it.
type chainState struct {
	office.End
	mark, next office.End
}

// marksEvery is how many rows lie between two marks at least, so that a till
// proves so many at least.
const marksEvery = 1000

// after returns the state once the chain ends elsewhere.
func (s chainState) after(e office.End) chainState {
	s.End = e
	if e.Seq >= s.next.Seq+marksEvery {
		s.mark, s.next = s.next, e
	}
	return s
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
	for _, chain := range office.Chains() {
		s := h.chains[chain]
		c.Chains[chain] = office.Known{Seq: s.Seq, Mark: s.mark}
	}
	return c
}

// take takes a group in one transaction. With an error nothing was taken, or
// nobody knows.
func (c *Collector) take(ctx context.Context, group []*job) ([]answer, error) {
	now := c.cfg.Now()
	if err := c.months.need(ctx, c.pool, days(group, now)); err != nil {
		return nil, fmt.Errorf("make partitions: %w", err)
	}
	answers := make([]answer, len(group))
	err := pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		tills, err := lockTills(ctx, tx, group)
		if err != nil {
			return err
		}
		old, err := heldSales(ctx, tx, group, tills)
		if err != nil {
			return err
		}
		e := effects{now: now, totals: map[totalKey]total{}}
		for i, j := range group {
			h := tills[j.key]
			if h == nil {
				answers[i].refusal = &office.Refusal{Code: office.CodeKey, Message: "this key is not known here, or was revoked"}
				continue
			}
			if answers[i].refusal, err = c.judge(ctx, tx, &e, h, j, old); err != nil {
				return err
			}
			if answers[i].refusal == nil {
				answers[i].cursor = h.cursor()
			}
		}
		return e.write(ctx, tx)
	})
	return answers, err
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

// lockTills reads what is known of the tills whose keys are good, and keeps everybody
// else from them until the transaction ends.
func lockTills(ctx context.Context, tx pgx.Tx, group []*job) (map[keyHash]*held, error) {
	hashes := make([][]byte, len(group))
	for i, j := range group {
		hashes[i] = j.key[:]
	}
	tills, byNumber, numbers := map[keyHash]*held{}, map[int64]*held{}, []int64{}
	rows, err := tx.Query(ctx, `SELECT k.hash, t.id, t.shop_id, t.practice, c.epoch, c.newest
		FROM keys k JOIN tills t ON t.id = k.till_id JOIN cursors c ON c.till_id = t.id
		WHERE k.hash = ANY($1) AND k.revoked_at IS NULL ORDER BY t.id FOR UPDATE OF c`, hashes)
	if err != nil {
		return nil, err
	}
	var hash []byte
	var h held
	if _, err = pgx.ForEachRow(rows, []any{&hash, &h.till, &h.shop, &h.practice, &h.epoch, &h.newest}, func() error {
		known := h
		known.chains = map[office.Chain]chainState{}
		tills[keyHash(hash)], byNumber[h.till] = &known, &known
		numbers = append(numbers, h.till)
		return nil
	}); err != nil {
		return nil, err
	}
	// A statement of its own, so that it sees what whoever held the lock has left.
	rows, err = tx.Query(ctx, `SELECT h.till_id, h.chain, h.seq, h.link, h.mark_seq, h.mark_link, h.next_seq, h.next_link
		FROM unnest($1::int[]) AS n JOIN cursors c ON c.till_id = n JOIN chains h ON h.till_id = n AND h.epoch = c.epoch`, numbers)
	if err != nil {
		return nil, err
	}
	var number int64
	var chain int
	var s chainState
	var link, mark, next []byte
	_, err = pgx.ForEachRow(rows, []any{&number, &chain, &s.Seq, &link, &s.mark.Seq, &mark, &s.next.Seq, &next}, func() error {
		if names := office.Chains(); chain >= 1 && chain <= len(names) {
			s.Link, s.mark.Link, s.next.Link = office.Link(link), office.Link(mark), office.Link(next)
			byNumber[number].chains[names[chain-1]] = s
		}
		return nil
	})
	return tills, err
}
