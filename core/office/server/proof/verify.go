package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/journal"
)

// Report is what Verify has found.
type Report struct {
	Receipts, Audit, Sales int64
	Zs, Cash, Owed         int64
	Seals, Days            int64
	Gone                   int64    // months of tables that retention has let go
	Unsealed               int64    // days that changed since they were sealed, not long ago
	Faults                 []string // in words; none is what it should be

	proved []provedRow
}

const maxFaults = 100

func (r *Report) fault(format string, args ...any) {
	if len(r.Faults) < maxFaults {
		r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
	}
}

// Scope is what is to be verified.
type Scope struct {
	// Since are the days from which on all is recounted, and chains from where they were
	// proved the last time. The zero time is everything.
	Since time.Time
	// Besides are older days that are looked at too.
	Besides func(day time.Time) bool
	Now     time.Time // by which a till should have sealed what changed; zero is not asked
}

// Verify recounts what the database says of itself. It locks nobody out.
func Verify(ctx context.Context, db *pgxpool.Pool, s Scope) (r Report, err error) {
	each := func(ctx context.Context, read func(pgx.Tx) error) error {
		return pgx.BeginTxFunc(ctx, db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, read)
	}
	if err := verify(ctx, each, s, &r); err != nil {
		return r, fmt.Errorf("proof: verify: %w", err)
	}
	return r, nil
}

// VerifyIn is Verify within a transaction, of what that one sees.
func VerifyIn(ctx context.Context, tx pgx.Tx, s Scope) (r Report, err error) {
	if err := verify(ctx, func(_ context.Context, read func(pgx.Tx) error) error { return read(tx) }, s, &r); err != nil {
		return r, fmt.Errorf("proof: verify: %w", err)
	}
	return r, nil
}

// reads lets something be read of one moment.
type reads func(ctx context.Context, read func(pgx.Tx) error) error

func verify(ctx context.Context, db reads, s Scope, r *Report) error {
	if err := verifyChains(ctx, db, s, r); err != nil {
		return err
	}
	if err := db(ctx, func(tx pgx.Tx) error {
		return errors.Join(verifySigned(ctx, tx, r), verifyGone(ctx, tx, cmp.Or(s.Now, time.Now()), r))
	}); err != nil {
		return err
	}
	days, err := days(ctx, db, s)
	if err != nil {
		return err
	}
	for _, day := range days {
		if err := db(ctx, func(tx pgx.Tx) error {
			for _, check := range []func(context.Context, pgx.Tx, time.Time, Scope, *Report) error{verifyTotals, verifyPaid, verifyReceipts, verifySeals} {
				if err := check(ctx, tx, day, s, r); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
		r.Days++
	}
	return db(ctx, func(tx pgx.Tx) error { return verifyDebts(ctx, tx, r) })
}

// days are those of which there is anything, but for those whose sales were let go: what
// is left of these are the totals, and sales that a later month needs. From day to day of
// the sales it steps by their indexes, and receipts of older days are in a chain that was
// proved: nobody goes through years of rows for one day.
func days(ctx context.Context, db reads, s Scope) ([]time.Time, error) {
	var all []time.Time
	err := db(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `WITH RECURSIVE ended(practice, day) AS (
				SELECT p, (SELECT min(s.day) FROM sales s WHERE NOT s.open AND s.practice = p) FROM (VALUES (false), (true)) v(p)
				UNION ALL SELECT e.practice, (SELECT min(s.day) FROM sales s WHERE NOT s.open AND s.practice = e.practice AND s.day > e.day) FROM ended e WHERE e.day IS NOT NULL)
			SELECT day FROM (SELECT day FROM totals UNION SELECT day FROM seals UNION SELECT day FROM ended WHERE day IS NOT NULL UNION SELECT day FROM sales WHERE open
				UNION SELECT booked FROM sales WHERE booked IS NOT NULL UNION SELECT day FROM receipts WHERE day >= $1 AND NOT left_out) x
			WHERE NOT EXISTS (SELECT FROM gone_months g WHERE g.of = 'sales' AND g.month = date_trunc('month', x.day)::date) ORDER BY 1`, s.Since)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowTo[time.Time])
		return err
	})
	return slices.DeleteFunc(all, func(day time.Time) bool { return day.Before(s.Since) && (s.Besides == nil || !s.Besides(day)) }), err
}

// verifyTotals compares a day's totals with the sales that are booked on it, and finds
// orders that count more than once.
func verifyTotals(ctx context.Context, tx pgx.Tx, day time.Time, _ Scope, r *Report) error {
	rows, err := tx.Query(ctx, `SELECT format('total of %s, shop %s, %s, %s: %s sales of %s, counted %s of %s', day, shop_id, status, currency,
			t.sales, t.minor, n.sales, n.minor)
		FROM (SELECT * FROM totals WHERE day = $1 AND (sales <> 0 OR minor <> 0)) t
		FULL JOIN (SELECT $1::date AS day, shop_id, practice, status, route, currency, count(*) AS sales, sum(minor) AS minor
			FROM (SELECT * FROM sales WHERE day = $1 AND booked IS NULL UNION ALL SELECT * FROM sales WHERE booked = $1) s WHERE counts GROUP BY 2, 3, 4, 5, 6) n USING (day, shop_id, practice, status, route, currency)
		WHERE (t.sales, t.minor) IS DISTINCT FROM (n.sales, n.minor)
		UNION ALL
		SELECT format('order %s of till %s counts %s times', order_id, till_id, count(*)) FROM sales WHERE day = $1 AND counts
		GROUP BY day, till_id, number, order_id HAVING count(*) > 1
		UNION ALL
		SELECT format('sale %s #%s of till %s, epoch %s: it does not count, and no other record of its order does', day, number, till_id, epoch) FROM sales s
		WHERE day = $1 AND NOT counts AND NOT EXISTS (SELECT FROM sales o WHERE o.day = s.day AND o.till_id = s.till_id AND o.number = s.number AND o.epoch <> s.epoch
			AND o.order_id = s.order_id AND o.counts)
		UNION ALL
		SELECT format('sale %s #%s of till %s, epoch %s: of another environment than its till', day, number, till_id, epoch) FROM sales s JOIN tills t ON t.id = s.till_id
		WHERE day = $1 AND s.practice <> t.practice LIMIT 100`, day)
	if err != nil {
		return err
	}
	return faults(rows, r)
}

