package collector

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// one returns what is held of the till with a key, locked.
func one(ctx context.Context, tx pgx.Tx, key keyHash) (*held, error) {
	rows, err := tx.Query(ctx, lockTills, [][]byte{key[:]})
	if err != nil {
		return nil, err
	}
	tills, err := heldTills(rows)
	if err != nil {
		return nil, err
	}
	if h := tills[key]; h != nil {
		return h, nil
	}
	return nil, &office.Refusal{Code: office.CodeKey, Message: "this key is not known here, or was revoked"}
}

// cursor is what a till is told that begins to speak.
func (c *Collector) cursor(ctx context.Context, key keyHash) (out *office.Cursor, err error) {
	err = c.db.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		h, err := one(ctx, tx, key)
		if err != nil {
			return err
		}
		out = h.cursor()
		rows, err := tx.Query(ctx, "SELECT day, number FROM sales WHERE till_id = $1 AND epoch = $2 AND open ORDER BY day, number LIMIT $3",
			h.till, h.epoch, office.MaxOpen)
		if err != nil {
			return err
		}
		out.Open, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (journal.SaleID, error) {
			var day time.Time
			var number int
			err := row.Scan(&day, &number)
			return journal.NewSaleID(journal.DayOf(day), number), err
		})
		return err
	})
	return out, err
}

// compareDays returns the days of which the till has something else.
func (c *Collector) compareDays(ctx context.Context, key keyHash, d office.Days) (out office.DaysAnswer, err error) {
	if len(d.Days) > office.MaxDays || d.Version < 1 || d.Version > office.Version {
		return out, &office.Refusal{Code: office.CodeMalformed, Message: "not a message of this version"}
	}
	var days []time.Time
	for _, day := range slices.Sorted(maps.Keys(d.Days)) {
		at := day.Time(time.UTC)
		if at.IsZero() {
			return out, &office.Refusal{Code: office.CodeMalformed, Message: "not a day"}
		}
		days = append(days, at)
	}
	err = c.db.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		h, err := one(ctx, tx, key)
		if err != nil {
			return err
		}
		if d.Till != h.till || d.Epoch != h.epoch {
			return stale(h)
		}
		if days, err = kept(ctx, tx, days); err != nil {
			return err
		}
		has, err := digests(ctx, tx, h, days, d.Version)
		if err != nil {
			return err
		}
		for _, at := range days {
			if day := journal.DayOf(at); has[day] != d.Days[day] {
				out.Again = append(out.Again, day)
			}
		}
		return toSeal(ctx, tx, h, days, has, &out)
	})
	return out, err
}

// kept are those of the days, in order, whose sales retention has not let go.
func kept(ctx context.Context, tx pgx.Tx, days []time.Time) ([]time.Time, error) {
	rows, err := tx.Query(ctx, `SELECT day FROM unnest($1::date[]) AS n(day)
		WHERE NOT EXISTS (SELECT FROM gone_months m WHERE m.of = 'sales' AND m.month = date_trunc('month', n.day)::date) ORDER BY day`, days)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[time.Time])
}

// digests are those of the days in the till's epoch, by a version of the wire; of a day
// without sales too.
func digests(ctx context.Context, tx pgx.Tx, h *held, days []time.Time, version int) (map[journal.Day]office.DayState, error) {
	rows, err := tx.Query(ctx, `SELECT day, number, version, updated_at, coalesce(to_char(booked, 'YYYYMMDD'), '') FROM sales
		WHERE day = ANY($1::date[]) AND till_id = $2 AND epoch = $3 ORDER BY day, number`, days, h.till, h.epoch)
	if err != nil {
		return nil, err
	}
	sums := map[journal.Day]*office.DayDigest{}
	for _, day := range days {
		sums[journal.DayOf(day)] = &office.DayDigest{}
	}
	var day time.Time
	var number int
	var of uint64
	var updated *time.Time
	var booked journal.Day
	_, err = pgx.ForEachRow(rows, []any{&day, &number, &of, &updated, &booked}, func() error {
		at := time.Time{}
		if updated != nil {
			at = *updated
		}
		sums[journal.DayOf(day)].Add(number, of, at, office.As(office.Sale{Booked: booked}, version).Booked)
		return nil
	})
	out := map[journal.Day]office.DayState{}
	for day, sum := range sums {
		out[day] = sum.Sum()
	}
	return out, errors.Join(err)
}
