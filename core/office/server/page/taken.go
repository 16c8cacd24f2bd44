package page

import (
	"time"

	"sanduq/core/journal"
)

// takenSQL is what was taken by shop, currency, live and practice apart, on the shop's day and a
// week before. $6 is when the page's day ends, $7 and $8 are when the one a week before began
// and ended: a line of the ledger whose till has not said on which day it counts is of the
// page's day or of the shop's, where that has a zone.
const takenSQL = `WITH s AS (SELECT * FROM (` + shopDays + `) x WHERE $1 OR id = ANY($2)),
	x AS (SELECT s.id, s.day, s.began, s.name, t.currency, t.practice, t.day = s.day AS today, t.status, t.sales, t.minor
		FROM s JOIN totals t ON t.shop_id = s.id AND t.day IN (s.day, s.day - 7) WHERE t.status IN ('paid', 'cash')
	UNION ALL SELECT * FROM (SELECT s.id, s.day, s.began, s.name, b.currency, b.practice,
			coalesce(b.booked = s.day, CASE WHEN s.zone IS NULL THEN b.at >= $5 AND b.at < $6 ELSE (b.at AT TIME ZONE s.zone)::date = s.day END) AS today, 'back', 0, -b.minor
		FROM s JOIN (` + takenBack + ` AND o.at >= $7::timestamptz - interval '2 days') b ON b.shop_id = s.id
		WHERE coalesce(b.booked IN (s.day, s.day - 7), CASE WHEN s.zone IS NULL THEN b.at >= $5 AND b.at < $6 OR b.at >= $7 AND b.at < $8
			ELSE (b.at AT TIME ZONE s.zone)::date IN (s.day, s.day - 7) END)) b)
SELECT id, day, began, name, currency, practice, coalesce(sum(sales) FILTER (WHERE today), 0)::bigint, coalesce(sum(sales) FILTER (WHERE NOT today), 0)::bigint,
	coalesce(sum(minor) FILTER (WHERE today), 0), coalesce(sum(minor) FILTER (WHERE NOT today), 0), coalesce(sum(minor) FILTER (WHERE today AND status = 'paid'), 0),
	coalesce(sum(minor) FILTER (WHERE today AND status = 'cash'), 0), coalesce(sum(minor) FILTER (WHERE today AND status = 'back'), 0)
FROM x GROUP BY 1, 2, 3, 4, 5, 6 HAVING count(*) FILTER (WHERE sales <> 0 OR minor <> 0) > 0 ORDER BY practice, name, currency`

// takenBack is what was given back of what was taken, of each till's newest epoch, at the shop
// of the sale: a till may have gone to another one. It leaves out what never was a part of what
// was taken: see journal.DebtCause.Apart.
const takenBack = `SELECT coalesce((SELECT x.shop_id FROM sales x WHERE x.till_id = o.till_id AND x.epoch = o.epoch
			AND x.day = CASE WHEN d.sale ~ '^[0-9]{8}-[0-9]{6}$' THEN to_date(left(d.sale, 8), 'YYYYMMDD') END
			AND x.number = CASE WHEN d.sale ~ '^[0-9]{8}-[0-9]{6}$' THEN right(d.sale, 6)::int END), t.shop_id) AS shop_id, t.practice, d.currency, o.at, o.booked, o.minor
	FROM owed o JOIN debts d ON d.till_id = o.till_id AND d.epoch = o.epoch AND d.debt = o.debt
	JOIN cursors c ON c.till_id = o.till_id AND c.epoch = o.epoch JOIN tills t ON t.id = o.till_id
	WHERE o.kind = 'returned' AND d.cause NOT IN ('` + string(journal.DebtBothLegs) + "', '" + string(journal.DebtMaybeTwice) + "')"

// begin is when the day of a moment begins where that is, or one so many days later.
func begin(at time.Time, later int) time.Time {
	y, m, d := at.Date()
	return journal.DayOf(time.Date(y, m, d+later, 0, 0, 0, 0, time.UTC)).Time(at.Location())
}
