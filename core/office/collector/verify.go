package collector

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office"
	"sanduq/core/till"
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
	err = pgx.BeginTxFunc(ctx, c.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return verify(ctx, tx, &r)
	})
	if err != nil {
		return r, fmt.Errorf("collector: verify: %w", err)
	}
	return r, nil
}

func verify(ctx context.Context, tx pgx.Tx, r *Report) error {
	for _, check := range []func(context.Context, pgx.Tx, *Report) error{verifyReceipts, verifyAudit, verifyZs, verifyCash, verifyOwed, verifyTotals,
		verifyPaid, verifyDebts} {
		if err := check(ctx, tx, r); err != nil {
			return err
		}
	}
	return nil
}

// historyKey is one epoch of a till.
type historyKey struct {
	till  int64
	epoch int
}

// ends reads where the chains of a kind are said to end.
func ends(ctx context.Context, tx pgx.Tx, place int) (map[historyKey]office.End, error) {
	rows, err := tx.Query(ctx, "SELECT till_id, epoch, seq, link FROM chains WHERE chain = $1", place)
	if err != nil {
		return nil, err
	}
	out := map[historyKey]office.End{}
	var k historyKey
	var e office.End
	var link []byte
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &e.Seq, &link}, func() error {
		e.Link = office.Link(link)
		out[k] = e
		return nil
	})
	return out, err
}

// chainCheck follows chains row by row.
type chainCheck struct {
	at  map[historyKey]office.End
	bad map[historyKey]bool
}

func (c *chainCheck) step(r *Report, chain office.Chain, k historyKey, follow func(office.End) (office.End, error)) {
	if c.bad[k] {
		return
	}
	e, err := follow(c.at[k])
	if err != nil {
		c.bad[k] = true
		r.fault("%s of till %d, epoch %d: %v", chain, k.till, k.epoch, err)
		return
	}
	c.at[k] = e
}

func (c *chainCheck) finish(r *Report, chain office.Chain, want map[historyKey]office.End) {
	for k, e := range want {
		if c.at[k] != e && !c.bad[k] {
			r.fault("%s of till %d, epoch %d: the rows end at %d, and the chain at %d or in another link", chain, k.till, k.epoch, c.at[k].Seq, e.Seq)
		}
		delete(c.at, k)
	}
	for k, e := range c.at {
		r.fault("%s of till %d, epoch %d: %d rows of no chain", chain, k.till, k.epoch, e.Seq)
	}
}

func utc(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}

func verifyReceipts(ctx context.Context, tx pgx.Tx, r *Report) error {
	want, err := ends(ctx, tx, 1)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT till_id, epoch, seq, left_out, late, settled_at, minor, sale, currency, route, order_id, payment_id, transaction_id,
		reference, payer, institution, shop, place, till, cashier FROM receipts ORDER BY till_id, epoch, seq`)
	if err != nil {
		return err
	}
	check := chainCheck{map[historyKey]office.End{}, map[historyKey]bool{}}
	var k historyKey
	var x office.Receipt
	var settled *time.Time
	var payer string
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &x.Seq, &x.LeftOut, &x.Late, &settled, &x.Minor, &x.SaleID, &x.Currency, &x.Route, &x.OrderID, &x.PaymentID,
		&x.TransactionID, &x.Reference, &payer, &x.Institution, &x.Shop, &x.Place, &x.Till, &x.Cashier}, func() error {
		r.Receipts++
		one := x
		one.SettledAt = utc(settled)
		if err := one.Payer.UnmarshalText([]byte(payer)); err != nil {
			r.fault("receipt %d of till %d: %v", x.Seq, k.till, err)
		}
		check.step(r, office.ChainReceipts, k, func(e office.End) (office.End, error) { return e.Follow(one) })
		return nil
	})
	check.finish(r, office.ChainReceipts, want)
	return err
}

func verifyAudit(ctx context.Context, tx pgx.Tx, r *Report) error {
	want, err := ends(ctx, tx, 2)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, "SELECT till_id, epoch, seq, at, by_whom, action, sale, detail FROM audit ORDER BY till_id, epoch, seq")
	if err != nil {
		return err
	}
	check := chainCheck{map[historyKey]office.End{}, map[historyKey]bool{}}
	var k historyKey
	var x office.AuditRow
	var at *time.Time
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &x.Seq, &at, &x.By, &x.Action, &x.SaleID, &x.Detail}, func() error {
		r.Audit++
		one := x
		one.At = utc(at)
		check.step(r, office.ChainAudit, k, func(e office.End) (office.End, error) { return e.FollowAudit(one) })
		return nil
	})
	check.finish(r, office.ChainAudit, want)
	return err
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
		FULL JOIN (SELECT day, shop_id, practice, status, route, currency, count(*) AS sales, sum(minor)::bigint AS minor
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
		WHERE s.status = $1 AND x.seq IS NULL LIMIT 100`, string(till.StatusPaid))
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
