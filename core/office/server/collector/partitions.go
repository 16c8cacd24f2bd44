package collector

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Tables that are kept by months. A month before firstMonth or from lastMonth on
// is the word of a clock that is wrong: it shares one partition with all such.
var (
	partitioned = []string{"receipts", "audit", "sales", "cash"}
	firstMonth  = time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)
	lastMonth   = time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC)
)

// months remembers which partitions are there.
type months struct {
	mu    sync.Mutex
	there map[time.Time]bool
}

func month(day time.Time) time.Time {
	y, m, _ := day.Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
}

// need makes the partitions of days that have none yet, before a transaction
// writes into them.
func (p *months) need(ctx context.Context, db interface {
	Begin(context.Context) (pgx.Tx, error)
}, days map[time.Time]bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for day := range days {
		m := month(day)
		if p.there[m] || m.Before(firstMonth) || !m.Before(lastMonth) {
			continue
		}
		if err := makeMonth(ctx, db, m); err != nil {
			return err
		}
		if p.there == nil {
			p.there = map[time.Time]bool{}
		}
		p.there[m] = true
	}
	return nil
}

// partitionsLock is held while partitions are made, by whichever collector.
const partitionsLock = 0x5a4d01

func makeMonth(ctx context.Context, db interface {
	Begin(context.Context) (pgx.Tx, error)
}, m time.Time) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", partitionsLock); err != nil {
			return err
		}
		for _, table := range partitioned {
			name := fmt.Sprintf("%s_%s", table, m.Format("200601"))
			var there bool // asked first: the statement below would wait for everyone who reads the table
			if err := tx.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", name).Scan(&there); err != nil {
				return err
			}
			if there {
				continue
			}
			if _, err := tx.Exec(ctx, fmt.Sprintf("CREATE TABLE %s PARTITION OF %s FOR VALUES FROM ('%s') TO ('%s')",
				name, table, m.Format(time.DateOnly), m.AddDate(0, 1, 0).Format(time.DateOnly))); err != nil {
				return err
			}
		}
		return nil
	})
}
