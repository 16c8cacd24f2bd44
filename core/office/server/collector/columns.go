package collector

import (
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"sanduq/core/office"
)

// Rows travel to the database as one array for each column: one statement,
// whatever their number.

func moment(t time.Time) pgtype.Timestamptz { return pgtype.Timestamptz{Time: t, Valid: !t.IsZero()} }

type receiptColumns struct {
	day                                        []time.Time
	till                                       []int64
	epoch                                      []int
	seq                                        []uint64
	leftOut, late                              []bool
	settled                                    []pgtype.Timestamptz
	minor                                      []int64
	sale, currency, route, order, payment      []string
	transaction, reference, payer, institution []string
	shop, place, tillName, cashier             []string
}

func (c *receiptColumns) add(h *held, r *office.Receipt, now time.Time) {
	c.day = append(c.day, dayOf(r.SettledAt, now))
	c.till, c.epoch, c.seq = append(c.till, h.till), append(c.epoch, h.epoch), append(c.seq, r.Seq)
	c.leftOut, c.late = append(c.leftOut, r.LeftOut), append(c.late, r.Late)
	c.settled, c.minor = append(c.settled, moment(r.SettledAt)), append(c.minor, r.Minor)
	c.sale, c.currency, c.route = append(c.sale, string(r.SaleID)), append(c.currency, r.Currency), append(c.route, string(r.Route))
	c.order, c.payment, c.transaction = append(c.order, r.OrderID), append(c.payment, r.PaymentID), append(c.transaction, r.TransactionID)
	c.reference, c.payer, c.institution = append(c.reference, r.Reference), append(c.payer, r.Payer.String()), append(c.institution, r.Institution)
	c.shop, c.place, c.tillName, c.cashier = append(c.shop, r.Shop), append(c.place, r.Place), append(c.tillName, r.Till), append(c.cashier, r.Cashier)
}

func (c *receiptColumns) queue(all *pgx.Batch) {
	if len(c.seq) == 0 {
		return
	}
	all.Queue(`INSERT INTO receipts (day, till_id, epoch, seq, left_out, late, settled_at, minor, sale, currency, route, order_id, payment_id,
			transaction_id, reference, payer, institution, shop, place, till, cashier)
		SELECT * FROM unnest($1::date[], $2::int[], $3::int[], $4::bigint[], $5::boolean[], $6::boolean[], $7::timestamptz[], $8::bigint[], $9::text[],
			$10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[])`,
		c.day, c.till, c.epoch, c.seq, c.leftOut, c.late, c.settled, c.minor, c.sale, c.currency, c.route, c.order, c.payment, c.transaction,
		c.reference, c.payer, c.institution, c.shop, c.place, c.tillName, c.cashier)
}

type auditColumns struct {
	day                      []time.Time
	till                     []int64
	epoch                    []int
	seq                      []uint64
	at                       []pgtype.Timestamptz
	by, action, sale, detail []string
}

func (c *auditColumns) add(h *held, r *office.AuditRow, now time.Time) {
	c.day = append(c.day, dayOf(r.At, now))
	c.till, c.epoch, c.seq, c.at = append(c.till, h.till), append(c.epoch, h.epoch), append(c.seq, r.Seq), append(c.at, moment(r.At))
	c.by, c.action = append(c.by, r.By), append(c.action, string(r.Action))
	c.sale, c.detail = append(c.sale, string(r.SaleID)), append(c.detail, r.Detail)
}

func (c *auditColumns) queue(all *pgx.Batch) {
	if len(c.seq) == 0 {
		return
	}
	all.Queue(`INSERT INTO audit (day, till_id, epoch, seq, at, by_whom, action, sale, detail)
		SELECT * FROM unnest($1::date[], $2::int[], $3::int[], $4::bigint[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[])`,
		c.day, c.till, c.epoch, c.seq, c.at, c.by, c.action, c.sale, c.detail)
}

type saleColumns struct {
	day                                     []time.Time
	till, shop, minor                       []int64
	number, epoch                           []int
	version, receipt                        []uint64
	practice, counts, open                  []bool
	created, updated, settled, owed         []pgtype.Timestamptz
	status, route, currency, cashier, order []string
	payment, transaction, reference, payer  []string
	institution                             []string
	rare                                    []*string
}

