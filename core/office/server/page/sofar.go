package page

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// What was taken at a shop a week ago by this time of its day, counted from the sales once in a
// while: a day that is over hardly changes. Totals know no hours.
const (
	curveFresh = 30 * time.Minute // money that comes late is booked on the day on which it comes
	curveTime  = 20 * time.Second
)

// curveOf is one line of the page.
type curveOf struct {
	shop     int64
	practice bool
	currency string
}

// step is what was taken by the end of a minute of the day.
type step struct {
	minute int
	sales  int64
	minor  wide
}

// curves are those of all shops, of the day a week before each shop's own.
type curves struct {
	mu   sync.Mutex // guards the rest; held while the database is asked
	at   time.Time
	days map[int64]time.Time
	all  map[curveOf][]step
}

// curveSQL counts by shop and minute; $1 is the moment, $2 the page's day, $3 the beginning
// of the day a week before it, for shops without a zone of their own, and $4 the end of that.
const curveSQL = `
WITH s AS (SELECT id, zone, day, coalesce((day - 7)::timestamp AT TIME ZONE zone, $3::timestamptz) AS began
	FROM (SELECT id, zone, coalesce(($1::timestamptz AT TIME ZONE zone)::date, $2::date) AS day FROM shops) x),
x AS (SELECT s.id, s.day, s.began, l.* FROM s CROSS JOIN LATERAL (
		SELECT practice, currency, coalesce(settled_at, created_at) AS at, 1 AS sales, minor FROM listed
			WHERE shop_id = s.id AND day = s.day - 7 AND day BETWEEN $2::date - 8 AND $2::date - 6 AND booked IS NULL AND status IN ('paid', 'cash') AND counts
		UNION ALL SELECT practice, currency, coalesce(settled_at, created_at), 1, minor FROM sales
			WHERE shop_id = s.id AND booked = s.day - 7 AND booked BETWEEN $2::date - 8 AND $2::date - 6 AND status IN ('paid', 'cash') AND counts) l
	UNION ALL SELECT s.id, s.day, s.began, b.practice, b.currency, b.at, 0, -b.minor
		FROM s JOIN (` + takenBack + ` AND o.at BETWEEN $3::timestamptz - interval '2 days' AND $4::timestamptz + interval '2 days') b ON b.shop_id = s.id
		WHERE coalesce(b.booked = s.day - 7, CASE WHEN s.zone IS NULL THEN b.at >= $3 AND b.at < $4 ELSE (b.at AT TIME ZONE s.zone)::date = s.day - 7 END))
SELECT id, day, practice, currency, floor(extract(epoch FROM coalesce(at, began) - began) / 60)::int, sum(sales), sum(minor) FROM x
GROUP BY 1, 2, 3, 4, 5 ORDER BY 5`

// soFar fills in, for shops with their days, what was taken a week ago as far into the day
// as they are now.
func (c *curves) soFar(ctx context.Context, db *pgxpool.Pool, now, began time.Time, day time.Time, shops []shopDay) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	other := slices.ContainsFunc(shops, func(s shopDay) bool {
		return (s.SalesBefore != 0 || s.TakenBefore.Sign() != 0) && !c.days[s.ID].Equal(s.Day)
	})
	if age := now.Sub(c.at); other && age > time.Minute || age < 0 || age > curveFresh {
		if err := c.count(ctx, db, now, began, day); err != nil {
			return err
		}
	}
	for i := range shops {
		s := &shops[i]
		all := c.all[curveOf{s.ID, s.Practice, s.Currency}]
		minute := int(now.Sub(s.Began) / time.Minute)
		n, _ := slices.BinarySearchFunc(all, minute, func(x step, minute int) int { return cmp.Compare(x.minute, minute) })
		if n > 0 {
			s.SalesSoFar, s.TakenSoFar = all[n-1].sales, all[n-1].minor
		}
	}
	return nil
}

func (c *curves) count(ctx context.Context, db *pgxpool.Pool, now, began, day time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, curveTime)
	defer cancel()
	days, all := map[int64]time.Time{}, map[curveOf][]step{}
	err := pgx.BeginTxFunc(ctx, db, ofOneMoment, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, curveSQL, now, day, began, begin(began, 1))
		if err != nil {
			return err
		}
		var of curveOf
		var its time.Time
		var minute int
		var sales int64
		var minor wide
		_, err = pgx.ForEachRow(rows, []any{&of.shop, &its, &of.practice, &of.currency, &minute, &sales, &minor}, func() error {
			next := step{minute: minute, sales: sales}
			if n := len(all[of]); n > 0 {
				next.sales += all[of][n-1].sales
				next.minor.Add(&all[of][n-1].minor.Int, &minor.Int)
			} else {
				next.minor.Set(&minor.Int)
			}
			all[of], days[of.shop] = append(all[of], next), its
			return nil
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("page: what was taken a week ago: %w", err)
	}
	c.at, c.days, c.all = now, days, all
	return nil
}

// together are the sums of several shops, by currency, live and practice apart; none of a
// currency that one shop alone has.
func together(shops []shopDay) (out []shopDay) {
	type key struct {
		practice bool
		currency string
	}
	at, n := map[key]int{}, map[key]int{}
	for _, s := range shops {
		k := key{s.Practice, s.Currency}
		i, is := at[k]
		if n[k]++; !is {
			i = len(out)
			at[k] = i
			out = append(out, shopDay{Currency: s.Currency, Practice: s.Practice})
		}
		t := &out[i]
		t.Sales, t.SalesBefore, t.SalesSoFar = t.Sales+s.Sales, t.SalesBefore+s.SalesBefore, t.SalesSoFar+s.SalesSoFar
		for _, of := range []struct{ to, one *wide }{{&t.Taken, &s.Taken}, {&t.TakenBefore, &s.TakenBefore}, {&t.TakenSoFar, &s.TakenSoFar}, {&t.Bank, &s.Bank},
			{&t.Cash, &s.Cash}, {&t.Back, &s.Back}} {
			of.to.Add(&of.to.Int, &of.one.Int)
		}
	}
	return slices.DeleteFunc(out, func(s shopDay) bool { return n[key{s.Practice, s.Currency}] < 2 })
}
