package months

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/schema"
)

// How often a Maintainer looks, and how soon again after a lock that did not come.
const (
	every = time.Hour
	again = time.Minute
)

// gathered is from how many rows of one month on a default partition gives them up to a
// partition of their own: tills that bring years with them need it, and what a clock or
// an attacker has dated anyhow does not come to so many.
const gathered = 10_000

// Config is what a Maintainer is made of.
type Config struct {
	DB *pgxpool.Pool
	// Keep is after how many months a month is dropped; 0 keeps all. Only a role that
	// owns the layout can.
	Keep int
	// Proved is asked before a partition is dropped, in the same transaction, and notes
	// what later proofs begin from; false keeps the partition. It is required where Keep is
	// not 0.
	Proved func(ctx context.Context, tx pgx.Tx, table, partition string) (bool, error)
	Now    func() time.Time // nil is time.Now
	Logger *slog.Logger     // nil is silence
}

// Maintainer makes, drops and reports the partitions of one database.
type Maintainer struct{ cfg Config }

// New returns a Maintainer that does nothing yet.
func New(cfg Config) *Maintainer {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	return &Maintainer{cfg}
}

// Run keeps them until ctx ends.
func (m *Maintainer) Run(ctx context.Context) {
	for ctx.Err() == nil {
		pause := every
		if err := m.Once(ctx); err != nil && ctx.Err() == nil {
			m.cfg.Logger.Warn("partitions are not as they should be", "err", err, "again in", again)
			pause = again
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// one is held by whichever Maintainer does the work.
const one = 0x5a4d02

// Once does all there is to do now. With an error a part of it was done.
func (m *Maintainer) Once(ctx context.Context) error {
	conn, err := m.cfg.DB.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("months: %w", err)
	}
	defer conn.Release()
	var mine bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", one).Scan(&mine); err != nil {
		return fmt.Errorf("months: %w", err)
	}
	if !mine {
		return nil
	}
	defer func() { _, _ = conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", one) }()
	db := conn.Conn()
	return errors.Join(m.ahead(ctx, db), m.adopt(ctx, db), m.report(ctx, db), m.retain(ctx, db))
}

// of is the first day of the month of a moment, so many months later.
func of(at time.Time, later int) time.Time {
	y, m, _ := at.UTC().Date()
	return time.Date(y, m+time.Month(later), 1, 0, 0, 0, 0, time.UTC)
}

// ahead makes the months from the one before the present one on.
func (m *Maintainer) ahead(ctx context.Context, db *pgx.Conn) (err error) {
	for later := -1; later <= schema.Ahead; later++ {
		for _, table := range schema.ByMonths {
			err = errors.Join(err, m.make(ctx, db, table, of(m.cfg.Now(), later)))
		}
	}
	return err
}

// make makes one partition, in a transaction of its own.
func (m *Maintainer) make(ctx context.Context, db *pgx.Conn, table string, month time.Time) error {
	var made bool
	if err := db.QueryRow(ctx, "SELECT keep_month($1, $2)", table, month).Scan(&made); err != nil {
		return fmt.Errorf("months: %s of %s: %w", table, month.Format("2006-01"), err)
	}
	if made {
		m.cfg.Logger.Info("a month has its partition", "table", table, "month", month.Format("2006-01"))
	}
	return nil
}

// adopt gives months of their own to what has gathered.
func (m *Maintainer) adopt(ctx context.Context, db *pgx.Conn) (err error) {
	for _, table := range schema.ByMonths {
		rows, failed := db.Query(ctx, fmt.Sprintf(`SELECT date_trunc('month', day)::date FROM %s_other
			WHERE day >= '2015-01-01' AND day < $1 GROUP BY 1 HAVING count(*) >= $2 ORDER BY 1`, table), of(m.cfg.Now(), 1), gathered)
		if failed != nil {
			return errors.Join(err, failed)
		}
		found, failed := pgx.CollectRows(rows, pgx.RowTo[time.Time])
		err = errors.Join(err, failed)
		for _, month := range found {
			err = errors.Join(err, m.make(ctx, db, table, month))
		}
	}
	return err
}

// report says whose rows are dated as no shop's are: before 2015, or after the months
// that are there. Older rows that are few are nobody's fault.
func (m *Maintainer) report(ctx context.Context, db *pgx.Conn) error {
	_, err := db.Exec(ctx, `INSERT INTO alarms AS a (till_id, epoch, kind, about, detail, first_at, last_at)
		SELECT till_id, max(epoch), $1, '', format('%s rows are dated from %s to %s', count(*), min(day), max(day)), $2, $2 FROM (
			SELECT till_id, epoch, day FROM receipts_other UNION ALL SELECT till_id, epoch, day FROM audit_other
			UNION ALL SELECT till_id, epoch, day FROM sales_other UNION ALL SELECT till_id, epoch, day FROM cash_other) x
		WHERE day < '2015-01-01' OR day >= $3 GROUP BY till_id
		ON CONFLICT (till_id, epoch, kind, about) DO UPDATE SET times = a.times + 1, last_at = excluded.last_at, detail = excluded.detail
		WHERE a.detail <> excluded.detail`, collector.AlarmDates, m.cfg.Now(), of(m.cfg.Now(), schema.Ahead+1))
	if err != nil {
		return fmt.Errorf("months: look at what has no month: %w", err)
	}
	return nil
}

// lockTime is how long a lock may take that everybody would wait behind.
const lockTime = "SET LOCAL lock_timeout = '500ms'"

// retain drops months that nobody must keep. Where pg_partman is told to, that does it.
func (m *Maintainer) retain(ctx context.Context, db *pgx.Conn) (err error) {
	if m.cfg.Keep <= 0 {
		return nil
	}
	before := of(m.cfg.Now(), -m.cfg.Keep)
	for _, table := range schema.ByMonths {
		if partman, failed := m.partman(ctx, db, table); failed != nil || partman {
			err = errors.Join(err, failed)
			continue
		}
		rows, failed := db.Query(ctx, `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
			WHERE i.inhparent = $1::regclass AND c.relname ~ '_[0-9]{6}$' ORDER BY 1`, table)
		if failed != nil {
			return errors.Join(err, failed)
		}
		names, failed := pgx.CollectRows(rows, pgx.RowTo[string])
		err = errors.Join(err, failed)
		for _, name := range names {
			month, failed := time.Parse("200601", name[len(name)-6:])
			if failed != nil || !month.Before(before) {
				continue
			}
			err = errors.Join(err, m.drop(ctx, db, table, name, before))
		}
	}
	return err
}

// partman reports whether pg_partman keeps a table.
func (m *Maintainer) partman(ctx context.Context, db *pgx.Conn, table string) (is bool, err error) {
	var schema *string
	err = db.QueryRow(ctx, "SELECT (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_partman')").Scan(&schema)
	if err != nil || schema == nil {
		return false, err
	}
	err = db.QueryRow(ctx, fmt.Sprintf("SELECT EXISTS (SELECT FROM %s.part_config WHERE parent_table IN ($1, 'public.' || $1))", pgx.Identifier{*schema}.Sanitize()), table).Scan(&is)
	return is, err
}

// stays moves, into the default partition, the sales of a month that goes which something
// later needs: their end is not known, money is owed back, or it is booked in a month that
// is kept.
const stays = "INSERT INTO sales SELECT * FROM %s WHERE open OR owed_since IS NOT NULL OR booked >= $1"

// drop lets a partition go; before is the first day of the months that are kept.
func (m *Maintainer) drop(ctx context.Context, db *pgx.Conn, table, name string, before time.Time) error {
	gone := false
	err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockTime); err != nil {
			return err
		}
		proved, err := m.cfg.Proved(ctx, tx, table, name)
		if err != nil {
			return err
		}
		if gone = proved; !proved {
			m.cfg.Logger.Warn("a month is kept until verify has proved it", "partition", name)
			return nil
		}
		if _, err := tx.Exec(ctx, fmt.Sprintf("ALTER TABLE %s DETACH PARTITION %s", table, pgx.Identifier{name}.Sanitize())); err != nil {
			return err
		}
		if table == "sales" {
			if _, err := tx.Exec(ctx, fmt.Sprintf(stays, pgx.Identifier{name}.Sanitize()), before); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, "DROP TABLE "+pgx.Identifier{name}.Sanitize())
		return err
	})
	if said, ok := errors.AsType[*pgconn.PgError](err); ok && said.Code == "42501" {
		m.cfg.Logger.Warn("a month is kept: only the layout's owner drops one", "partition", name) // an hour later it is the same
		return nil
	}
	if err == nil && gone {
		m.cfg.Logger.Info("a month is dropped", "partition", name)
	}
	return err
}
