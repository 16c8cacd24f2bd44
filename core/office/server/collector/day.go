package collector

import (
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/table"
)

// debtLine is a line of what is owed back, for the sum of its debt.
type debtLine struct {
	keptOf
	row *office.OwedRow
}

// openedDebt is the row of a debt as its first line has it.
type openedDebt struct {
	Till     int64     `table:"till_id int"`
	Epoch    int       `table:"epoch int"`
	Debt     uint64    `table:"debt bigint"`
	Cause    string    `table:"cause text"`
	Sale     string    `table:"sale text"`
	With     string    `table:"with_sale text"`
	Since    time.Time `table:"since timestamptz"`
	Currency string    `table:"currency text"`
	Owed     int64     `table:"owed bigint"`
}

// debtChange is what the other lines make of a debt.
type debtChange struct {
	Till     int64     `table:"till_id int"`
	Epoch    int       `table:"epoch int"`
	Debt     uint64    `table:"debt bigint"`
	Returned string    `table:"returned text"`
	Kept     string    `table:"kept text"`
	Noted    time.Time `table:"noted timestamptz"`
}

// queueDebts keeps the sums in the transaction that takes the lines: two statements,
// however many lines a till has.
func queueDebts(all *pgx.Batch, lines []debtLine) {
	type key struct {
		keptOf
		debt uint64
	}
	type sums struct {
		returned, kept total
		noted          time.Time
	}
	var opened table.Rows[openedDebt, struct{}]
	changed := map[key]sums{}
	for _, x := range lines {
		o, of := x.row, key{x.keptOf, x.row.Debt}
		sum := changed[of]
		switch o.Kind {
		case journal.DebtOpened:
			opened.Add(openedDebt{x.Till, x.Epoch, o.Debt, string(o.Cause), string(o.SaleID), string(o.With), o.At, o.Currency, o.Owed}, &struct{}{})
			continue
		case journal.DebtReturned:
			sum.returned = sum.returned.add(0, o.Minor)
		case journal.DebtKept:
			sum.kept = sum.kept.add(0, o.Minor)
		case journal.DebtNoted:
			sum.noted = o.At
		}
		changed[of] = sum
	}
	queue(all, &opened, "debts", " ON CONFLICT DO NOTHING") // a second one of a number is the till's fault: Verify finds it
	if len(changed) == 0 {
		return
	}
	var rows table.Rows[debtChange, struct{}]
	for of, sum := range changed {
		rows.Add(debtChange{of.Till, of.Epoch, of.debt, sum.returned.digits(), sum.kept.digits(), sum.noted}, &struct{}{})
	}
	sql, values := rows.Update("debts d", "returned = d.returned + n.returned::numeric, kept = d.kept + n.kept::numeric, noted_at = coalesce(n.noted, d.noted_at)",
		"d.till_id = n.till_id AND d.epoch = n.epoch AND d.debt = n.debt")
	all.Queue(sql, values...)
}
