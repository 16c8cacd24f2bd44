package page

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
)

// silentAfter is how long a till may say nothing before it is called silent: tills
// speak twice a minute.
const silentAfter = 3 * time.Minute

// overview is what the page shows.
type overview struct {
	Who      Person
	Now      time.Time
	Day      time.Time
	All      []shopDay // of several shops together, by currency
	Shops    []shopDay
	Alarms   []alarm
	Silent   []silentTill
	Unknown  []sum
	Owed     []sum
	MayOwe   []sum // of which nobody knows yet whether it is owed
	Newest   []row
	Late     []row // of other days, with money that is booked today
	Tills    int
	Language string
}

// shopDay is what was taken on a shop's day, and on the same day a week before: all of it, and
// as far as this day has come. Taken is what came through banks, and in cash, less what was
// given back, as at a till; that may be below nothing.
type shopDay struct {
	ID                 int64
	Day, Began         time.Time // its own today, and when that began
	Shop, Currency     string
	Practice           bool
	Sales, SalesBefore int64
	Taken, TakenBefore wide
	Bank, Cash, Back   wide // the parts of Taken: Back is what was given back, below nothing

	SalesSoFar int64 `db:"-"`
	TakenSoFar wide  `db:"-"`
}

// HasCash and HasBack report whether there is something of these parts.
func (d shopDay) HasCash() bool { return d.Cash.Sign() != 0 }
func (d shopDay) HasBack() bool { return d.Back.Sign() != 0 }

type silentTill struct {
	Shop, Till string
	Since      *time.Time // nil: never heard
	Practice   bool
}

// alarm is what the office noticed about a till, and nobody has taken note of.
type alarm struct {
	ID               int64
	Shop, Till, Kind string
	Practice         bool
	At               *time.Time
	Times            int
}

type sum struct {
	Currency string
	Practice bool
	Sales    int64
	Minor    wide
}

type row struct {
	Shop, Till, Status, Route, Currency string
	Practice                            bool
	Number                              int
	Minor                               int64
	At                                  *time.Time
	Day                                 time.Time // its own
}

// wide is a sum of any size.
type wide struct{ big.Int }

// Scan implements sql.Scanner.
func (w *wide) Scan(from any) error {
	text, ok := from.(string)
	if !ok {
		return fmt.Errorf("page: a sum that is a %T", from)
	}
	if _, ok := w.SetString(text, 10); !ok {
		return errors.New("page: a sum that is no whole number")
	}
	return nil
}

// amount is an amount, or a sum of any size, with its currency.
func amount(minor any, currency string) string {
	switch n := minor.(type) {
	case wide:
		if n.IsInt64() {
			return money.Amount{Minor: n.Int64(), Currency: currency}.String()
		}
		text, digits := (&n.Int).String(), 0 // more than anybody's money, and of more digits than that has
		if known, err := money.FractionDigits(currency); err == nil {
			digits = known
		}
		if digits > 0 {
			text = text[:len(text)-digits] + "." + text[len(text)-digits:]
		}
		return text + " " + currency
	case int64:
		return money.Amount{Minor: n, Currency: currency}.String()
	}
	return currency
}

// look reads the overview for one person, of one moment; what was taken a week ago of
// another.
func (p *Page) look(ctx context.Context, who Person) (o overview, err error) {
	now := p.cfg.Now().In(p.cfg.Zone)
	if o, err = overviewOf(ctx, p.cfg.DB, who, now, begin(now, 0)); err != nil {
		return o, err
	}
	if err := p.curves.soFar(ctx, p.cfg.DB, now, begin(now, -7), o.Day, o.Shops); err != nil {
		return o, err
	}
	o.All = together(o.Shops)
	return o, nil
}

