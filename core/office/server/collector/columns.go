package collector

import (
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office"
	"sanduq/core/office/server/table"
)

// keptOf is what stands before the fields of a row that has no day.
type keptOf struct {
	Till  int64 `table:"till_id int"`
	Epoch int   `table:"epoch int"`
}

// keptAt is what stands before those of a row that is kept by its day.
type keptAt struct {
	Day   time.Time `table:"day date"`
	Till  int64     `table:"till_id int"`
	Epoch int       `table:"epoch int"`
}

// keptSale is what stands before those of a sale.
type keptSale struct {
	Day      time.Time `table:"day date"`
	Till     int64     `table:"till_id int"`
	Number   int       `table:"number int"`
	Epoch    int       `table:"epoch int"`
	Shop     int64     `table:"shop_id int"`
	Practice bool      `table:"practice boolean"`
	Counts   bool      `table:"counts boolean"`
}

// newRows are rows of all tables, on their way there.
type newRows struct {
	receipts table.Rows[keptAt, office.Receipt]
	audit    table.Rows[keptAt, office.AuditRow]
	zs       table.Rows[keptOf, office.Z]
	cash     table.Rows[keptAt, office.Cash]
	owed     table.Rows[keptOf, office.OwedRow]
	fresh    table.Rows[keptSale, office.Sale] // of which there is no record in this epoch
	sales    table.Rows[keptSale, office.Sale]
}

// queue writes all of them.
func (n *newRows) queue(all *pgx.Batch) {
	queue(all, &n.receipts, "receipts", "")
	queue(all, &n.audit, "audit", "")
	queue(all, &n.zs, "zs", "")
	queue(all, &n.cash, "cash", "")
	queue(all, &n.owed, "owed", "")
	queue(all, &n.fresh, "sales", "")
	queue(all, &n.sales, "sales", upsert)
}

func queue[L, T any](all *pgx.Batch, rows *table.Rows[L, T], into, after string) {
	if rows.Len() > 0 {
		sql, values := rows.Insert(into, after)
		all.Queue(sql, values...)
	}
}

// upsert lets a newer state of a sale replace the one that is there. Without it a
// sale that is there refuses the whole: those that are new by their till's cursor
// go so, and PostgreSQL need not look first.
var upsert = func() string {
	var set []string
	for _, column := range append([]string{"shop_id", "counts"}, table.Columns[office.Sale]("")...) {
		if !slices.Contains(unchanged, column) {
			set = append(set, column+" = excluded."+column)
		}
	}
	return " ON CONFLICT (day, till_id, number, epoch) DO UPDATE SET " + strings.Join(set, ", ")
}()

// unchanged are the columns of what never changes of a sale.
var unchanged = []string{"order_id", "minor", "currency", "created_at"}
