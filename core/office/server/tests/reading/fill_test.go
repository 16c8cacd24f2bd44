//go:build linux

package reading

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// chain is so many shops and tills, and what they sold in so many days, the same
// every time.
type chain struct {
	tills, shops, days, perDay int // perDay is of each till
	last                       time.Time
}

// chainOf is a chain with about n sales of a hundred days: a till for every ten
// thousand, five tills in a shop.
func chainOf(n int) chain {
	c := chain{tills: max(10, n/10_000), days: 100, last: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
	c.shops = max(3, c.tills/5)
	c.perDay = max(1, n/c.tills/c.days)
	return c
}

func (c chain) sales() int { return c.tills * c.days * c.perDay }

func (c chain) day(i int) time.Time { return c.last.AddDate(0, 0, 1+i-c.days) }

// fill writes all of it straight into the tables, in the order in which live tills
// send: the collector's way would take an hour for ten million. Every eighth till of
// a hundred is a practice one; one of twenty is silent.
func (c chain) fill(ctx context.Context, db *pgxpool.Pool) error {
	for _, statement := range []string{
		fmt.Sprintf("INSERT INTO shops (name) SELECT 'Shop ' || s FROM generate_series(1, %d) s ORDER BY s", c.shops),
		fmt.Sprintf("INSERT INTO tills (shop_id, name, practice) SELECT 1 + t %% %d, 'Till ' || t, t %% 100 = 8 FROM generate_series(1, %d) t ORDER BY t", c.shops, c.tills),
		"INSERT INTO keys (hash, till_id) SELECT sha256(id::text::bytea), id FROM tills",
		fmt.Sprintf("INSERT INTO cursors (till_id, newest, heard_at) SELECT id, '', timestamptz '%s' - CASE WHEN id %% 20 = 3 THEN interval '3 hours' ELSE interval '20 s' END FROM tills",
			c.now().Format(time.RFC3339)),
	} {
		if _, err := db.Exec(ctx, statement); err != nil {
			return err
		}
	}
	for m := c.day(0).AddDate(0, 0, 1-c.day(0).Day()); !m.After(c.last); m = m.AddDate(0, 1, 0) {
		for _, table := range []string{"receipts", "audit", "sales", "cash"} {
			if _, err := db.Exec(ctx, fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s_%s PARTITION OF %s FOR VALUES FROM ('%s') TO ('%s')", table, m.Format("200601"), table,
				m.Format(time.DateOnly), m.AddDate(0, 1, 0).Format(time.DateOnly))); err != nil {
				return err
			}
		}
	}
	if err := c.fillDays(ctx, db); err != nil {
		return err
	}
	for _, statement := range []string{
		`INSERT INTO totals SELECT day, shop_id, practice, status, route, currency, count(*), sum(minor) FROM sales WHERE counts GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2`,
		`INSERT INTO debts (till_id, epoch, debt, cause, sale, with_sale, since, currency, owed)
			SELECT till_id, epoch, row_number() OVER (PARTITION BY till_id), 'bothLegs', '', '', owed_since, currency, minor FROM sales WHERE owed_since IS NOT NULL`,
		"VACUUM (FREEZE, ANALYZE)", "CHECKPOINT", // what is left of the filling is not part of reading
	} {
		if _, err := db.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// now is the moment at which all is asked.
func (c chain) now() time.Time { return c.last.Add(21 * time.Hour) }

func (c chain) fillDays(ctx context.Context, db *pgxpool.Pool) error {
	days := make(chan int)
	var mu sync.Mutex
	var first error
	var wg sync.WaitGroup
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range 2 {
		wg.Go(func() {
			for i := range days {
				if err := c.fillDay(ctx, db, i); err != nil {
					mu.Lock()
					if first == nil {
						first = err
					}
					mu.Unlock()
					cancel()
				}
			}
		})
	}
	for i := range c.days {
		days <- i
	}
	close(days)
	wg.Wait()
	return first
}

// papered are the newest days, of which receipts and the audit are there too: no page
// is made of them.
const papered = 10

// fillDay is one day of all tills: what each sold, and of the newest days its receipts
// and a line of the audit for each sale. What a sale is like follows from a hash of its
// number.
func (c chain) fillDay(ctx context.Context, db *pgxpool.Pool, i int) error {
	day := c.day(i).Format(time.DateOnly)
	_, err := db.Exec(ctx, fmt.Sprintf(`INSERT INTO sales (day, till_id, number, epoch, version, shop_id, practice, counts, open, created_at, updated_at, settled_at, owed_since,
			minor, receipt_seq, status, route, currency, cashier, order_id, payment_id, transaction_id, reference, payer, institution)
		SELECT date '%[1]s', till, number, 1, 6, shop, practice, true, status = 'unknown', created, created + interval '20 s',
			CASE WHEN status = 'paid' THEN created + interval '18 s' END, CASE WHEN h %% 10007 = 5 AND status = 'paid' THEN created + interval '1 min' END,
			250 * (1 + (h >> 16) %% 400), CASE WHEN status = 'paid' THEN %[2]d + number ELSE 0 END, status, CASE WHEN status = 'cash' THEN 'cash' ELSE route END, 'LYD',
			CASE WHEN h %% 53 = 0 THEN '' ELSE 'Cashier ' || till * 3 + h %% 3 END,
			'TILL-%[3]s-' || lpad(number::text, 3, '0') || '-' || left(md5(h::text), 8), 'pay_' || left(md5(h::text || 'p'), 16),
			CASE WHEN status = 'paid' THEN 'TXN' || upper(left(md5(h::text || 't'), 12)) ELSE '' END, CASE WHEN h %% 11 = 0 THEN 'Table ' || h %% 997 ELSE '' END,
			CASE WHEN route = 'qr' THEN '' ELSE '•••• ' || lpad(((h >> 24) %% 10000)::text, 4, '0') END, CASE WHEN route = 'qr' THEN '' ELSE 'First Practice Bank' END
		FROM (SELECT t.id AS till, t.shop_id AS shop, t.practice, number, h, timestamptz '%[1]s 08:00Z' + number * interval '12 h' / %[4]d + t.id * interval '1 ms' AS created,
				CASE WHEN h %% 10000 < 400 THEN 'failed' WHEN h %% 10000 < 420 THEN 'expired' WHEN h %% 10000 = 421 THEN 'unknown' WHEN h %% 10000 < 424 THEN 'setAside'
					WHEN h %% 10000 < 1000 THEN 'cash' ELSE 'paid' END AS status,
				CASE WHEN (h >> 8) %% 100 < 55 THEN 'qr' WHEN (h >> 8) %% 100 < 99 THEN 'account' ELSE 'wallet' END AS route
			FROM tills t CROSS JOIN generate_series(1, %[4]d) number
			CROSS JOIN LATERAL (SELECT hashint8extended((%[5]d::bigint * %[6]d + t.id) * %[4]d + number, 0) & 9223372036854775807 AS h) x) y
		ORDER BY number, till`, day, i*c.perDay, c.day(i).Format("060102"), c.perDay, i, c.tills))
	if err != nil {
		return fmt.Errorf("sales of %s: %w", day, err)
	}
	if i < c.days-papered {
		return nil
	}
	_, err = db.Exec(ctx, fmt.Sprintf(`INSERT INTO receipts SELECT day, till_id, epoch, receipt_seq, false, to_char(day, 'YYYYMMDD-') || lpad(number::text, 6, '0'), settled_at, minor, currency, route,
			false, order_id, payment_id, transaction_id, reference, payer, institution, 'Al Noor Market', 'Harbour', 'Till 2', cashier
		FROM sales WHERE day = date '%s' AND status = 'paid' ORDER BY created_at, till_id`, day))
	if err != nil {
		return fmt.Errorf("receipts of %s: %w", day, err)
	}
	_, err = db.Exec(ctx, fmt.Sprintf(`INSERT INTO audit SELECT day, till_id, epoch, %d + number, updated_at, cashier, 'settled', to_char(day, 'YYYYMMDD-') || lpad(number::text, 6, '0'), ''
		FROM sales WHERE day = date '%s' ORDER BY created_at, till_id`, i*c.perDay, day))
	if err != nil {
		return fmt.Errorf("lines of %s: %w", day, err)
	}
	return nil
}
