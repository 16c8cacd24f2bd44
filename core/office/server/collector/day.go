package collector

import (
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// dayRows are the rows of a till's day.
type dayRows struct {
	zs   []dayRow[office.Z]
	cash cashColumns
	owed []dayRow[office.OwedRow]
}

// dayRow is a row of a till's chain.
type dayRow[T any] struct {
	till  int64
	epoch int
	row   *T
}

func (d *dayRows) add(h *held, b *office.Batch, now time.Time) {
	for i := range b.Zs {
		d.zs = append(d.zs, dayRow[office.Z]{h.till, h.epoch, &b.Zs[i]})
	}
	for i := range b.Cash {
		d.cash.add(h, &b.Cash[i], now)
	}
	for i := range b.Owed {
		d.owed = append(d.owed, dayRow[office.OwedRow]{h.till, h.epoch, &b.Owed[i]})
	}
}

func (d *dayRows) queue(all *pgx.Batch) {
	for _, x := range d.zs {
		z := x.row
		all.Queue(`INSERT INTO zs (till_id, epoch, seq, left_out, before, shift, shop, place, till, begun_at, opened_at, opened_by, at, by_whom, set_back, currency, float, expected,
				was_counted, counted, difference, reason, sums)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
			x.till, x.epoch, z.Seq, z.LeftOut, z.Before, z.Shift, z.Shop, z.Place, z.Till, moment(z.Begun), moment(z.OpenedAt), z.OpenedBy, moment(z.At), z.By, z.SetBack, z.Currency, z.Float,
			z.Expected, z.WasCounted, z.Counted, z.Difference, z.Reason, z.Sums)
	}
	d.cash.queue(all)
	for _, x := range d.owed {
		o := x.row
		all.Queue(`INSERT INTO owed (till_id, epoch, seq, debt, kind, at, by_whom, lent_by, shift, cause, sale, with_sale, owed, currency, minor, open, reference, reason)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
			x.till, x.epoch, o.Seq, o.Debt, string(o.Kind), moment(o.At), o.By, o.LentBy, o.Shift, string(o.Cause), string(o.SaleID), string(o.With), o.Owed, o.Currency, o.Minor, o.Open,
			o.Reference, o.Reason)
		switch o.Kind {
		case journal.DebtOpened: // a second one of a number is the till's fault: Verify finds it
			all.Queue(`INSERT INTO debts (till_id, epoch, debt, cause, sale, with_sale, since, currency, owed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
				x.till, x.epoch, o.Debt, string(o.Cause), string(o.SaleID), string(o.With), moment(o.At), o.Currency, o.Owed)
		case journal.DebtReturned:
			all.Queue("UPDATE debts SET returned = returned + $4 WHERE till_id = $1 AND epoch = $2 AND debt = $3", x.till, x.epoch, o.Debt, o.Minor)
		case journal.DebtKept:
			all.Queue("UPDATE debts SET kept = kept + $4 WHERE till_id = $1 AND epoch = $2 AND debt = $3", x.till, x.epoch, o.Debt, o.Minor)
		case journal.DebtNoted:
			all.Queue("UPDATE debts SET noted_at = $4 WHERE till_id = $1 AND epoch = $2 AND debt = $3", x.till, x.epoch, o.Debt, moment(o.At))
		}
	}
}

type cashColumns struct {
	day                                              []time.Time
	till                                             []int64
	epoch                                            []int
	seq, shift                                       []uint64
	leftOut                                          []bool
	taken                                            []pgtype.Timestamptz
	minor, rounding, given                           []int64
	sale, currency, reference, shop, place, tillName []string
	cashier                                          []string
}

func (c *cashColumns) add(h *held, r *office.Cash, now time.Time) {
	c.day = append(c.day, dayOf(r.TakenAt, now))
	c.till, c.epoch, c.seq, c.shift = append(c.till, h.till), append(c.epoch, h.epoch), append(c.seq, r.Seq), append(c.shift, r.Shift)
	c.leftOut, c.taken = append(c.leftOut, r.LeftOut), append(c.taken, moment(r.TakenAt))
	c.minor, c.rounding, c.given = append(c.minor, r.Minor), append(c.rounding, r.Rounding), append(c.given, r.Given)
	c.sale, c.currency, c.reference = append(c.sale, string(r.SaleID)), append(c.currency, r.Currency), append(c.reference, r.Reference)
	c.shop, c.place, c.tillName, c.cashier = append(c.shop, r.Shop), append(c.place, r.Place), append(c.tillName, r.Till), append(c.cashier, r.Cashier)
}

func (c *cashColumns) queue(all *pgx.Batch) {
	if len(c.seq) == 0 {
		return
	}
	all.Queue(`INSERT INTO cash (day, till_id, epoch, seq, left_out, taken_at, minor, rounding, given, shift, sale, currency, reference, shop, place, till, cashier)
		SELECT * FROM unnest($1::date[], $2::int[], $3::int[], $4::bigint[], $5::boolean[], $6::timestamptz[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::text[],
			$12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[])`,
		c.day, c.till, c.epoch, c.seq, c.leftOut, c.taken, c.minor, c.rounding, c.given, c.shift, c.sale, c.currency, c.reference, c.shop, c.place, c.tillName, c.cashier)
}
