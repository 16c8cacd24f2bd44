package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"sanduq/core/office/server/proof"
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
	alone = float64(len(took)) / all.Seconds()
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
		if err := d.fill(time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC).AddDate(0, 0, 1-s.days), s.days, s.each, 500); err != nil {
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
	caughtUp = float64(rows) / all.Seconds()
	fmt.Printf("  %d tills catch up %d days: %.0f rows/s, %d rows in %s; wanted 50,000 rows/s\n", len(desks), s.days, float64(rows)/all.Seconds(), rows, all.Round(time.Millisecond))
	fmt.Printf("    %s\n", spent.of(int(rows), "row"))
	fmt.Printf("    write-ahead log: %d bytes a row\n", (ended-began)/max(1, rows))
	return nil
}

// copied writes the same rows into the same tables and indexes by COPY, as fast as
// PostgreSQL takes them: what catching up is held against.
func copied(ctx context.Context, o *place, _ settings) error {
	var all int64
	var took time.Duration
	for _, table := range []string{"receipts", "audit", "sales"} {
		if _, err := o.db.Exec(ctx, fmt.Sprintf("CREATE TABLE copied_%[1]s (LIKE %[1]s INCLUDING ALL) PARTITION BY RANGE (day); CREATE TABLE copied_%[1]s_all PARTITION OF copied_%[1]s DEFAULT", table)); err != nil {
			return err
		}
		if table == "sales" {
			if _, err := o.db.Exec(ctx, "CREATE TRIGGER sale_goes_on BEFORE UPDATE ON copied_sales FOR EACH ROW EXECUTE FUNCTION sale_goes_on()"); err != nil {
				return err
			}
		}
		var file string
		if err := o.db.QueryRow(ctx, "SELECT current_setting('data_directory') || '/copied_' || $1", table).Scan(&file); err != nil {
			return err
		}
		if _, err := o.db.Exec(ctx, fmt.Sprintf("COPY (SELECT * FROM %s ORDER BY till_id, day) TO '%s'", table, file)); err != nil {
			return err
		}
		began := time.Now()
		done, err := o.db.Exec(ctx, fmt.Sprintf("COPY copied_%s FROM '%s'", table, file))
		if err != nil {
			return err
		}
		took, all = took+time.Since(began), all+done.RowsAffected()
		if _, err := o.db.Exec(ctx, "DROP TABLE copied_"+table); err != nil {
			return err
		}
	}
	rate := float64(all) / took.Seconds()
	fmt.Printf("  COPY of the same %d rows, one connection: %.0f rows/s, %s", all, rate, took.Round(time.Millisecond))
	if caughtUp > 0 {
		fmt.Printf("; catching up is %.2f of it", caughtUp/rate)
	}
	fmt.Println()
	return nil
}

// inserted writes single sales that singles has brought into the same tables and indexes
// by plain INSERT, each in a transaction of its own over one of many connections.
func inserted(ctx context.Context, o *place, s settings) error {
	const lines = 64
	db, err := pgxpool.New(ctx, o.server.URL("postgres")+" pool_max_conns="+fmt.Sprint(lines))
	if err != nil {
		return err
	}
	defer db.Close()
	for _, table := range []string{"receipts", "audit", "sales"} {
		if _, err := db.Exec(ctx, fmt.Sprintf("CREATE TABLE single_%[1]s (LIKE %[1]s INCLUDING ALL) PARTITION BY RANGE (day); CREATE TABLE single_%[1]s_all PARTITION OF single_%[1]s DEFAULT", table)); err != nil {
			return err
		}
	}
	rows, err := db.Query(ctx, `SELECT s::text, r::text, a::text FROM sales s JOIN receipts r ON r.till_id = s.till_id AND r.epoch = s.epoch AND r.seq = s.receipt_seq
		JOIN audit a ON a.till_id = s.till_id AND a.epoch = s.epoch AND a.sale = r.sale LIMIT 100000`)
	if err != nil {
		return err
	}
	type sale struct{ State, Receipt, Line string }
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[sale])
	if err != nil {
		return err
	}
	var next atomic.Int64
	var working errgroup.Group
	began := time.Now()
	end := began.Add(time.Duration(s.seconds) * time.Second)
	for range lines {
		working.Go(func() error {
			for time.Now().Before(end) {
				n := int(next.Add(1)) - 1
				if n >= len(all) {
					return nil
				}
				var b pgx.Batch
				b.Queue("BEGIN")
				b.Queue("INSERT INTO single_sales SELECT (x.r).* FROM (SELECT $1::sales AS r OFFSET 0) x", all[n].State)
				b.Queue("INSERT INTO single_receipts SELECT (x.r).* FROM (SELECT $1::receipts AS r OFFSET 0) x", all[n].Receipt)
				b.Queue("INSERT INTO single_audit SELECT (x.r).* FROM (SELECT $1::audit AS r OFFSET 0) x", all[n].Line)
				b.Queue("COMMIT")
				if err := db.SendBatch(ctx, &b).Close(); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := working.Wait(); err != nil {
		return err
	}
	took := time.Since(began)
	rate := float64(min(int(next.Load()), len(all))) / took.Seconds()
	fmt.Printf("  plain INSERT of the same sales, each a transaction, %d connections: %.0f sales/s over %s", lines, rate, took.Round(time.Millisecond))
	if alone > 0 {
		fmt.Printf("; one sale a call is %.2f of it", alone/rate)
	}
	fmt.Println()
	return nil
}

// alone is the rate of singles, in sales a second.
var alone float64

// caughtUp is the rate of catchUp, in rows a second.
var caughtUp float64

// verified: how long verify takes for all, for the newest month, and for the newest day,
// and the most memory that it holds.
func verified(ctx context.Context, o *place, _ settings) error {
	var newest time.Time
	if err := o.db.QueryRow(ctx, "SELECT max(day) FROM sales").Scan(&newest); err != nil {
		return err
	}
	for _, of := range []struct {
		name string
		days int
	}{{"all", 0}, {"the newest month", 30}, {"the newest day", 1}} {
		began, most := time.Now(), peak()
		r, err := proof.Report{}, error(nil)
		if of.days == 0 {
			_, r, err = proof.Recount(ctx, o.db, true, time.Now(), nil)
		} else {
			r, err = proof.Verify(ctx, o.db, proof.Scope{Since: newest.AddDate(0, 0, 1-of.days)})
		}
		if err != nil {
			return err
		}
		fmt.Printf("  verify: %s, %d days, %d sales and %d rows of chains in %s, %d MB at most, %d faults %v\n", of.name, r.Days, r.Sales, r.Receipts+r.Audit,
			time.Since(began).Round(time.Millisecond), most()>>20, len(r.Faults), r.Faults)
	}
	return nil
}

// peak returns what says how much the heap has grown at most since, and ends it.
func peak() (most func() uint64) {
	heap := func() uint64 {
		all := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(all)
		return all[0].Value.Uint64()
	}
	runtime.GC()
	before, found, end := heap(), uint64(0), make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				found = max(found, heap())
			case <-end:
				return
			}
		}
	})
	return func() uint64 { close(end); looking.Wait(); return max(found, before) - before }
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
