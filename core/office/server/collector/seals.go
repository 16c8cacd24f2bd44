package collector

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// toSeal says which of the days that both have alike the till has not sealed as they are.
func toSeal(ctx context.Context, tx pgx.Tx, h *held, days []time.Time, has map[journal.Day]office.DayState, out *office.DaysAnswer) (err error) {
	if out.Seals, err = newestSeal(ctx, tx, h.till); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, "SELECT DISTINCT ON (day) day, sales, digest FROM seals WHERE till_id = $1 AND epoch = $2 AND day = ANY($3::date[]) ORDER BY day, no DESC", h.till, h.epoch, days)
	if err != nil {
		return err
	}
	sealed := map[journal.Day]office.DayState{}
	var day time.Time
	var state office.DayState
	var digest []byte
	if _, err := pgx.ForEachRow(rows, []any{&day, &state.Sales, &digest}, func() error {
		copy(state.Digest[:], digest)
		sealed[journal.DayOf(day)] = state
		return nil
	}); err != nil {
		return err
	}
	for _, at := range days {
		day := journal.DayOf(at)
		was, is := sealed[day]
		if slices.Contains(out.Again, day) || is && was == has[day] || !is && has[day].Sales == 0 {
			continue
		}
		out.Seal = append(out.Seal, day)
	}
	return nil
}

// newestSeal is what the office has of a till's seals.
func newestSeal(ctx context.Context, tx pgx.Tx, till int64) (out office.SealsAnswer, err error) {
	var link []byte
	err = tx.QueryRow(ctx, "SELECT no, link FROM seals WHERE till_id = $1 ORDER BY no DESC LIMIT 1", till).Scan(&out.No, &link)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, nil
	}
	copy(out.Link[:], link)
	return out, err
}

// maxSeals is how many bytes a message of seals has: each is a text within a text.
const maxSeals = office.MaxSeals * (2*office.MaxSeal + 1<<10)

// seals takes what a till has signed, behind what is there of it.
func (c *Collector) seals(ctx context.Context, key keyHash, all office.Seals) (out office.SealsAnswer, err error) {
	malformed := &office.Refusal{Code: office.CodeMalformed, Message: "not seals of this till"}
	if len(all.Seals) > office.MaxSeals || all.Version < 1 || all.Version > office.Version {
		return out, malformed
	}
	err = c.db.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		h, err := one(ctx, tx, key)
		if err != nil {
			return err
		}
		var public []byte
		if err := tx.QueryRow(ctx, "SELECT public FROM keys WHERE hash = $1", key[:]).Scan(&public); err != nil {
			return err
		}
		if out, err = newestSeal(ctx, tx, h.till); err != nil {
			return err
		}
		for _, signed := range all.Seals {
			s, err := signed.Open()
			if public == nil && err == nil { // enrolled before there were seals: the first is taken at its word
				public = signed.Key
				if _, err := tx.Exec(ctx, "UPDATE keys SET public = $2 WHERE hash = $1 AND public IS NULL", key[:], public); err != nil {
					return err
				}
			}
			if err != nil || !bytes.Equal(signed.Key, public) || s.Till != h.till {
				return malformed
			}
			if s.Epoch != h.epoch || s.No != out.No+1 || s.Prev != out.Link {
				return stale(h)
			}
			out = office.SealsAnswer{No: s.No, Link: signed.Link()}
			if _, err := tx.Exec(ctx, "INSERT INTO seals (till_id, no, epoch, day, sales, digest, link, came_at, text, key, signature) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
				h.till, s.No, s.Epoch, s.Day.Time(time.UTC), s.State.Sales, s.State.Digest[:], out.Link[:], c.cfg.Now(), signed.Text, signed.Key, signed.Signature); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}
