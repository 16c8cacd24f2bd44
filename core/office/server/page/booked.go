package page

import (
	"fmt"
	"strings"
	"time"

	"sanduq/core/office"
)

// A sale has a day of its own and, where its money came on another, one on which it is
// booked. The totals are by days of booking; lists are by the sales' own days, and what a
// list comes to is the sum of its rows. A list that a figure opens is by days of booking
// too: Question.Booked. Sales that are booked elsewhere are few, and have an index.

// span is that a column is between a question's days; true where it names none.
func (w *where) span(column string, q office.Question) string {
	var all []string
	if q.From != "" {
		all = append(all, w.spell(column+" >= %s", []any{q.From.Time(time.UTC)}))
	}
	if q.To != "" {
		all = append(all, w.spell(column+" <= %s", []any{q.To.Time(time.UTC)}))
	}
	if len(all) == 0 {
		return "true"
	}
	return strings.Join(all, " AND ")
}

// within adds that.
func (w *where) within(column string, q office.Question) { w.all = append(w.all, w.span(column, q)) }

// sales are those of a question's days, for FROM: two parts, so that each month that is
// not asked for is left out.
func (w *where) sales(q office.Question) string {
	switch {
	case q.From == "" && q.To == "":
		return "listed x"
	case q.Booked:
		return fmt.Sprintf("(SELECT * FROM listed x WHERE x.booked IS NULL AND %s UNION ALL SELECT * FROM sales x WHERE x.booked IS NOT NULL AND %s) x", w.span("x.day", q), w.span("x.booked", q))
	}
	return fmt.Sprintf("(SELECT * FROM listed x WHERE %s) x", w.span("x.day", q))
}

// owned are the totals of the sales' own days, for FROM: what is booked on the days of
// the question, without sales of other days, and with those that are booked elsewhere.
func (w *where) owned(q office.Question) string {
	alike := strings.Join(w.all, " AND ")
	return fmt.Sprintf(`(SELECT x.shop_id, x.practice, x.route, x.status, x.currency, x.sales, x.minor FROM totals x WHERE %[1]s AND %[2]s
		UNION ALL SELECT x.shop_id, x.practice, x.route, x.status, x.currency, -1, -x.minor FROM sales x WHERE %[1]s AND x.counts AND x.booked IS NOT NULL AND %[3]s
		UNION ALL SELECT x.shop_id, x.practice, x.route, x.status, x.currency, 1, x.minor FROM sales x WHERE %[1]s AND x.counts AND x.booked IS NOT NULL AND %[2]s) x`,
		alike, w.span("x.day", q), w.span("x.booked", q))
}

// elsewhere reads the first sales of other days that are booked on a question's.
func (db asked) elsewhere(who Person, q office.Question, before *office.Listing, limit int) ([]office.Listing, error) {
	w := narrow(who, q)
	w.one(q)
	w.within("x.booked", q)
	w.and("x.booked IS NOT NULL AND x.created_at IS NOT NULL")
	if before != nil {
		w.after(*before)
	}
	return db.listings("SELECT "+columns+" FROM sales x WHERE "+w.String()+order, limit, w.values)
}
