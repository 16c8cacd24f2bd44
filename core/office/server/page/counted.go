package page

import (
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

// moment is that whose hour a sale counts towards, as journal.Sale.BookedAt has it, and
// quarter its quarter of an hour, as journal.QuarterOf has it; that of the zero time where
// a clock showed none.
const (
	moment  = "(CASE WHEN x.booked IS NULL THEN x.created_at ELSE x.settled_at END)"
	quarter = "floor(extract(epoch FROM coalesce(" + moment + ", timestamptz '0001-01-01 00:00Z')) / 900)::bigint"
)

// hour selects by an hour of the asker's clock.
func (w *where) hour(h office.ClockHour) {
	var of []string
	var values []any
	for _, s := range h.Clock {
		of = append(of, "("+moment+" >= to_timestamp(%s) AND "+moment+" < to_timestamp(%s) AND mod(("+quarter+" * 900 + %s::bigint) / 3600, 24) = %s::bigint)")
		values = append(values, s.From, s.To, s.Ahead, h.Hour)
	}
	if len(of) == 0 {
		of = []string{"false"}
	}
	w.and("("+strings.Join(of, " OR ")+")", values...)
}

// mostCounted is office.MaxCounted but for tests.
var mostCounted int64 = office.MaxCounted

// figures are counted from the sales where they are few; from the totals, which know
// neither tills nor hours nor cashiers, where they are many, and where retention has let
// sales go. Either way a sale counts on the day on which it is booked. Of a till nobody
// knows what it sold in a month that went: pgx.ErrNoRows.
func (db asked) figures(who Person, q office.Question) (out office.Figures, err error) {
	many, err := db.many(who, q)
	if err != nil {
		return out, err
	}
	last, err := db.gone(q)
	if err != nil {
		return out, err
	}
	gone := last != ""
	if gone && q.Till != 0 {
		return out, pgx.ErrNoRows
	}
	out.Whole, q.Booked = many <= mostCounted && !gone, true
	w := narrow(who, q)
	from, day, by, count, minor := "totals x", "x.day", "0::bigint, ''", "sum(x.sales)", "sum(x.minor)"
	switch {
	case !out.Whole && q.Till == 0:
		w.within("x.day", q)
	case out.Whole:
		by = quarter + ", x.cashier"
		fallthrough
	default:
		w.one(q)
		from, day, count = w.sales(q), "coalesce(x.booked, x.day)", "count(*)"
	}
	rows, err := db.tx.Query(db.ctx, fmt.Sprintf("SELECT %s, x.route, x.status, x.currency, %s, %s::bigint, %s FROM %s WHERE %s GROUP BY 1, 2, 3, 4, 5, 6 HAVING %s <> 0",
		day, by, count, formatSum(minor), from, w, count), w.values...)
	if err != nil {
		return out, err
	}
	out.Figures = []office.Figure{}
	var f office.Figure
	var on time.Time
	var route, status string
	var quarter int64
	_, err = pgx.ForEachRow(rows, []any{&on, &route, &status, &f.Currency, &quarter, &f.Cashier, &f.Sales, &f.Minor, &f.Beyond}, func() error {
		f.Day, f.Quarter, f.Route, f.Status = journal.DayOf(on), journal.Quarter(quarter), core.Route(route), journal.Status(status)
		out.Figures = append(out.Figures, f)
		return nil
	})
	return out, err
}

// many is how many sales are booked on a question's days; of a till, which the totals do
// not know, no more than it takes.
func (db asked) many(who Person, q office.Question) (n int64, err error) {
	w := narrow(who, q)
	q.Booked = true
	sql := "SELECT coalesce(sum(x.sales), 0)::bigint FROM totals x WHERE "
	if q.Till != 0 {
		w.one(q)
		from := w.sales(q)
		sql = fmt.Sprintf("SELECT count(*) FROM (SELECT FROM %s WHERE %s LIMIT %d) few", from, w, mostCounted+1)
		return n, db.tx.QueryRow(db.ctx, sql, w.values...).Scan(&n)
	}
	w.within("x.day", q)
	return n, db.tx.QueryRow(db.ctx, sql+w.String(), w.values...).Scan(&n)
}
