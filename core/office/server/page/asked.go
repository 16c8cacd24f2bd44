package page

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/table"
)

// asked is the database of one question: all of it is read of one moment.
type asked struct {
	ctx context.Context
	tx  pgx.Tx
}

func (p *Page) read(r *http.Request, do func(asked) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), askTime)
	defer cancel()
	return pgx.BeginTxFunc(ctx, p.cfg.DB, ofOneMoment, func(tx pgx.Tx) error { return do(asked{ctx, tx}) })
}

// ofOneMoment begins what only reads. Each question is planned for what it asks: which
// index is good, and which month is looked into, depends on that. None is long enough
// for a second process, or a compiler, to be worth its start.
var ofOneMoment = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly,
	BeginQuery: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL jit = off"}

// where collects conditions and their values: all of them hold, and, where there are
// ways in which a sale may be found, one of those.
type where struct {
	all    []string
	ways   []way
	values []any
	some   []int // the ways that are wanted, by their number; nil for all
	told   int   // ways there were so far
}

// way is a condition by which a sale may be found.
type way struct {
	condition string
	begins    bool // it is the beginning of a text, of which nobody knows how many have it
}

func (w *where) spell(condition string, values []any) string {
	places := make([]any, len(values))
	for i, v := range values {
		w.values = append(w.values, v)
		places[i] = "$" + strconv.Itoa(len(w.values))
	}
	return fmt.Sprintf(condition, places...)
}

// and adds a condition; each %s of it becomes the place of a value.
func (w *where) and(condition string, values ...any) {
	w.all = append(w.all, w.spell(condition, values))
}

// or adds a way, if it is wanted.
func (w *where) or(begins bool, condition string, values ...any) {
	if w.told++; w.some != nil && !slices.Contains(w.some, w.told-1) {
		return // its values neither: PostgreSQL takes none that nothing refers to
	}
	w.ways = append(w.ways, way{w.spell(condition, values), begins})
}

func (w *where) String() string {
	all := strings.Join(w.all, " AND ")
	if len(w.ways) > 0 {
		all += " AND " + w.any()
	}
	return all
}

// any is that one of the ways holds.
func (w *where) any() string {
	var ways []string
	for _, one := range w.ways {
		ways = append(ways, one.condition)
	}
	return "(" + strings.Join(ways, " OR ") + ")"
}

// each is all of it for each way; for one that is always there where there are none.
func (w *where) each() []way {
	all := strings.Join(w.all, " AND ")
	if len(w.ways) == 0 {
		return []way{{condition: all}}
	}
	var out []way
	for _, one := range w.ways {
		out = append(out, way{all + " AND " + one.condition, one.begins})
	}
	return out
}

// narrow selects by what the totals know too, but for the days: x is either table.
func narrow(who Person, q office.Question) *where {
	w := &where{}
	if !who.All {
		w.and("x.shop_id = ANY(%s)", who.Shops)
	}
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
	return w
}

// single reports whether a question selects by what only the sales themselves know.
func single(q office.Question) bool {
	return q.Till != 0 || q.Hour != nil || q.Owed || q.Cashier != "" || q.Amounts != (journal.Amounts{}) || q.Search != ""
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
	case journal.Nobody:
		w.and("x.cashier = ''")
	default:
		w.and("x.cashier = %s", q.Cashier)
	}
	if a := q.Amounts; a != (journal.Amounts{}) {
		w.and("x.currency = %s", a.Currency)
		if a.Min != 0 {
			w.and("x.minor >= %s", a.Min)
		}
		if a.Max != 0 {
			w.and("x.minor <= %s", a.Max)
		}
	}
	if q.Hour != nil {
		w.hour(*q.Hour)
	}
	if q.Search != "" {
		w.search(q)
	}
}

