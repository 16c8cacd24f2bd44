package collector

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office"
)

// historyKey is one epoch of a till.
type historyKey struct {
	till  int64
	epoch int
}

// chainRows is how the rows of one chain are read.
type chainRows struct {
	chain   office.Chain
	table   string
	columns string // after till_id and epoch
	into    []any  // where the columns go

	follow func(office.End) (office.End, error) // one row on, with what into holds
	read   *int64
}

// verifyChains follows every chain from its rows.
func verifyChains(ctx context.Context, tx pgx.Tx, r *Report) error {
	for _, rows := range []chainRows{receiptRows(r), auditRows(r), zRows(r), cashRows(r), owedRows(r)} {
		if err := rows.verify(ctx, tx, r); err != nil {
			return err
		}
	}
	return nil
}

func (c chainRows) verify(ctx context.Context, tx pgx.Tx, r *Report) error {
	want, err := ends(ctx, tx, c.chain)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, "SELECT till_id, epoch, "+c.columns+" FROM "+c.table+" ORDER BY till_id, epoch, seq")
	if err != nil {
		return err
	}
	at, bad := map[historyKey]office.End{}, map[historyKey]bool{}
	var k historyKey
	_, err = pgx.ForEachRow(rows, append([]any{&k.till, &k.epoch}, c.into...), func() error {
		*c.read++
		if bad[k] {
			return nil
		}
		e, err := c.follow(at[k])
		if err != nil {
			bad[k] = true
			r.fault("%s of till %d, epoch %d: %v", c.chain, k.till, k.epoch, err)
			return nil
		}
		at[k] = e
		return nil
	})
	if err != nil {
		return err
	}
	for k, e := range want {
		if at[k] != e && !bad[k] {
			r.fault("%s of till %d, epoch %d: the rows end at %d, and the chain at %d or in another link", c.chain, k.till, k.epoch, at[k].Seq, e.Seq)
		}
		delete(at, k)
	}
	for k, e := range at {
		r.fault("%s of till %d, epoch %d: %d rows of no chain", c.chain, k.till, k.epoch, e.Seq)
	}
	return nil
}

// ends reads where the chains of a kind are said to end.
func ends(ctx context.Context, tx pgx.Tx, chain office.Chain) (map[historyKey]office.End, error) {
	rows, err := tx.Query(ctx, "SELECT till_id, epoch, seq, link FROM chains WHERE chain = $1", slices.Index(office.Chains(), chain)+1)
	if err != nil {
		return nil, err
	}
	out := map[historyKey]office.End{}
	var k historyKey
	var e office.End
	var link []byte
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &e.Seq, &link}, func() error {
		e.Link = office.Link(link)
		out[k] = e
		return nil
	})
	return out, err
}

func utc(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}

func receiptRows(r *Report) chainRows {
	var x office.Receipt
	var settled *time.Time
	var payer string
	return chainRows{office.ChainReceipts, "receipts", `seq, left_out, late, settled_at, minor, sale, currency, route, order_id, payment_id, transaction_id,
		reference, payer, institution, shop, place, till, cashier`,
		[]any{&x.Seq, &x.LeftOut, &x.Late, &settled, &x.Minor, &x.SaleID, &x.Currency, &x.Route, &x.OrderID, &x.PaymentID, &x.TransactionID,
			&x.Reference, &payer, &x.Institution, &x.Shop, &x.Place, &x.Till, &x.Cashier},
		func(e office.End) (office.End, error) {
			one := x
			one.SettledAt = utc(settled)
			if err := one.Payer.UnmarshalText([]byte(payer)); err != nil {
				return e, err
			}
			return e.Follow(one)
		}, &r.Receipts}
}

func auditRows(r *Report) chainRows {
	var x office.AuditRow
	var at *time.Time
	return chainRows{office.ChainAudit, "audit", "seq, at, by_whom, action, sale, detail",
		[]any{&x.Seq, &at, &x.By, &x.Action, &x.SaleID, &x.Detail},
		func(e office.End) (office.End, error) {
			x.At = utc(at)
			return e.FollowAudit(x)
		}, &r.Audit}
}

func zRows(r *Report) chainRows {
	var z office.Z
	var begun, opened, at *time.Time
	return chainRows{office.ChainZs, "zs", `seq, left_out, before, shift, shop, place, till, begun_at, opened_at, opened_by, at, by_whom, set_back,
		currency, float, expected, was_counted, counted, difference, reason, sums`,
		[]any{&z.Seq, &z.LeftOut, &z.Before, &z.Shift, &z.Shop, &z.Place, &z.Till, &begun, &opened, &z.OpenedBy, &at, &z.By, &z.SetBack,
			&z.Currency, &z.Float, &z.Expected, &z.WasCounted, &z.Counted, &z.Difference, &z.Reason, &z.Sums},
		func(e office.End) (office.End, error) {
			z.Begun, z.OpenedAt, z.At = utc(begun), utc(opened), utc(at)
			return e.FollowZs(z)
		}, &r.Zs}
}

func cashRows(r *Report) chainRows {
	var x office.Cash
	var taken *time.Time
	return chainRows{office.ChainCash, "cash", `seq, left_out, taken_at, minor, rounding, given, shift, sale, currency, reference, shop, place, till, cashier`,
		[]any{&x.Seq, &x.LeftOut, &taken, &x.Minor, &x.Rounding, &x.Given, &x.Shift, &x.SaleID, &x.Currency, &x.Reference, &x.Shop, &x.Place, &x.Till, &x.Cashier},
		func(e office.End) (office.End, error) {
			x.TakenAt = utc(taken)
			return e.FollowCash(x)
		}, &r.Cash}
}

func owedRows(r *Report) chainRows {
	var x office.OwedRow
	var at *time.Time
	return chainRows{office.ChainOwed, "owed", `seq, debt, kind, at, by_whom, lent_by, shift, cause, sale, with_sale, owed, currency, minor, open, reference, reason`,
		[]any{&x.Seq, &x.Debt, &x.Kind, &at, &x.By, &x.LentBy, &x.Shift, &x.Cause, &x.SaleID, &x.With, &x.Owed, &x.Currency, &x.Minor, &x.Open, &x.Reference, &x.Reason},
		func(e office.End) (office.End, error) {
			x.At = utc(at)
			return e.FollowOwed(x)
		}, &r.Owed}
}
