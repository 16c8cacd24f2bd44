package collector

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office"
)

func verifyZs(ctx context.Context, tx pgx.Tx, r *Report) error {
	want, err := ends(ctx, tx, 3)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT till_id, epoch, seq, left_out, before, shift, shop, place, till, begun_at, opened_at, opened_by, at, by_whom, set_back, currency, float, expected,
		was_counted, counted, difference, reason, sums FROM zs ORDER BY till_id, epoch, seq`)
	if err != nil {
		return err
	}
	check := chainCheck{map[historyKey]office.End{}, map[historyKey]bool{}}
	var k historyKey
	var z office.Z
	var begun, opened, at *time.Time
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &z.Seq, &z.LeftOut, &z.Before, &z.Shift, &z.Shop, &z.Place, &z.Till, &begun, &opened, &z.OpenedBy, &at, &z.By, &z.SetBack,
		&z.Currency, &z.Float, &z.Expected, &z.WasCounted, &z.Counted, &z.Difference, &z.Reason, &z.Sums}, func() error {
		r.Zs++
		one := z
		one.Begun, one.OpenedAt, one.At = utc(begun), utc(opened), utc(at)
		check.step(r, office.ChainZs, k, func(e office.End) (office.End, error) { return e.FollowZs(one) })
		return nil
	})
	check.finish(r, office.ChainZs, want)
	return err
}

func verifyCash(ctx context.Context, tx pgx.Tx, r *Report) error {
	want, err := ends(ctx, tx, 4)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT till_id, epoch, seq, left_out, taken_at, minor, rounding, given, shift, sale, currency, reference, shop, place, till, cashier
		FROM cash ORDER BY till_id, epoch, seq`)
	if err != nil {
		return err
	}
	check := chainCheck{map[historyKey]office.End{}, map[historyKey]bool{}}
	var k historyKey
	var x office.Cash
	var taken *time.Time
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &x.Seq, &x.LeftOut, &taken, &x.Minor, &x.Rounding, &x.Given, &x.Shift, &x.SaleID, &x.Currency, &x.Reference, &x.Shop, &x.Place,
		&x.Till, &x.Cashier}, func() error {
		r.Cash++
		one := x
		one.TakenAt = utc(taken)
		check.step(r, office.ChainCash, k, func(e office.End) (office.End, error) { return e.FollowCash(one) })
		return nil
	})
	check.finish(r, office.ChainCash, want)
	return err
}

func verifyOwed(ctx context.Context, tx pgx.Tx, r *Report) error {
	want, err := ends(ctx, tx, 5)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT till_id, epoch, seq, debt, kind, at, by_whom, lent_by, shift, cause, sale, with_sale, owed, currency, minor, open, reference, reason
		FROM owed ORDER BY till_id, epoch, seq`)
	if err != nil {
		return err
	}
	check := chainCheck{map[historyKey]office.End{}, map[historyKey]bool{}}
	var k historyKey
	var x office.OwedRow
	var at *time.Time
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &x.Seq, &x.Debt, &x.Kind, &at, &x.By, &x.LentBy, &x.Shift, &x.Cause, &x.SaleID, &x.With, &x.Owed, &x.Currency, &x.Minor, &x.Open,
		&x.Reference, &x.Reason}, func() error {
		r.Owed++
		one := x
		one.At = utc(at)
		check.step(r, office.ChainOwed, k, func(e office.End) (office.End, error) { return e.FollowOwed(one) })
		return nil
	})
	check.finish(r, office.ChainOwed, want)
	return err
}

// verifyDebts adds up what is owed from its lines.
func verifyDebts(ctx context.Context, tx pgx.Tx, r *Report) error {
	rows, err := tx.Query(ctx, `SELECT format('debt %s of till %s, epoch %s: %s owed, %s returned, %s kept; by its lines %s, %s, %s', debt, till_id, epoch, d.owed, d.returned, d.kept,
			n.owed, n.returned, n.kept)
		FROM debts d
		FULL JOIN (SELECT till_id, epoch, debt, coalesce(sum(owed), 0)::bigint AS owed, coalesce(sum(minor) FILTER (WHERE kind = 'returned'), 0)::bigint AS returned,
				coalesce(sum(minor) FILTER (WHERE kind = 'kept'), 0)::bigint AS kept FROM owed GROUP BY 1, 2, 3) n USING (till_id, epoch, debt)
		WHERE (d.owed, d.returned, d.kept) IS DISTINCT FROM (n.owed, n.returned, n.kept) OR d.open < 0 LIMIT 100`)
	if err != nil {
		return err
	}
	return faults(rows, r)
}
