package collector

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office"
)

// A heartbeat is a batch without rows, of a till of which nothing has changed. It is
// answered as the till's newest batch was, from memory: two a minute of ten thousand tills
// would else be most of what the database writes. What matters is written: that a till fell
// silent, and once a minute, as one row for all, which tills were heard (see the migration
// 00016). So another collector, the page and alerts know it, and a collector that begins
// again takes no till for silent before it had time to come. A till that brings rows is heard
// in the same way: of its own row the log then holds what has changed, and little besides.
const (
	beatsEvery  = time.Minute    // tills speak twice in it
	beatsHold   = 2 * heardHold  // then a till's own row is written
	beatsClock  = clockMoves     // by which a till's clock may move meanwhile
	beatsMost   = 1 << 23        // numbers of tills that have a bit
	beatsForget = 24 * time.Hour // after which the row of a process that ended goes
)

// beats are what one collector has heard.
type beats struct {
	name  string // of this process
	began time.Time

	mu     sync.Mutex // guards the rest; held for no query
	known  map[keyHash]beat
	heard  map[int64]time.Time // since the row that was written last
	before map[int64]time.Time // in the time before that
}

// beat is what a till of which nothing has changed says next, and is told.
type beat struct {
	head   office.Head
	ahead  time.Duration // of its clock
	cursor *office.Cursor
	wrote  time.Time
}

func newBeats(now time.Time) *beats {
	name := make([]byte, 8)
	_, _ = rand.Read(name) // never fails
	return &beats{name: hex.EncodeToString(name), began: now, known: map[keyHash]beat{}, heard: map[int64]time.Time{}}
}

// learn keeps what a till says next, if nothing changes, after a batch that was taken.
func (b *beats) learn(j *job, cursor *office.Cursor, now time.Time) {
	next := beat{head: j.batch.Head, ahead: j.batch.At.Sub(now), cursor: cursor, wrote: now}
	next.head.Chains = map[office.Chain]office.Position{}
	for chain, end := range j.ends {
		next.head.Chains[chain] = office.Position{Seq: end.Seq, Link: end.Link, Newest: end.Seq}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.known) >= keyCacheSize {
		clear(b.known)
	}
	b.known[j.key] = next
	b.heard[j.batch.Till] = now
}

// answer returns what a heartbeat is told; nil for what the database must be asked.
func (b *beats) answer(j *job, now time.Time) *office.Cursor {
	is := &j.batch.Head
	if j.batch.Size() > 0 || len(j.batch.Rejected) > 0 {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	k, ok := b.known[j.key]
	hold := beatsHold - beatsHold/2*time.Duration(j.key[0])/256 // not all at once
	if !ok || is.Version != k.head.Version || is.Till != k.head.Till || is.Epoch != k.head.Epoch || is.Environment != k.head.Environment ||
		!is.BackupFailing.Equal(k.head.BackupFailing) || !maps.Equal(is.Chains, k.head.Chains) || (is.At.Sub(now)-k.ahead).Abs() > beatsClock || now.Sub(k.wrote).Abs() >= hold {
		return nil
	}
	b.heard[is.Till] = now
	return k.cursor
}

// forget lets the database be asked for a till again.
func (b *beats) forget(till int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	maps.DeleteFunc(b.known, func(_ keyHash, k beat) bool { return k.head.Till == till })
}

// nextPeriod returns the tills that were heard since the turn before, and those that were heard
// then and not since, or have no bit, and when.
func (b *beats) nextPeriod(now time.Time) (bits []byte, left map[int64]time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	left = map[int64]time.Time{}
	for till, at := range b.heard {
		if till >= beatsMost {
			left[till] = at
			continue
		}
		for int64(len(bits)) <= till/8 {
			bits = append(bits, 0)
		}
		bits[till/8] |= 1 << (till % 8)
	}
	for till, at := range b.before {
		if _, again := b.heard[till]; !again {
			left[till] = at
		}
	}
	maps.DeleteFunc(b.known, func(_ keyHash, k beat) bool { return now.Sub(k.wrote) > 2*beatsHold })
	b.before, b.heard = b.heard, map[int64]time.Time{}
	if bits == nil {
		bits = []byte{}
	}
	return bits, left
}

// again takes a turn back that was not written.
func (b *beats) again(left map[int64]time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for till, at := range b.before {
		if b.heard[till].Before(at) {
			b.heard[till] = at
		}
	}
	b.before = left
}

// beat writes which tills were heard.
func (c *Collector) beat(ctx context.Context) error {
	now := c.cfg.Now()
	bits, left := c.beats.nextPeriod(now)
	err := c.db.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO beats (collector, began_at, at, tills) VALUES ($1, $2, $3, $4)
			ON CONFLICT (collector) DO UPDATE SET at = excluded.at, tills = excluded.tills`, c.beats.name, c.beats.began, now, bits); err != nil {
			return err
		}
		return keepHeard(ctx, tx, left)
	})
	if err != nil {
		c.beats.again(left)
		return fmt.Errorf("collector: write which tills were heard: %w", err)
	}
	return nil
}

// keepHeard writes when tills were heard last.
func keepHeard(ctx context.Context, tx pgx.Tx, at map[int64]time.Time) error {
	if len(at) == 0 {
		return nil
	}
	var tills []int64
	var moments []time.Time
	for till, moment := range at {
		tills, moments = append(tills, till), append(moments, moment)
	}
	_, err := tx.Exec(ctx, `UPDATE cursors c SET heard_at = n.at FROM unnest($1::int[], $2::timestamptz[]) AS n(till_id, at)
		WHERE c.till_id = n.till_id AND coalesce(c.heard_at, '-infinity') < n.at`, tills, moments)
	return err
}

// tidy lets go of rows of processes that ended.
func (c *Collector) tidy(ctx context.Context) error {
	old := c.cfg.Now().Add(-beatsForget)
	return c.db.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE cursors c SET heard_at = h.heard_at FROM heard h
			WHERE h.till_id = c.till_id AND coalesce(c.heard_at, '-infinity') < h.heard_at AND EXISTS (SELECT FROM beats WHERE at < $1)`, old); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM beats WHERE at < $1", old)
		return err
	})
}

// keepBeating writes until ctx ends, and once more then.
func (c *Collector) keepBeating(ctx context.Context) {
	tick := time.NewTicker(beatsEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := c.beat(ctx); err != nil && ctx.Err() == nil {
				c.log.Warn("it is not written down which tills are there", "err", err)
			}
		case <-ctx.Done():
			if err := c.beat(context.WithoutCancel(ctx)); err != nil {
				c.log.Warn("it is not written down which tills were there", "err", err)
			}
			return
		}
	}
}
