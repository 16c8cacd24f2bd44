package page

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/office"
	"sanduq/core/till"
)

// asked is the database of one question: all of it is read of one moment.
type asked struct {
	ctx context.Context
	tx  pgx.Tx
}

func (p *Page) read(r *http.Request, do func(asked) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), askTime)
	defer cancel()
	return pgx.BeginTxFunc(ctx, p.cfg.DB, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return do(asked{ctx, tx})
	})
}

// where collects conditions and their values.
type where struct {
	all    []string
	values []any
}

// and adds a condition; each %s of it becomes the place of a value.
func (w *where) and(condition string, values ...any) {
	places := make([]any, len(values))
	for i, v := range values {
		w.values = append(w.values, v)
		places[i] = "$" + strconv.Itoa(len(w.values))
	}
	w.all = append(w.all, fmt.Sprintf(condition, places...))
}

func (w *where) String() string { return strings.Join(w.all, " AND ") }

// narrow selects by what the totals know too: x is either table.
func narrow(who Person, q office.Question) *where {
	w := &where{}
	w.and("(%s OR x.shop_id = ANY(%s))", who.All, who.Shops)
	w.and("x.practice = %s", q.Practice)
	if q.Shop != 0 {
		w.and("x.shop_id = %s", q.Shop)
	}
	if q.Status != "" {
		w.and("x.status = %s", string(q.Status))
	}
	if q.Route != "" {
		w.and("x.route = %s", q.Route)
	}
	if q.From != "" {
		w.and("x.day >= %s", q.From.Time(time.UTC))
	}
	if q.To != "" {
		w.and("x.day <= %s", q.To.Time(time.UTC))
	}
	return w
}

// single reports whether a question selects by what only the sales themselves know.
func single(q office.Question) bool {
	return q.Till != 0 || q.Owed || q.Cashier != "" || q.Amounts != (till.Amounts{}) || q.Search != ""
}

// one narrows further, by what only the sales know.
func (w *where) one(q office.Question) {
	w.and("x.counts")
	if q.Till != 0 {
		w.and("x.till_id = %s", q.Till)
	}
	if q.Owed {
		w.and("x.owed_since IS NOT NULL")
	}
	switch q.Cashier {
	case "":
	case till.Nobody:
		w.and("x.cashier = ''")
	default:
		w.and("x.cashier = %s", q.Cashier)
	}
	if a := q.Amounts; a != (till.Amounts{}) {
		w.and("x.currency = %s", a.Currency)
		if a.Min != 0 {
			w.and("x.minor >= %s", a.Min)
		}
		if a.Max != 0 {
			w.and("x.minor <= %s", a.Max)
		}
	}
	if q.Search != "" {
		w.search(q)
	}
}

// search looks for what people read from paper or a telephone.
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
	parts := []string{"starts_with(lower(x.transaction_id), %s)", "starts_with(lower(x.order_id), %s)", "starts_with(lower(x.reference), %s)"}
	values := []any{text, text, text}
	if seq, err := strconv.ParseInt(strings.TrimPrefix(text, "t-"), 10, 64); err == nil {
		parts, values = append(parts, "x.receipt_seq = %s"), append(values, seq)
	}
	if a, err := money.Parse(text, cmp.Or(q.Currency, "LYD")); err == nil {
		parts, values = append(parts, "(x.minor = %s AND x.currency = %s)"), append(values, a.Minor, a.Currency)
	}
	if len(text) >= 3 {
		parts, values = append(parts, "(x.payer <> '' AND right(x.payer, %s) = %s)"), append(values, len([]rune(text)), text)
	}
	w.and("("+strings.Join(parts, " OR ")+")", values...)
}

