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

// quarter is the quarter of an hour in which a sale was opened, as journal.QuarterOf has
// it; that of the zero time where a clock showed none.
const quarter = "floor(extract(epoch FROM coalesce(x.created_at, timestamptz '0001-01-01 00:00Z')) / 900)::bigint"

// hour selects by an hour of the asker's clock.
func (w *where) hour(h office.ClockHour) {
	var of []string
	var values []any
	for _, s := range h.Clock {
		of = append(of, "(x.created_at >= to_timestamp(%s) AND x.created_at < to_timestamp(%s) AND mod(("+quarter+" * 900 + %s::bigint) / 3600, 24) = %s::bigint)")
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
// neither tills nor hours nor cashiers, where they are many.
func (db asked) figures(who Person, q office.Question) (out office.Figures, err error) {
	many, err := db.many(who, q)
	if err != nil {
		return out, err
	}
	out.Whole = many <= mostCounted
	w := narrow(who, q)
	from, by, count, minor := "sales x", quarter+", x.cashier", "count(*)", "sum(x.minor)"
	switch {
	case !out.Whole && q.Till == 0:
		from, by, count, minor = "totals x", "0::bigint, ''", "sum(x.sales)", "sum(x.minor)"
	case !out.Whole:
		by = "0::bigint, ''"
		fallthrough
	default:
		w.one(q)
	}
	rows, err := db.tx.Query(db.ctx, fmt.Sprintf("SELECT x.day, x.route, x.status, x.currency, %s, %s::bigint, %s FROM %s WHERE %s GROUP BY 1, 2, 3, 4, 5, 6 HAVING %s <> 0",
		by, count, told(minor), from, w, count), w.values...)
	if err != nil {
		return out, err
	}
	out.Figures = []office.Figure{}
	var f office.Figure
	var day time.Time
	var route, status string
	var quarter int64
	_, err = pgx.ForEachRow(rows, []any{&day, &route, &status, &f.Currency, &quarter, &f.Cashier, &f.Sales, &f.Minor, &f.Beyond}, func() error {
		f.Day, f.Quarter, f.Route, f.Status = journal.DayOf(day), journal.Quarter(quarter), core.Route(route), journal.Status(status)
		out.Figures = append(out.Figures, f)
		return nil
	})
	return out, err
}

// many is how many sales a question of days is about; of a till, which the totals do
// not know, no more than it takes.
func (db asked) many(who Person, q office.Question) (n int64, err error) {
	w := narrow(who, q)
	sql := "SELECT coalesce(sum(x.sales), 0)::bigint FROM totals x WHERE "
	if q.Till != 0 {
		w.one(q)
		sql = fmt.Sprintf("SELECT count(*) FROM (SELECT FROM sales x WHERE %s LIMIT %d) few", w, mostCounted+1)
		return n, db.tx.QueryRow(db.ctx, sql, w.values...).Scan(&n)
	}
	return n, db.tx.QueryRow(db.ctx, sql+w.String(), w.values...).Scan(&n)
}
