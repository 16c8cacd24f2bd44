package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
)

// singles: many tills, each of which sends one sale a call.
func singles(ctx context.Context, o *place, s settings) error {
	desks, err := o.enrol(ctx, s.tills)
	if err != nil {
		return err
	}
	perTill := 40 * s.seconds
	for _, d := range desks {
		if err := d.fill(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), 1, perTill, 1); err != nil {
			return err
		}
	}
	was := o.used()
	took, rows, all, err := o.all(ctx, desks, time.Duration(s.seconds)*time.Second)
	if err != nil {
		return err
	}
	spent := o.used().less(was)
	fmt.Printf("  %d tills, one sale a call: %.0f sales/s (%.0f rows/s), p50 %s, p99 %s, over %s; wanted 7,500 sales/s, p99 200 ms\n", len(desks),
		float64(len(took))/all.Seconds(), float64(rows)/all.Seconds(), at(took, .5).Round(time.Millisecond), at(took, .99).Round(time.Millisecond), all.Round(time.Second))
	fmt.Printf("    %s\n", spent.of(len(took), "sale"))
	return nil
}

// catchUp: tills that were offline.
func catchUp(ctx context.Context, o *place, s settings) error {
	desks, err := o.enrol(ctx, s.backlog)
	if err != nil {
		return err
	}
	for _, d := range desks {
		if err := d.fill(time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC), s.days, 100, 500); err != nil {
			return err
		}
	}
	was := o.used()
	began, err := o.written(ctx)
	if err != nil {
		return err
	}
	_, rows, all, err := o.all(ctx, desks, time.Hour)
	if err != nil {
		return err
	}
	spent := o.used().less(was)
	ended, err := o.written(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("  %d tills catch up %d days: %.0f rows/s, %d rows in %s; wanted 50,000 rows/s\n", len(desks), s.days, float64(rows)/all.Seconds(), rows, all.Round(time.Millisecond))
	fmt.Printf("    %s\n", spent.of(int(rows), "row"))
	fmt.Printf("    write-ahead log: %d bytes a row\n", (ended-began)/max(1, rows))
	return nil
}

// written is how many bytes of write-ahead log there are so far.
func (o *place) written(ctx context.Context) (bytes int64, err error) {
	return bytes, o.db.QueryRow(ctx, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint").Scan(&bytes)
}

// sizes: bytes of a row of each kind, with its indexes.
func sizes(ctx context.Context, o *place, _ settings) error {
	for _, table := range []string{"sales", "receipts", "audit"} {
		var bytes, rows int64
		if err := o.db.QueryRow(ctx, "SELECT sum(pg_total_relation_size(inhrelid))::bigint FROM pg_inherits WHERE inhparent = $1::regclass", table).Scan(&bytes); err != nil {
			return err
		}
		if err := o.db.QueryRow(ctx, "SELECT count(*) FROM "+table).Scan(&rows); err != nil {
			return err
		}
		fmt.Printf("  %s: %d rows, %d bytes each with indexes\n", table, rows, bytes/max(1, rows))
	}
	return nil
}

// statements are those that PostgreSQL spent most on so far, where it was asked to
// keep that.
func statements(ctx context.Context, o *place, _ settings) error {
	if os.Getenv("OFFICE_STATEMENTS") == "" {
		return nil
	}
	if _, err := o.db.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements"); err != nil {
		return err
	}
	rows, err := o.db.Query(ctx, `SELECT format('    %s calls, %s ms planned, %s ms run, %s rows: %s', calls, round(total_plan_time::numeric, 1), round(total_exec_time::numeric, 1), rows,
		left(regexp_replace(query, '\s+', ' ', 'g'), 90)) FROM pg_stat_statements ORDER BY total_plan_time + total_exec_time DESC LIMIT 14`)
	if err != nil {
		return err
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, l := range lines {
		fmt.Println(l)
	}
	return err
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