// list walks back day by day, as the totals know them, so that each day is one walk
// over the index of the newest. Sales without a moment of their own, of a clock that
// showed none, are in the totals alone.
func (db asked) list(who Person, q office.Question) (out office.Listed, err error) {
	limit := cmp.Or(q.Limit, 50)
	out.Sales = []office.Listing{}
	before, cut := office.ParseID(q.Before)
	days := narrow(who, q)
	if cut {
		days.and("x.day <= %s", before.Sale.ID.Day().Time(time.UTC))
	}
	rows, err := db.tx.Query(db.ctx, "SELECT DISTINCT x.day FROM totals x WHERE "+days.String()+" AND x.sales <> 0 ORDER BY x.day DESC", days.values...)
	if err != nil {
		return out, err
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[time.Time])
	if err != nil {
		return out, err
	}
	for _, day := range all {
		w := narrow(who, q)
		w.one(q)
		// A shop's day is one of its own zone, and ends when the shop says.
		w.and("x.day = %s AND x.created_at >= %s AND x.created_at < %s", day, day.AddDate(0, 0, -1), day.AddDate(0, 0, 3))
		if cut && till.DayOf(day) == before.Sale.ID.Day() {
			w.and("(x.created_at, x.till_id, x.epoch, x.number) < (%s, %s, %s, %s)", before.Sale.CreatedAt, before.Till, before.Epoch, before.Sale.ID.Number())
		}
		some, err := db.some(w, limit+1-len(out.Sales))
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

func (db asked) some(w *where, limit int) ([]office.Listing, error) {
	rows, err := db.tx.Query(db.ctx, `SELECT x.till_id, x.epoch, x.day, x.number, x.version, x.order_id, x.minor, x.currency, x.created_at, x.updated_at,
			x.status, x.open, x.route, x.cashier, x.reference, x.payer, x.institution, x.payment_id, x.transaction_id, x.receipt_seq, x.settled_at, x.owed_since, x.rare
		FROM sales x WHERE `+w.String()+" ORDER BY x.created_at DESC, x.till_id DESC, x.epoch DESC, x.number DESC LIMIT "+strconv.Itoa(limit), w.values...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (l office.Listing, err error) {
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
	})
}

// sum is from the totals where they know enough, else from the sales.
func (db asked) sum(who Person, q office.Question) ([]office.Sum, error) {
	w := narrow(who, q)
	from, count, minor := "totals x", "sum(x.sales)", "sum(x.minor)"
	if single(q) {
		w.one(q)
		from, count = "sales x", "count(*)"
	}
	rows, err := db.tx.Query(db.ctx, fmt.Sprintf("SELECT x.status, x.currency, %s::bigint, %s::bigint FROM %s WHERE %s GROUP BY 1, 2 HAVING %s <> 0 ORDER BY 1, 2",
		count, minor, from, w, count), w.values...)
	if err != nil {
		return nil, err
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s office.Sum, err error) {
		var status string
		err = row.Scan(&status, &s.Currency, &s.Sales, &s.Minor)
		s.Status = till.Status(status)
		return s, err
	})
	if out == nil {
		out = []office.Sum{}
	}
	return out, err
}

func (db asked) receipt(who Person, of, epoch, seq int64) (r office.Receipt, err error) {
	var settled *time.Time
	var sale, route, payer string
	err = db.tx.QueryRow(db.ctx, `SELECT x.seq, x.left_out, x.sale, x.order_id, x.payment_id, x.transaction_id, x.reference, x.minor, x.currency, x.route, x.payer,
			x.institution, x.settled_at, x.shop, x.place, x.till, x.cashier, x.late
		FROM receipts x JOIN tills t ON t.id = x.till_id WHERE x.till_id = $3 AND x.epoch = $4 AND x.seq = $5 AND NOT x.left_out AND ($1 OR t.shop_id = ANY($2))`,
		who.All, who.Shops, of, epoch, seq).Scan(&r.Seq, &r.LeftOut, &sale, &r.OrderID, &r.PaymentID, &r.TransactionID, &r.Reference, &r.Minor, &r.Currency, &route, &payer,
		&r.Institution, &settled, &r.Shop, &r.Place, &r.Till, &r.Cashier, &r.Late)
	r.SaleID, r.Route, r.Payer = till.SaleID(sale), core.Route(route), office.Mask(payer)
	if settled != nil {
		r.SettledAt = settled.UTC()
	}
	return r, err
}

func (db asked) tills(who Person, now time.Time) ([]office.TillHeard, error) {
	rows, err := db.tx.Query(db.ctx, `SELECT t.id, s.id, s.name, t.name, t.practice, c.heard_at FROM tills t JOIN shops s ON s.id = t.shop_id JOIN cursors c ON c.till_id = t.id
		WHERE ($1 OR s.id = ANY($2)) AND (c.heard_at IS NOT NULL OR EXISTS (SELECT FROM keys k WHERE k.till_id = t.id AND k.revoked_at IS NULL))
		ORDER BY s.name, t.name, t.id`, who.All, who.Shops)
	if err != nil {
		return nil, err
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t office.TillHeard, err error) {
		var heard *time.Time
		err = row.Scan(&t.Till, &t.ShopID, &t.Shop, &t.Name, &t.Practice, &heard)
		if heard != nil {
			t.Heard = heard.UTC()
		}
		t.Silent = now.Sub(t.Heard) > silentAfter
		return t, err
	})
	if out == nil {
		out = []office.TillHeard{}
	}
	return out, err
}
