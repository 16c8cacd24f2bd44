package collector

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
)

// Report is what Verify has found.
type Report struct {
	Receipts, Audit, Sales int64
	Zs, Cash, Owed         int64
	Faults                 []string // in words; none is what it should be
}

const maxFaults = 100

func (r *Report) fault(format string, args ...any) {
	if len(r.Faults) < maxFaults {
		r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
	}
}

// Verify recounts what the database says of itself: every chain from its rows,
// every total from the sales, every debt from its lines, and that each paid sale has
// its receipt, of the same order and amount. It reads everything, of one moment, and locks nobody out.
func (c *Collector) Verify(ctx context.Context) (r Report, err error) {
	err = pgx.BeginTxFunc(ctx, c.db.current(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return verify(ctx, tx, &r)
	})
	if err != nil {
		return r, fmt.Errorf("collector: verify: %w", err)
	}
	return r, nil
}

func verify(ctx context.Context, tx pgx.Tx, r *Report) error {
	for _, check := range []func(context.Context, pgx.Tx, *Report) error{verifyChains, verifyTotals, verifyPaid, verifyDebts} {
		if err := check(ctx, tx, r); err != nil {
			return err
		}
	}
	return nil
}

// verifyTotals compares the totals with the sales, and finds orders that count
// more than once.
func verifyTotals(ctx context.Context, tx pgx.Tx, r *Report) error {
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM sales").Scan(&r.Sales); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT format('total of %s, shop %s, %s, %s: %s sales of %s, counted %s of %s', day, shop_id, status, currency,
			t.sales, t.minor, n.sales, n.minor)
		FROM (SELECT * FROM totals WHERE sales <> 0 OR minor <> 0) t
		FULL JOIN (SELECT day, shop_id, practice, status, route, currency, count(*) AS sales, sum(minor) AS minor
			FROM sales WHERE counts GROUP BY 1, 2, 3, 4, 5, 6) n USING (day, shop_id, practice, status, route, currency)
		WHERE (t.sales, t.minor) IS DISTINCT FROM (n.sales, n.minor)
		UNION ALL
		SELECT format('order %s of till %s counts %s times', order_id, till_id, count(*)) FROM sales WHERE counts
		GROUP BY day, till_id, number, order_id HAVING count(*) > 1 LIMIT 100`)
	if err != nil {
		return err
	}
	return faults(rows, r)
}

// verifyPaid compares paid sales with their receipts, once those have come.
func verifyPaid(ctx context.Context, tx pgx.Tx, r *Report) error {
	rows, err := tx.Query(ctx, `SELECT format('sale %s #%s of till %s, epoch %s: paid, and its receipt %s is missing or of something else', s.day, s.number, s.till_id,
			s.epoch, s.receipt_seq)
		FROM sales s
		JOIN chains h ON h.till_id = s.till_id AND h.epoch = s.epoch AND h.chain = 1 AND h.seq >= s.receipt_seq
		LEFT JOIN receipts x ON x.till_id = s.till_id AND x.epoch = s.epoch AND x.seq = s.receipt_seq
			AND x.order_id = s.order_id AND x.minor = s.minor AND x.currency = s.currency
		WHERE s.status = $1 AND x.seq IS NULL LIMIT 100`, string(journal.StatusPaid))
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
	rows, err := tx.Query(ctx, `SELECT format('debt %s of till %s, epoch %s: %s owed, %s returned, %s kept; by its lines %s, %s, %s', debt, till_id, epoch, d.owed, d.returned, d.kept,
			n.owed, n.returned, n.kept)
		FROM debts d
		FULL JOIN (SELECT till_id, epoch, debt, coalesce(sum(owed), 0) AS owed, coalesce(sum(minor) FILTER (WHERE kind = 'returned'), 0) AS returned,
				coalesce(sum(minor) FILTER (WHERE kind = 'kept'), 0) AS kept FROM owed GROUP BY 1, 2, 3) n USING (till_id, epoch, debt)
		WHERE (d.owed, d.returned, d.kept) IS DISTINCT FROM (n.owed, n.returned, n.kept) OR d.open < 0 LIMIT 100`)
	if err != nil {
		return err
	}
	return faults(rows, r)
}
