//go:build linux

package reading

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// tracer remembers the slowest statement since it was asked last.
type tracer struct {
	mu      sync.Mutex
	slowest statement
}

type statement struct {
	sql  string
	args []any
	took time.Duration
}

type began struct{}

type begun struct {
	statement
	at time.Time
}

// TraceQueryStart implements pgx.QueryTracer.
func (*tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, began{}, begun{statement{sql: data.SQL, args: data.Args}, time.Now()})
}

// TraceQueryEnd implements pgx.QueryTracer.
func (t *tracer) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	b, ok := ctx.Value(began{}).(begun)
	if !ok || !strings.Contains(b.sql, "SELECT") {
		return
	}
	b.took = time.Since(b.at)
	t.mu.Lock()
	defer t.mu.Unlock()
	if b.took > t.slowest.took {
		t.slowest = b.statement
	}
}

func (t *tracer) taken() statement {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.slowest
	t.slowest = statement{}
	return s
}

// explain is how PostgreSQL works on a statement, as the page begins its own.
func explain(ctx context.Context, db *pgxpool.Pool, s statement) (lines []string, err error) {
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL plan_cache_mode = force_custom_plan"); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) "+s.sql, s.args...)
		if err != nil {
			return err
		}
		lines, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return lines, err
}
