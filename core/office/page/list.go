package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/office"
	"sanduq/core/till"
)

// order is that of the list. An index begins with it, and others with what a filter
// selects and then the day: so a page reads little more than what it shows.
const order = " ORDER BY x.day DESC, x.created_at DESC, x.till_id DESC, x.epoch DESC, x.number DESC LIMIT "

// list walks back month by month, so that each step looks into one partition. Sales
// without a moment of their own, of a clock that showed none, are in the totals alone.
func (db asked) list(who Person, q office.Question) (out office.Listed, err error) {
	limit := cmp.Or(q.Limit, 50)
	out.Sales = []office.Listing{}
	before, cut := office.ParseID(q.Before)
	if cut && (q.To == "" || before.Sale.ID.Day() < q.To) {
		q.To = before.Sale.ID.Day()
	}
	last, err := db.months(q)
	if err != nil {
		return out, err
	}
	for _, day := range last {
		month := q
		month.To = till.DayOf(day)
		if first := till.DayOf(day.AddDate(0, 0, 1-day.Day())); first > q.From {
			month.From = first
		}
		w := narrow(who, month)
		w.one(q)
		w.and("x.created_at IS NOT NULL")
		if cut {
			w.and("(x.day, x.created_at, x.till_id, x.epoch, x.number) < (%s, %s, %s, %s, %s)",
				before.Sale.ID.Day().Time(time.UTC), before.Sale.CreatedAt, before.Till, before.Epoch, before.Sale.ID.Number())
		}
		some, err := db.some(who, q, w, limit+1-len(out.Sales))
		if err != nil {
			return out, err
		}
		if out.Sales = append(out.Sales, some...); len(out.Sales) > limit {
			out.Sales, out.More = out.Sales[:limit], true
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
	rows, err := db.tx.Query(db.ctx, `SELECT x.till_id, x.epoch, x.day, x.number, x.version, x.order_id, x.minor, x.currency, x.created_at, x.updated_at,
			x.status, x.open, x.route, x.cashier, x.reference, x.payer, x.institution, x.payment_id, x.transaction_id, x.receipt_seq, x.settled_at, x.owed_since, x.rare
		FROM `+from+order+strconv.Itoa(limit), w.values...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, listing)
}

// few is how many sales of a month are sorted to find the first of them. It takes about
// as long as it takes to find those by going through the month, if there are more.
const few = 5_000

// first selects the first sales that a way finds. How many have a beginning is guessed
// badly, and a wrong guess goes through all of a month: so they are counted, up to few,
// and only where there are more is the month gone through.
func (w way) first(limit int) string {
	newest := order + strconv.Itoa(limit)
	if !w.begins {
		return "(SELECT x.* FROM sales x WHERE " + w.condition + newest + ")"
	}
	return fmt.Sprintf(`(WITH found AS MATERIALIZED (SELECT x.* FROM sales x WHERE %[1]s LIMIT %[2]d + 1)
		(SELECT x.* FROM found x WHERE (SELECT count(*) FROM found) <= %[2]d%[3]s)
		UNION ALL (SELECT x.* FROM sales x WHERE (SELECT count(*) FROM found) > %[2]d AND %[1]s%[3]s))`, w.condition, few, newest)
}

func listing(row pgx.CollectableRow) (l office.Listing, err error) {
	var day time.Time
	var number int
	var status, route, payer string
	var created, updated, settled, owed *time.Time
	var rare []byte
	s := &l.Sale
	if err := row.Scan(&l.Till, &l.Epoch, &day, &number, &s.Version, &s.OrderID, &s.Minor, &s.Currency, &created, &updated, &status, &s.Open, &route,
		&s.Cashier, &s.Reference, &payer, &s.Institution, &s.PaymentID, &s.TransactionID, &s.ReceiptSeq, &settled, &owed, &rare); err != nil {
		return l, err
	}
	s.ID, s.Status, s.Route, s.Payer = till.NewSaleID(till.DayOf(day), number), till.Status(status), core.Route(route), office.Mask(payer)
	for to, from := range map[*time.Time]*time.Time{&s.CreatedAt: created, &s.UpdatedAt: updated, &s.SettledAt: settled, &s.OwedSince: owed} {
		if from != nil {
			*to = from.UTC()
		}
	}
	if len(rare) > 0 {
		err = json.Unmarshal(rare, &s.Rare)
	}
	return l, err
}

// search looks for what people read from paper or a telephone. Each part of it is
// spelt as an index of its own is (see the migration 00007).
func (w *where) search(q office.Question) {
	text := strings.ToLower(strings.TrimSpace(q.Search))
	if n, found := strings.CutPrefix(text, "#"); found {
		number, err := strconv.Atoi(n)
		if err != nil {
			number = -1
		}
		w.and("x.number = %s", number)
		return
	}
	begins := literally.Replace(text) + "%"
	w.or(true, "lower(x.transaction_id) LIKE %s", begins)
	w.or(true, "lower(left(x.order_id, 18)) LIKE %s AND lower(x.order_id) LIKE %s", literally.Replace(string([]rune(text)[:min(len([]rune(text)), 18)]))+"%", begins)
	w.or(true, "lower(x.reference) LIKE %s", begins)
	if seq, err := strconv.ParseInt(strings.TrimPrefix(text, "t-"), 10, 64); err == nil {
		w.or(false, "(x.receipt_seq <> 0 AND x.receipt_seq = %s)", seq)
	}
	if a, err := money.Parse(text, cmp.Or(q.Currency, "LYD")); err == nil {
		w.or(false, "(x.minor = %s AND x.currency = %s)", a.Minor, a.Currency)
	}
	if len(text) >= 3 {
		w.or(true, "reverse(x.payer) LIKE %s", literally.Replace(backwards(text))+"%")
	}
}

// literally takes what LIKE would understand for itself.
var literally = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

func backwards(text string) string {
	runes := []rune(text)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}
