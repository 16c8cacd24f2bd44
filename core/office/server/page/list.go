package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/table"
)

// order is that of the list. An index begins with it, and others with what a filter
// selects and then the day: so a page reads little more than what it shows.
const order = " ORDER BY x.day DESC, x.created_at DESC, x.till_id DESC, x.epoch DESC, x.number DESC LIMIT "

// newestFirst compares as order does.
func newestFirst(a, b office.Listing) int {
	return cmp.Or(b.Sale.ID.Day().Time(time.UTC).Compare(a.Sale.ID.Day().Time(time.UTC)), b.Sale.CreatedAt.Compare(a.Sale.CreatedAt), cmp.Compare(b.Till, a.Till),
		cmp.Compare(b.Epoch, a.Epoch), cmp.Compare(b.Sale.ID.Number(), a.Sale.ID.Number()))
}

// list returns a page. Sales without a moment of their own, of a clock that showed none,
// are in the totals alone.
func (db asked) list(who Person, q office.Question) (out office.Listed, err error) {
	limit := cmp.Or(q.Limit, 50)
	before, cut := office.ParseID(q.Before)
	if !cut {
		if out.Gone, err = db.gone(q); err != nil {
			return out, err
		}
	}
	var elsewhere []office.Listing
	byBooking := q.Booked && (q.From != "" || q.To != "")
	if byBooking {
		after := &before
		if !cut {
			after = nil
		}
		if elsewhere, err = db.elsewhere(who, q, after, limit+1); err != nil {
			return out, err
		}
	}
	if cut && (q.To == "" || before.Sale.ID.Day() < q.To) {
		q.To = before.Sale.ID.Day()
	}
	within := func(days office.Question, ways []int) *where {
		w := narrow(who, days)
		w.within("x.day", days)
		w.some = ways
		w.one(q)
		w.and("x.created_at IS NOT NULL")
		if byBooking {
			w.and("x.booked IS NULL")
		}
		if cut {
			w.after(before)
		}
		return w
	}
	if w := within(q, nil); len(w.ways) > 0 {
		out.Sales, err = db.searched(who, q, within, limit+1)
	} else {
		out.Sales, err = db.monthly(who, q, within, nil, limit+1)
	}
	if len(elsewhere) > 0 {
		out.Sales = append(out.Sales, elsewhere...)
		slices.SortFunc(out.Sales, newestFirst)
	}
	if out.More = len(out.Sales) > limit; out.More {
		out.Sales = out.Sales[:limit]
	}
	return out, err
}

// gone is the last day of the months of a question's days whose sales retention has let go.
func (db asked) gone(q office.Question) (journal.Day, error) {
	var month *time.Time
	err := db.tx.QueryRow(db.ctx, "SELECT max(month) FROM gone_months WHERE of = 'sales' AND month BETWEEN date_trunc('month', $1::date) AND $2",
		cmp.Or(q.From, "00010101").Time(time.UTC), cmp.Or(q.To, "99991231").Time(time.UTC)).Scan(&month)
	if err != nil || month == nil {
		return "", err
	}
	return journal.DayOf(month.AddDate(0, 1, -1)), nil
}

// after selects what comes after a sale in the order of the list.
func (w *where) after(l office.Listing) {
	w.and("(x.day, x.created_at, x.till_id, x.epoch, x.number) < (%s, %s, %s, %s, %s)",
		l.Sale.ID.Day().Time(time.UTC), l.Sale.CreatedAt, l.Till, l.Epoch, l.Sale.ID.Number())
}

// conditions are all that a question selects by, between the days of another and in
// some of its ways; in all of them for nil.
type conditions func(days office.Question, ways []int) *where

// monthly reads the first sales that are found, in some of the ways of a search where
// there is one. It walks back month by month, so that each step looks into one
// partition.
func (db asked) monthly(who Person, q office.Question, within conditions, ways []int, limit int) ([]office.Listing, error) {
	out := []office.Listing{}
	last, err := db.months(q)
	if err != nil {
		return out, err
	}
	for _, day := range last {
		month := q
		month.To = journal.DayOf(day)
		if first := journal.DayOf(day.AddDate(0, 0, 1-day.Day())); first > q.From {
			month.From = first
		}
		some, err := db.some(who, q, within(month, ways), limit-len(out))
		if err != nil {
			return out, err
		}
		if out = append(out, some...); len(out) == limit {
			break
		}
	}
	return out, nil
}