// overviewOf reads all that is of one moment; began is when the page's day did.
func overviewOf(ctx context.Context, db *pgxpool.Pool, who Person, now, began time.Time) (o overview, err error) {
	y, m, d := began.Date()
	o = overview{Who: who, Now: now, Day: time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
	err = pgx.BeginTxFunc(ctx, db, ofOneMoment, func(tx pgx.Tx) (err error) {
		collect := func(into any, sql string, args ...any) error {
			rows, err := tx.Query(ctx, sql, append([]any{who.All, who.Shops}, args...)...)
			if err != nil {
				return err
			}
			switch into := into.(type) {
			case *[]shopDay:
				*into, err = pgx.CollectRows(rows, pgx.RowToStructByPos[shopDay])
			case *[]alarm:
				*into, err = pgx.CollectRows(rows, pgx.RowToStructByPos[alarm])
			case *[]silentTill:
				*into, err = pgx.CollectRows(rows, pgx.RowToStructByPos[silentTill])
			case *[]sum:
				*into, err = pgx.CollectRows(rows, pgx.RowToStructByPos[sum])
			}
			return err
		}
		if err := collect(&o.Shops, takenSQL, o.Day, now, began, begin(began, 1), begin(began, -7), begin(began, -6)); err != nil {
			return err
		}
		if err := collect(&o.Alarms, `SELECT a.id, s.name, t.name, a.kind, t.practice, a.last_at, a.times FROM alarms a JOIN tills t ON t.id = a.till_id JOIN shops s ON s.id = t.shop_id
			WHERE ($1 OR s.id = ANY($2)) AND (a.seen_at IS NULL OR a.last_at > a.seen_at) ORDER BY t.practice, a.last_at DESC, a.id DESC LIMIT 20`); err != nil {
			return err
		}
		if err := collect(&o.Silent, `SELECT s.name, t.name, c.heard_at, t.practice FROM tills t JOIN shops s ON s.id = t.shop_id JOIN heard c ON c.till_id = t.id
			WHERE ($1 OR s.id = ANY($2)) AND coalesce(c.heard_at, '-infinity') < $3
				AND coalesce((SELECT min(began_at) FROM beats WHERE at > $3), '-infinity') < $3 -- since the office listens they had time to come
				AND EXISTS (SELECT FROM keys k WHERE k.till_id = t.id AND k.revoked_at IS NULL) ORDER BY c.heard_at NULLS LAST, s.name, t.name LIMIT 100`, now.Add(-silentAfter)); err != nil {
			return err
		}
		if err := collect(&o.Unknown, `SELECT currency, practice, count(*), sum(minor) FROM sales
			WHERE ($1 OR shop_id = ANY($2)) AND status = 'unknown' AND status <> 'paid' AND counts GROUP BY 2, 1 ORDER BY 2, 1`); err != nil {
			return err
		}
		const owed = `SELECT d.currency, t.practice, count(*), sum(d.open)
			FROM debts d JOIN tills t ON t.id = d.till_id JOIN cursors c ON c.till_id = d.till_id AND c.epoch = d.epoch
			WHERE ($1 OR t.shop_id = ANY($2)) AND d.open <> 0 AND (d.cause = $3) = $4 GROUP BY 2, 1 ORDER BY 2, 1`
		if err := collect(&o.Owed, owed, string(journal.DebtMaybeTwice), false); err != nil {
			return err
		}
		if err := collect(&o.MayOwe, owed, string(journal.DebtMaybeTwice), true); err != nil {
			return err
		}
		if o.Late, err = (asked{ctx, tx}).late(who, o.Day, now); err != nil {
			return err
		}
		if o.Newest, err = (asked{ctx, tx}).newest(who); err != nil {
			return err
		}
		return tx.QueryRow(ctx, "SELECT count(*) FROM tills WHERE $1 OR shop_id = ANY($2)", who.All, who.Shops).Scan(&o.Tills)
	})
	return o, err
}

// shopDays are the shops, each with its own day of the moment $4, and when that began; those
// of the page are $3 and $5.
const shopDays = `SELECT id, name, zone, coalesce(($4::timestamptz AT TIME ZONE zone)::date, $3::date) AS day,
	coalesce(($4::timestamptz AT TIME ZONE zone)::date::timestamp AT TIME ZONE zone, $5::timestamptz) AS began FROM shops`

// late are sales of other days whose money is booked on their shop's day of a moment, the
// newest money first.
func (db asked) late(who Person, day, now time.Time) ([]row, error) {
	rows, err := db.tx.Query(db.ctx, `SELECT s.name, t.name, x.status, x.route, x.currency, x.practice, x.number, x.minor, x.settled_at, x.day
		FROM sales x JOIN tills t ON t.id = x.till_id JOIN (`+shopDays+`) s ON s.id = x.shop_id AND x.booked = s.day
		WHERE ($1 OR x.shop_id = ANY($2)) AND x.booked BETWEEN $3::date - 1 AND $3::date + 1 AND x.counts
		ORDER BY x.practice, x.settled_at DESC, x.till_id, x.day, x.number LIMIT $6`, who.All, who.Shops, day, now, day, newestShown)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[row])
}

// newestShown is how many sales the page shows.
const newestShown = 12

// newest are the newest sales, live and practice. Those with a wrong clock stand where
// that says.
func (db asked) newest(who Person) (out []row, err error) {
	var all []office.Listing
	practice := map[journal.SaleID]bool{}
	for _, of := range []bool{false, true} {
		got, err := db.list(who, office.Question{Practice: of, Limit: newestShown})
		if err != nil {
			return nil, err
		}
		for _, l := range got.Sales {
			all, practice[l.ID()] = append(all, l), of
		}
	}
	slices.SortFunc(all, func(a, b office.Listing) int { return -strings.Compare(string(a.ID()), string(b.ID())) })
	all = all[:min(len(all), newestShown)]
	var tills []int64
	for _, l := range all {
		tills = append(tills, l.Till)
	}
	rows, err := db.tx.Query(db.ctx, "SELECT t.id, s.name, t.name FROM tills t JOIN shops s ON s.id = t.shop_id WHERE t.id = ANY($1)", tills)
	if err != nil {
		return nil, err
	}
	names := map[int64][2]string{}
	var id int64
	var shop, name string
	if _, err := pgx.ForEachRow(rows, []any{&id, &shop, &name}, func() error { names[id] = [2]string{shop, name}; return nil }); err != nil {
		return nil, err
	}
	for _, l := range all {
		s, at := l.Sale, l.Sale.CreatedAt
		out = append(out, row{names[l.Till][0], names[l.Till][1], string(s.Status), string(s.Route), s.Currency, practice[l.ID()], s.ID.Number(), s.Minor, &at, s.ID.Day().Time(time.UTC)})
	}
	return out, nil
}