func (c *saleColumns) add(h *held, s *office.Sale, day time.Time, counts bool) {
	c.day, c.till, c.shop, c.minor = append(c.day, day), append(c.till, h.till), append(c.shop, h.shop), append(c.minor, s.Minor)
	c.number, c.epoch = append(c.number, s.ID.Number()), append(c.epoch, h.epoch)
	c.version, c.receipt = append(c.version, s.Version), append(c.receipt, s.ReceiptSeq)
	c.practice, c.counts, c.open = append(c.practice, h.practice), append(c.counts, counts), append(c.open, s.Open)
	c.created, c.updated = append(c.created, moment(s.CreatedAt)), append(c.updated, moment(s.UpdatedAt))
	c.settled, c.owed = append(c.settled, moment(s.SettledAt)), append(c.owed, moment(s.OwedSince))
	c.status, c.route, c.currency = append(c.status, string(s.Status)), append(c.route, string(s.Route)), append(c.currency, s.Currency)
	c.cashier, c.order, c.payment = append(c.cashier, s.Cashier), append(c.order, s.OrderID), append(c.payment, s.PaymentID)
	c.transaction, c.reference = append(c.transaction, s.TransactionID), append(c.reference, s.Reference)
	c.payer, c.institution = append(c.payer, s.Payer.String()), append(c.institution, s.Institution)
	var rare *string
	if s.Rare != (office.Rare{}) {
		if text, err := json.Marshal(s.Rare); err == nil { // plain fields: there is no other way
			said := string(text)
			rare = &said
		}
	}
	c.rare = append(c.rare, rare)
}

// upsert lets a newer state of a sale replace the one that is there. Without it a
// sale that is there refuses the whole: those that are new by their till's cursor
// go so, and PostgreSQL need not look first.
const upsert = `
		ON CONFLICT (day, till_id, number, epoch) DO UPDATE SET version = excluded.version, shop_id = excluded.shop_id, counts = excluded.counts,
			open = excluded.open, updated_at = excluded.updated_at, settled_at = excluded.settled_at, owed_since = excluded.owed_since,
			receipt_seq = excluded.receipt_seq, status = excluded.status, route = excluded.route, cashier = excluded.cashier,
			payment_id = excluded.payment_id, transaction_id = excluded.transaction_id, reference = excluded.reference, payer = excluded.payer,
			institution = excluded.institution, rare = excluded.rare`

func (c *saleColumns) queue(all *pgx.Batch, conflict string) {
	if len(c.day) == 0 {
		return
	}
	all.Queue(`INSERT INTO sales (day, till_id, number, epoch, version, shop_id, practice, counts, open, created_at, updated_at, settled_at,
			owed_since, minor, receipt_seq, status, route, currency, cashier, order_id, payment_id, transaction_id, reference, payer, institution, rare)
		SELECT day, till_id, number, epoch, version, shop_id, practice, counts, open, created_at, updated_at, settled_at,
			owed_since, minor, receipt_seq, status, route, currency, cashier, order_id, payment_id, transaction_id, reference, payer, institution, rare::jsonb
		FROM unnest($1::date[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::boolean[], $8::boolean[], $9::boolean[], $10::timestamptz[],
			$11::timestamptz[], $12::timestamptz[], $13::timestamptz[], $14::bigint[], $15::bigint[], $16::text[], $17::text[], $18::text[], $19::text[],
			$20::text[], $21::text[], $22::text[], $23::text[], $24::text[], $25::text[], $26::text[])
			AS n(day, till_id, number, epoch, version, shop_id, practice, counts, open, created_at, updated_at, settled_at, owed_since, minor, receipt_seq,
				status, route, currency, cashier, order_id, payment_id, transaction_id, reference, payer, institution, rare)`+conflict,
		c.day, c.till, c.number, c.epoch, c.version, c.shop, c.practice, c.counts, c.open, c.created, c.updated, c.settled, c.owed, c.minor, c.receipt,
		c.status, c.route, c.currency, c.cashier, c.order, c.payment, c.transaction, c.reference, c.payer, c.institution, c.rare)
}