// verifyPaid compares paid sales with their receipts, once those have come. The ends of chains
// are looked up for each sale by its till: PostgreSQL, which has no statistics of a new month,
// would make them anew of all tills for each sale.
func verifyPaid(ctx context.Context, tx pgx.Tx, day time.Time, _ Scope, r *Report) error {
	rows, err := tx.Query(ctx, `SELECT format('sale %s #%s of till %s, epoch %s: paid, and its receipt %s is missing or of something else', s.day, s.number, s.till_id,
			s.epoch, s.receipt_seq)
		FROM sales s
		CROSS JOIN LATERAL (SELECT FROM chains h WHERE h.till_id = s.till_id AND h.epoch = s.epoch AND h.chain = 1 AND h.seq >= s.receipt_seq OFFSET 0) h
		LEFT JOIN receipts x ON x.till_id = s.till_id AND x.epoch = s.epoch AND x.seq = s.receipt_seq
			AND x.order_id = s.order_id AND x.minor = s.minor AND x.currency = s.currency
		WHERE s.day = $2 AND s.status = $1 AND x.seq IS NULL AND NOT EXISTS (SELECT FROM gone_rows g
			WHERE g.till_id = s.till_id AND g.epoch = s.epoch AND g.chain = 1 AND s.receipt_seq BETWEEN g.first AND g.last) LIMIT 100`, string(journal.StatusPaid), day)
	if err != nil {
		return err
	}
	return faults(rows, r)
}

// verifyReceipts compares a day's receipts with their sales, once those have come: a sale
// may come after its receipt, its end too, and none of an older epoch comes any more.
func verifyReceipts(ctx context.Context, tx pgx.Tx, day time.Time, _ Scope, r *Report) error {
	rows, err := tx.Query(ctx, `SELECT format('receipt %s of till %s, epoch %s: its sale %s is missing, not paid, or of something else', x.seq, x.till_id, x.epoch, x.sale)
		FROM receipts x
		JOIN cursors c ON c.till_id = x.till_id AND c.epoch = x.epoch AND x.sale <= c.newest
		LEFT JOIN sales s ON s.till_id = x.till_id AND s.epoch = x.epoch AND s.day = to_date(left(x.sale, 8), 'YYYYMMDD') AND s.number = split_part(x.sale, '-', 2)::int
			AND s.order_id = x.order_id AND s.minor = x.minor AND s.currency = x.currency AND s.receipt_seq = x.seq
		LEFT JOIN sales o ON o.till_id = x.till_id AND o.epoch = x.epoch AND o.day = to_date(left(x.sale, 8), 'YYYYMMDD') AND o.number = split_part(x.sale, '-', 2)::int AND o.open
		WHERE x.day = $1 AND NOT x.left_out AND s.till_id IS NULL AND o.till_id IS NULL
			AND NOT EXISTS (SELECT FROM gone_months g WHERE g.of = 'sales' AND g.month = date_trunc('month', to_date(left(x.sale, 8), 'YYYYMMDD'))::date) LIMIT 100`, day)
	if err != nil {
		return err
	}
	return faults(rows, r)
}

func faults(rows pgx.Rows, r *Report) error {
	var fault string
	_, err := pgx.ForEachRow(rows, []any{&fault}, func() error {
		r.fault("%s", fault)
		return nil
	})
	return err
}

// verifyDebts adds up what is owed from its lines.
func verifyDebts(ctx context.Context, tx pgx.Tx, r *Report) error {
	rows, err := tx.Query(ctx, `SELECT format('debt %s of till %s, epoch %s: %s, %s %s owed, %s returned, %s kept; by its lines %s, %s %s, %s, %s', debt, till_id, epoch,
			d.cause, d.owed, d.currency, d.returned, d.kept, n.cause, n.owed, n.currency, n.returned, n.kept)
		FROM debts d
		FULL JOIN (SELECT till_id, epoch, debt, max(cause) AS cause, max(currency) AS currency, coalesce(sum(owed), 0) AS owed, coalesce(sum(minor) FILTER (WHERE kind = 'returned'), 0) AS returned,
				coalesce(sum(minor) FILTER (WHERE kind = 'kept'), 0) AS kept FROM owed GROUP BY 1, 2, 3) n USING (till_id, epoch, debt)
		WHERE (d.cause, d.currency, d.owed, d.returned, d.kept) IS DISTINCT FROM (n.cause, n.currency, n.owed, n.returned, n.kept) OR d.open < 0 LIMIT 100`)
	if err != nil {
		return err
	}
	if err := faults(rows, r); err != nil {
		return err
	}
	rows, err = tx.Query(ctx, `SELECT format('owed of till %s, epoch %s: line %s of %s is booked on %s', till_id, epoch, seq, at, booked) FROM owed
		WHERE booked - (at AT TIME ZONE 'UTC')::date NOT BETWEEN -1 AND 1 LIMIT 100`) // no zone is further off
	if err != nil {
		return err
	}
	return faults(rows, r)
}
