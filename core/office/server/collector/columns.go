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
	changed  table.Rows[keptSale, office.Sale] // of which there is one, which goes on
}

// queue writes all of them.
func (n *newRows) queue(all *pgx.Batch) {
	queue(all, &n.receipts, "receipts", "")
	queue(all, &n.audit, "audit", "")
	queue(all, &n.zs, "zs", "")
	queue(all, &n.cash, "cash", "")
	queue(all, &n.owed, "owed", "")
	queue(all, &n.fresh, "sales", "")
	if n.changed.Len() > 0 {
		sql, values := n.changed.Update("sales s", goesOn, "s.day = n.day AND s.till_id = n.till_id AND s.number = n.number AND s.epoch = n.epoch")
		all.Queue(sql, values...)
	}
}

func queue[L, T any](all *pgx.Batch, rows *table.Rows[L, T], into, after string) {
	if rows.Len() > 0 {
		sql, values := rows.Insert(into, after)
		all.Queue(sql, values...)
	}
}

// goesOn is what a newer state of a sale changes of the one that is there. Which are there
// is known by what was read: a sale that is there and is taken for new refuses the whole.
// ON CONFLICT would find out for itself, and write a lock of each row to the log.
var goesOn = func() string {
	var set []string
	for _, column := range append([]string{"counts"}, table.Columns[office.Sale]("")...) {
		switch {
		case slices.Contains(unchanged, column):
		case column == "rare":
			set = append(set, "rare = n.rare::jsonb") // arrays of JSON travel as text
		default:
			set = append(set, column+" = n."+column)
		}
	}
	return strings.Join(set, ", ")
}()

// unchanged are the columns of what never changes of a sale.
var unchanged = []string{"order_id", "minor", "currency", "created_at"}