// sum is from the totals where they know enough, else from the sales.
func (db asked) sum(who Person, q office.Question) ([]office.Sum, error) {
	w := narrow(who, q)
	from, count, minor := "totals x", "sum(x.sales)", "sum(x.minor)"
	switch {
	case single(q):
		w.one(q)
		from, count = w.sales(q), "count(*)"
	case q.Booked || q.From == "" && q.To == "":
		w.within("x.day", q)
	default:
		from = w.owned(q)
	}
	rows, err := db.tx.Query(db.ctx, fmt.Sprintf("SELECT x.status, x.currency, %s::bigint, %s FROM %s WHERE %s GROUP BY 1, 2 HAVING %s <> 0 ORDER BY 1, 2",
		count, formatSum(minor), from, w, count), w.values...)
	if err != nil {
		return nil, err
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s office.Sum, err error) {
		var status string
		err = row.Scan(&status, &s.Currency, &s.Sales, &s.Minor, &s.Beyond)
		s.Status = journal.Status(status)
		return s, err
	})
	if out == nil {
		out = []office.Sum{}
	}
	return out, err
}

// formatSum is a sum as an answer tells it, and whether it is beyond that.
func formatSum(minor string) string {
	return fmt.Sprintf("least(greatest(%[1]s, -%[2]d), %[2]d)::bigint, abs(%[1]s) > %[2]d", minor, int64(office.MaxSum))
}

func (db asked) receipt(who Person, of, epoch, seq int64) (r office.Receipt, err error) {
	err = db.tx.QueryRow(db.ctx, "SELECT "+strings.Join(table.Columns[office.Receipt]("x."), ", ")+` FROM receipts x JOIN tills t ON t.id = x.till_id
		WHERE x.till_id = $3 AND x.epoch = $4 AND x.seq = $5 AND NOT x.left_out AND ($1 OR t.shop_id = ANY($2))`,
		who.All, who.Shops, of, epoch, seq).Scan(table.Into(&r)...)
	return r, err
}

// decided are the lines of the audit about a sale, oldest first. None is older than
// the sale's business day, by more than zones differ.
func (db asked) decided(who Person, of, epoch int64, sale journal.SaleID) (out []office.AuditRow, err error) {
	rows, err := db.tx.Query(db.ctx, "SELECT "+strings.Join(table.Columns[office.AuditRow]("x."), ", ")+` FROM audit x JOIN tills t ON t.id = x.till_id
		WHERE x.till_id = $3 AND x.epoch = $4 AND x.sale = $5 AND x.day >= $6 AND ($1 OR t.shop_id = ANY($2)) ORDER BY x.seq LIMIT $7`,
		who.All, who.Shops, of, epoch, string(sale), sale.Day().Time(time.UTC).AddDate(0, 0, -2), office.MaxListed)
	if err != nil {
		return nil, err
	}
	out = []office.AuditRow{}
	var row office.AuditRow
	_, err = pgx.ForEachRow(rows, table.Into(&row), func() error { out = append(out, row); return nil })
	return out, err
}

func (db asked) tills(who Person, now time.Time) ([]office.TillHeard, error) {
	rows, err := db.tx.Query(db.ctx, `SELECT t.id, s.id, s.name, t.name, t.practice, c.heard_at, coalesce((SELECT min(began_at) FROM beats WHERE at > $3), '-infinity') < $3
		FROM tills t JOIN shops s ON s.id = t.shop_id JOIN heard c ON c.till_id = t.id
		WHERE ($1 OR s.id = ANY($2)) AND (c.heard_at IS NOT NULL OR EXISTS (SELECT FROM keys k WHERE k.till_id = t.id AND k.revoked_at IS NULL))
		ORDER BY s.name, t.name, t.id`, who.All, who.Shops, now.Add(-silentAfter))
	if err != nil {
		return nil, err
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t office.TillHeard, err error) {
		var heard *time.Time
		err = row.Scan(&t.Till, &t.ShopID, &t.Shop, &t.Name, &t.Practice, &heard, &t.Silent)
		if heard != nil {
			t.Heard = heard.UTC()
		}
		t.Silent = t.Silent && now.Sub(t.Heard) > silentAfter
		return t, err
	})
	if out == nil {
		out = []office.TillHeard{}
	}
	return out, err
}