// months returns, for each month with sales between the question's days, the last day
// of it with any: a step over the totals for each, however many shops there are.
func (db asked) months(q office.Question) ([]time.Time, error) {
	rows, err := db.tx.Query(db.ctx, `WITH RECURSIVE months(day) AS (
			SELECT max(x.day) FROM totals x WHERE x.day BETWEEN $1 AND $2
			UNION ALL
			SELECT (SELECT max(x.day) FROM totals x WHERE x.day >= $1 AND x.day < date_trunc('month', m.day)::date) FROM months m WHERE m.day IS NOT NULL
		) SELECT day FROM months WHERE day IS NOT NULL`, cmp.Or(q.From, "00010101").Time(time.UTC), cmp.Or(q.To, "99991231").Time(time.UTC))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[time.Time])
}

// some reads the first of a month's sales. For somebody who sees some shops, and asks
// for all of those, each shop's first are read: its sales are in order, those of
// several are not. So are the first of each way: how many it finds is known of one, and
// not of several together.
func (db asked) some(who Person, q office.Question, w *where, limit int) ([]office.Listing, error) {
	mine := !who.All && q.Shop == 0 && !single(q)
	if mine {
		w.and("x.shop_id = mine.shop")
	}
	var ways []string
	for _, one := range w.each() {
		ways = append(ways, one.first(limit))
	}
	from := "(" + strings.Join(ways, " UNION ") + ") x"
	if mine {
		from = "unnest($1::int[]) AS mine(shop) CROSS JOIN LATERAL " + from
	}
	return db.listings("SELECT "+columns+" FROM "+from+order, limit, w.values)
}

// listings are the first that a statement finds.
func (db asked) listings(statement string, limit int, values []any) ([]office.Listing, error) {
	rows, err := db.tx.Query(db.ctx, statement+strconv.Itoa(limit), values...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (office.Listing, error) { return listing(row) })
}

// few is how many sales of a month are sorted to find the first of them. It takes about
// as long as it takes to find those by going through the month, if there are more. A
// variable for tests.
var few = 5_000

// first selects the first sales that a way finds. How many have a beginning is guessed
// badly, and a wrong guess goes through all of a month: so they are counted, up to few,
// and only where there are more is the month gone through.
func (w way) first(limit int) string {
	newest := order + strconv.Itoa(limit)
	if !w.begins {
		return ordered(w.condition, newest)
	}
	return fmt.Sprintf(`(WITH found AS MATERIALIZED (SELECT x.* FROM listed x WHERE %[1]s LIMIT %[2]d + 1)
		(SELECT x.* FROM found x WHERE (SELECT count(*) FROM found) <= %[2]d%[3]s)
		UNION ALL %[4]s)`, w.condition, few, newest, ordered(fmt.Sprintf("(SELECT count(*) FROM found) > %d AND %s", few, w.condition), newest))
}

// ordered selects the first sales of a condition in order, for FROM: those of each part of
// listed, since PostgreSQL sorts all of what a view has parted. The first of both are among
// them.
func ordered(condition, first string) string {
	return fmt.Sprintf("((SELECT x.* FROM sales x WHERE NOT x.open AND %[1]s%[2]s) UNION ALL (SELECT x.* FROM sales x WHERE x.open AND %[1]s%[2]s))", condition, first)
}

// columns are those of a listing.
var columns = "x.till_id, x.epoch, x.day, x.number, " + strings.Join(table.Columns[office.Sale]("x."), ", ")

// listing reads those columns, and more before them.
func listing(row pgx.CollectableRow, more ...any) (l office.Listing, err error) {
	var day time.Time
	var number int
	if err := row.Scan(append(append(more, &l.Till, &l.Epoch, &day, &number), table.Into(&l.Sale)...)...); err != nil {
		return l, err
	}
	l.Sale.ID = journal.NewSaleID(journal.DayOf(day), number)
	return l, nil
}
